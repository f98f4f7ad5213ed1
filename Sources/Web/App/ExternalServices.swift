public import Library
public import News

/// Services whose targets Web does not import, injected by the composition root. An optional service is nil without
/// network access.
public struct ExternalServices: Sendable {
    /// Finds the feeds of an address.
    public var discovery: any ChannelDiscovery
    /// Fetches stories' full texts.
    public var fullTexts: FullTextService?
    /// Loads stories older than a list's last one from its origins.
    public var olderStories: OlderStoriesService?
    /// Searches the origins that have a search.
    public var remoteSearch: RemoteSearchService?
    /// Fetches comments.
    public var discussions: DiscussionService?
    /// Fetches profiles of authors.
    public var profiles: ProfileService?
    /// Finds discussions of a page at other origins.
    public var relatedDiscussions: RelatedDiscussionsService?
    /// Proxies audio and video from their origins.
    public var audio: AudioRelay?
    /// Fetches linked pages.
    public var linkedPages: LinkedPageAccess?
    /// Reads an OPML file into feeds with their folders.
    /// - Throws: `OPMLImportError`, with the message to show.
    public var parseOPML: @Sendable ([UInt8]) throws(OPMLImportError) -> OPMLImport
    /// Writes a reader's folders as OPML 2.0.
    public var writeOPML: @Sendable ([Folder]) -> [UInt8]
    /// Feeds offered on the first run.
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

/// The contents of an OPML file.
public struct OPMLImport: Sendable {
    public var feeds: [ImportedFeed]
    /// Feed addresses that are none, as the file has them.
    public var invalidAddresses: [String]
    /// One sentence for each limit that the file exceeded: what was left out.
    public var limitNotices: [String]

    public init(feeds: [ImportedFeed], unusable: [String] = [], leftOut: [String] = []) {
        self.feeds = feeds
        self.invalidAddresses = unusable
        self.limitNotices = leftOut
    }
}

/// Why an OPML file could not be read, as a sentence for the page.
public struct OPMLImportError: Error, Sendable {
    public let userMessage: String
    public init(sentence: String) { self.userMessage = sentence }
}

/// A list of feeds offered to readers who have none.
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
