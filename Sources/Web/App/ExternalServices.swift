public import Library
public import News
import Pictures

/// What pages need beside the Library, and Web cannot import.
public struct ExternalServices: Sendable {
    /// Finds feeds at an address.
    public var discovery: any ChannelDiscovery
    /// Proxies audio and video.
    public var audio: AudioRelay?
    /// Signs URLs of linked pages, so that the server fetches only addresses that its pages link to.
    let linkedPageSigner: URLSigner
    /// Part of the addresses of editions' style sheets and icons (`AssetCatalog`).
    let editionAssetSecret: String
    /// Parses an OPML file.
    /// - Throws: `OPMLImportError` with a message for the page.
    public var parseOPML: @Sendable ([UInt8]) throws(OPMLImportError) -> OPMLImport
    /// Writes folders as OPML 2.0.
    public var writeOPML: @Sendable ([Folder]) -> [UInt8]
    /// Feeds offered on the first run.
    public var starterFeeds: [StarterFeedList]

    /// - Parameter linkedPageKey: a secret that survives restarts.
    public init(
        discovery: any ChannelDiscovery, audio: AudioRelay? = nil, linkedPageKey: [UInt8],
        parseOPML: @escaping @Sendable ([UInt8]) throws(OPMLImportError) -> OPMLImport,
        writeOPML: @escaping @Sendable ([Folder]) -> [UInt8], starterFeeds: [StarterFeedList]
    ) {
        self.discovery = discovery
        self.audio = audio
        linkedPageSigner = URLSigner(key: linkedPageKey, purpose: "outside")
        editionAssetSecret = URLSigner(key: linkedPageKey, purpose: "edition-assets").signature(of: "")
        self.parseOPML = parseOPML
        self.writeOPML = writeOPML
        self.starterFeeds = starterFeeds
    }
}

/// The contents of an OPML file.
public struct OPMLImport: Sendable {
    public var feeds: [ImportedFeed]
    public var refused: [RefusedFeed]
    /// A sentence per exceeded limit.
    public var limitNotices: [String]

    public init(feeds: [ImportedFeed], refused: [RefusedFeed] = [], limitNotices: [String] = []) {
        self.feeds = feeds
        self.refused = refused
        self.limitNotices = limitNotices
    }
}

/// What stands for a feed's address in an OPML file and is none.
public struct RefusedFeed: Sendable, Hashable {
    /// As in the file.
    public var text: String
    /// In the file, counted from 1.
    public var line: Int?

    public init(text: String, line: Int?) {
        self.text = text
        self.line = line
    }
}

/// Why an OPML file could not be read, for the page.
public struct OPMLImportError: Error, Sendable {
    public let userMessage: String
    public init(userMessage: String) { self.userMessage = userMessage }
}

/// A list of feeds offered on the first run and beside *Find feeds*.
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
