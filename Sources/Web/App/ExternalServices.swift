public import Library
public import News

/// Services that Web cannot import; optional ones are nil without network access.
public struct ExternalServices: Sendable {
    /// Finds feeds at an address.
    public var discovery: any ChannelDiscovery
    /// Fetches stories' full texts.
    public var fullTexts: FullTextService?
    /// Loads stories older than a list's last one.
    public var olderStories: OlderStoriesService?
    /// Searches origins that support it.
    public var remoteSearch: RemoteSearchService?
    /// Fetches comments.
    public var discussions: DiscussionService?
    /// Fetches author profiles.
    public var profiles: ProfileService?
    /// Finds discussions of a page at other origins.
    public var relatedDiscussions: RelatedDiscussionsService?
    /// Proxies audio and video.
    public var audio: AudioRelay?
    /// Fetches linked pages.
    public var linkedPages: LinkedPageAccess?
    /// Parses an OPML file.
    /// - Throws: `OPMLImportError` with a message for the page.
    public var parseOPML: @Sendable ([UInt8]) throws(OPMLImportError) -> OPMLImport
    /// Writes folders as OPML 2.0.
    public var writeOPML: @Sendable ([Folder]) -> [UInt8]
    /// Feeds offered on the first run.
    public var starterFeeds: [StarterFeedList]

    public init(
        discovery: any ChannelDiscovery, fullTexts: FullTextService? = nil, olderStories: OlderStoriesService? = nil,
        remoteSearch: RemoteSearchService? = nil,
        discussions: DiscussionService? = nil, profiles: ProfileService? = nil,
        relatedDiscussions: RelatedDiscussionsService? = nil,
        audio: AudioRelay? = nil, linkedPages: LinkedPageAccess? = nil,
        parseOPML: @escaping @Sendable ([UInt8]) throws(OPMLImportError) -> OPMLImport,
        writeOPML: @escaping @Sendable ([Folder]) -> [UInt8], starterFeeds: [StarterFeedList]
    ) {
        self.discovery = discovery
        self.fullTexts = fullTexts
        self.olderStories = olderStories
        self.remoteSearch = remoteSearch
        self.discussions = discussions
        self.profiles = profiles
        self.relatedDiscussions = relatedDiscussions
        self.audio = audio
        self.linkedPages = linkedPages
        self.parseOPML = parseOPML
        self.writeOPML = writeOPML
        self.starterFeeds = starterFeeds
    }
}

/// The contents of an OPML file.
public struct OPMLImport: Sendable {
    public var feeds: [ImportedFeed]
    /// Malformed feed addresses, as in the file.
    public var invalidAddresses: [String]
    /// A sentence per exceeded limit.
    public var limitNotices: [String]

    public init(feeds: [ImportedFeed], invalidAddresses: [String] = [], limitNotices: [String] = []) {
        self.feeds = feeds
        self.invalidAddresses = invalidAddresses
        self.limitNotices = limitNotices
    }
}

/// Why an OPML file could not be read, for the page.
public struct OPMLImportError: Error, Sendable {
    public let userMessage: String
    public init(userMessage: String) { self.userMessage = userMessage }
}

/// A list of feeds offered on the first run.
public struct StarterFeedList: Sendable {
    public var title: String
    public var summary: String
    public var feeds: [ImportedFeed]

    public init(title: String, summary: String, feeds: [ImportedFeed]) {
        self.title = title
        self.summary = summary
        self.feeds = feeds
    }
}
