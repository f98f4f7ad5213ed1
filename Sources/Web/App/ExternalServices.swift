public import Library
public import News
import Pictures

/// The services that pages need besides the Library, injected because Web cannot import them.
public struct ExternalServices: Sendable {
    /// The search for feeds at an address.
    public var discovery: any ChannelDiscovery
    /// The proxy for audio and video; nil for links to the files alone.
    public var audio: AudioRelay?
    /// The signer of linked pages' URLs, so that the server fetches only addresses that its pages link to.
    let linkedPageSigner: URLSigner
    /// The secret in the paths of editions' style sheets and icons (`AssetCatalog`).
    let editionAssetSecret: String
    /// The parser of OPML files.
    /// - Throws: `OPMLImportError` with a message for the page.
    public var parseOPML: @Sendable ([UInt8]) throws(OPMLImportError) -> OPMLImport
    /// The writer of folders as OPML 2.0.
    public var writeOPML: @Sendable ([Folder]) -> [UInt8]
    /// The feeds offered on the first run.
    public var starterFeeds: [StarterFeedList]

    /// Creates the services.
    /// - Parameter linkedPageKey: a secret that survives restarts.
    public init(
        discovery: any ChannelDiscovery, audio: AudioRelay? = nil, linkedPageKey: [UInt8],
        parseOPML: @escaping @Sendable ([UInt8]) throws(OPMLImportError) -> OPMLImport,
        writeOPML: @escaping @Sendable ([Folder]) -> [UInt8], starterFeeds: [StarterFeedList]
    ) {
        self.discovery = discovery
        self.audio = audio
        linkedPageSigner = URLSigner(key: linkedPageKey, purpose: "linked-page")
        editionAssetSecret = URLSigner(key: linkedPageKey, purpose: "edition-assets").signature(of: "")
        self.parseOPML = parseOPML
        self.writeOPML = writeOPML
        self.starterFeeds = starterFeeds
    }
}

/// The contents of an OPML file.
public struct OPMLImport: Sendable {
    /// The feeds in the order of the file.
    public var feeds: [ImportedFeed]
    /// The entries whose feed address is invalid.
    public var refused: [RefusedFeed]
    /// The sentences about exceeded limits, one for each limit.
    public var limitNotices: [String]

    public init(feeds: [ImportedFeed], refused: [RefusedFeed] = [], limitNotices: [String] = []) {
        self.feeds = feeds
        self.refused = refused
        self.limitNotices = limitNotices
    }
}

/// An entry of an OPML file whose feed address is not a valid address.
public struct RefusedFeed: Sendable, Hashable {
    /// The address as written in the file.
    public var text: String
    /// The line in the file, counted from 1; nil if unknown.
    public var line: Int?

    public init(text: String, line: Int?) {
        self.text = text
        self.line = line
    }
}

/// An error of reading an OPML file, with a message for the page.
public struct OPMLImportError: Error, Sendable {
    /// The message for the page.
    public let userMessage: String
    public init(userMessage: String) { self.userMessage = userMessage }
}

/// A list of feeds offered on the first run and beside *Find feeds*.
public struct StarterFeedList: Sendable {
    /// The title of the list.
    public var title: String
    /// The description below the title.
    public var summary: String
    /// The feeds of the list.
    public var feeds: [ImportedFeed]

    public init(title: String, summary: String, feeds: [ImportedFeed]) {
        self.title = title
        self.summary = summary
        self.feeds = feeds
    }
}
