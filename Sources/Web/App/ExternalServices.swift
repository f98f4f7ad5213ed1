public import Library
public import News

/// What the pages need done by parts of the house that they may not import: handed over by the composition root.
public struct ExternalServices: Sendable {
    /// Finds what can be followed at an address.
    public var discovery: any ChannelDiscovery
    /// Fetches stories' whole texts; nil where there is no way outside.
    public var fullTexts: FullTextService?
    /// Asks origins for what follows a list's last story; nil where there is no way outside.
    public var olderStories: OlderStoriesService?
    /// Looks for stories at the origins that can be searched; nil where there is no way outside.
    public var remoteSearch: RemoteSearchService?
    /// Asks origins what people say; nil where there is no way outside.
    public var discussions: DiscussionService?
    /// Asks origins who people are; nil where there is no way outside.
    public var profiles: ProfileService?
    /// Asks origins where else a page is discussed; nil where there is no way outside.
    public var relatedDiscussions: RelatedDiscussionsService?
    /// Hands on recordings from their origins; nil where there is no way outside.
    public var audio: AudioRelay?
    /// Opens pages outside; nil where there is no way outside.
    public var linkedPages: LinkedPageAccess?
    /// Reads an OPML file into feeds with their folders.
    /// - Throws: `OPMLImportError`, with the sentence to show.
    public var parseOPML: @Sendable ([UInt8]) throws(OPMLImportError) -> OPMLImport
    /// Writes a reader's folders as OPML 2.0.
    public var writeOPML: @Sendable ([Folder]) -> [UInt8]
    /// The starter shelves of the first run.
    public var starterFeeds: [StarterFeedList]

    public init(
        discovery: any ChannelDiscovery, fullTexts: FullTextService? = nil, olderStories: OlderStoriesService? = nil,
        originSearch: RemoteSearchService? = nil,
        discussions: DiscussionService? = nil, people: ProfileService? = nil,
        mentions: RelatedDiscussionsService? = nil,
        sounds: AudioRelay? = nil, outside: LinkedPageAccess? = nil,
        parseOPML: @escaping @Sendable ([UInt8]) throws(OPMLImportError) -> OPMLImport,
        writeOPML: @escaping @Sendable ([Folder]) -> [UInt8], shelves: [StarterFeedList]
    ) {
        self.discovery = discovery
        self.fullTexts = fullTexts
        self.olderStories = olderStories
        self.remoteSearch = originSearch
        self.discussions = discussions
        self.profiles = people
        self.relatedDiscussions = mentions
        self.audio = sounds
        self.linkedPages = outside
        self.parseOPML = parseOPML
        self.writeOPML = writeOPML
        self.starterFeeds = shelves
    }
}

/// What an OPML file brought.
public struct OPMLImport: Sendable {
    public var feeds: [ImportedFeed]
    /// What stands in it in the place of an address and is none, as it stands there.
    public var invalidAddresses: [String]
    /// What was not taken because one file may bring only so much: a sentence each.
    public var limitNotices: [String]

    public init(feeds: [ImportedFeed], unusable: [String] = [], leftOut: [String] = []) {
        self.feeds = feeds
        self.invalidAddresses = unusable
        self.limitNotices = leftOut
    }
}

/// Why an OPML file could not be read, in a sentence for the page.
public struct OPMLImportError: Error, Sendable {
    public let userMessage: String
    public init(sentence: String) { self.userMessage = sentence }
}

/// A handful of feeds to begin with, offered when nothing is followed yet.
public struct StarterFeedList: Sendable {
    public var title: String
    public var about: String
    public var feeds: [ImportedFeed]

    public init(title: String, about: String, feeds: [ImportedFeed]) {
        self.title = title
        self.about = about
        self.feeds = feeds
    }
}
