public import Library
public import News

/// What the pages need done by parts of the house that they may not import: handed over by the composition root.
public struct Backstage: Sendable {
    /// Finds what can be followed at an address.
    public var discovering: any Discovering
    /// Fetches stories' whole texts; nil where there is no way outside.
    public var fullTexts: FullTextDesk?
    /// Asks origins for what follows a list's last story; nil where there is no way outside.
    public var olderStories: OlderStoriesDesk?
    /// Looks for stories at the origins that can be searched; nil where there is no way outside.
    public var originSearch: OriginSearchDesk?
    /// Asks origins what people say; nil where there is no way outside.
    public var discussions: DiscussionDesk?
    /// Asks origins who people are; nil where there is no way outside.
    public var people: PeopleDesk?
    /// Asks origins where else a page is discussed; nil where there is no way outside.
    public var mentions: MentionDesk?
    /// Hands on recordings from their origins; nil where there is no way outside.
    public var sounds: SoundRelay?
    /// Opens pages outside; nil where there is no way outside.
    public var outside: OutsideWindow?
    /// Reads an OPML file into feeds with their folders.
    /// - Throws: `UnreadableOutlines`, with the sentence to show.
    public var readOutlines: @Sendable ([UInt8]) throws(UnreadableOutlines) -> BroughtOutlines
    /// Writes a reader's folders as OPML 2.0.
    public var writeOutlines: @Sendable ([Folder]) -> [UInt8]
    /// The starter shelves of the first run.
    public var shelves: [StarterShelf]

    public init(
        discovering: any Discovering, fullTexts: FullTextDesk? = nil, olderStories: OlderStoriesDesk? = nil,
        originSearch: OriginSearchDesk? = nil,
        discussions: DiscussionDesk? = nil, people: PeopleDesk? = nil, mentions: MentionDesk? = nil,
        sounds: SoundRelay? = nil, outside: OutsideWindow? = nil,
        readOutlines: @escaping @Sendable ([UInt8]) throws(UnreadableOutlines) -> BroughtOutlines,
        writeOutlines: @escaping @Sendable ([Folder]) -> [UInt8], shelves: [StarterShelf]
    ) {
        self.discovering = discovering
        self.fullTexts = fullTexts
        self.olderStories = olderStories
        self.originSearch = originSearch
        self.discussions = discussions
        self.people = people
        self.mentions = mentions
        self.sounds = sounds
        self.outside = outside
        self.readOutlines = readOutlines
        self.writeOutlines = writeOutlines
        self.shelves = shelves
    }
}

/// What an OPML file brought.
public struct BroughtOutlines: Sendable {
    public var feeds: [ImportedFeed]
    /// What stands in it in the place of an address and is none, as it stands there.
    public var unusable: [String]
    /// What was not taken because one file may bring only so much: a sentence each.
    public var leftOut: [String]

    public init(feeds: [ImportedFeed], unusable: [String] = [], leftOut: [String] = []) {
        self.feeds = feeds
        self.unusable = unusable
        self.leftOut = leftOut
    }
}

/// Why an OPML file could not be read, in a sentence for the page.
public struct UnreadableOutlines: Error, Sendable {
    public let sentence: String
    public init(sentence: String) { self.sentence = sentence }
}

/// A handful of feeds to begin with, offered when nothing is followed yet.
public struct StarterShelf: Sendable {
    public var title: String
    public var about: String
    public var feeds: [ImportedFeed]

    public init(title: String, about: String, feeds: [ImportedFeed]) {
        self.title = title
        self.about = about
        self.feeds = feeds
    }
}
