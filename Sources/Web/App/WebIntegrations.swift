import Crypto
public import Library
public import News
import Pictures

/// The parts that pages need besides the Library, given to `Routes` because Web cannot import their modules.
public struct WebIntegrations: Sendable {
    /// The search for feeds at an address.
    public var discovery: any ChannelDiscovery
    /// The proxy for audio and video; nil for links to the files alone.
    public var audio: AudioProxy?
    /// The reader and writer of OPML.
    public var opml: any OPMLCodec
    /// Reads another program's export of saved pages; nil if a file is none.
    public var readSavedPages: @Sendable ([UInt8]) throws(SavedPagesExportError) -> SavedPagesExport?
    /// The sender of messages by the ways out of the app; nil if nothing is sent.
    public var delivery: (any DeliveryGateway)?
    /// The interface for other programs; nil without one.
    public var programs: ProgramInterface?
    /// The sign-in at an identity provider; nil without one.
    public var openID: OpenIDSignIn?
    /// The feeds offered on the first run.
    public var starterFeeds: [StarterFeedList]
    /// The signer of linked pages' URLs, so that the server fetches only addresses that its pages link to.
    let linkedPageSigner: URLSigner
    /// The secret in the paths of editions' style sheets and icons (`AssetCatalog`).
    let editionAssetSecret: String
    /// The key that seals the cookie of a sign-in at an identity provider.
    let openIDKey: SymmetricKey
    /// The signer of the links by which readers link an account.
    let openIDLinkSigner: URLSigner

    /// - Parameter linkedPageKey: a secret that survives restarts.
    public init(
        discovery: any ChannelDiscovery, audio: AudioProxy? = nil, linkedPageKey: [UInt8], opml: any OPMLCodec,
        starterFeeds: [StarterFeedList],
        readSavedPages: @escaping @Sendable ([UInt8]) throws(SavedPagesExportError) -> SavedPagesExport? = { _ in nil },
        delivery: (any DeliveryGateway)? = nil, programs: ProgramInterface? = nil, openID: OpenIDSignIn? = nil
    ) {
        self.discovery = discovery
        self.audio = audio
        self.opml = opml
        self.starterFeeds = starterFeeds
        self.readSavedPages = readSavedPages
        self.delivery = delivery
        self.programs = programs
        self.openID = openID
        linkedPageSigner = URLSigner(key: linkedPageKey, purpose: "linked-page")
        editionAssetSecret = URLSigner(key: linkedPageKey, purpose: "edition-assets").signature(of: "")
        openIDKey = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: linkedPageKey), info: Array("openid-handshake".utf8),
            outputByteCount: 32)
        openIDLinkSigner = URLSigner(key: linkedPageKey, purpose: "openid-link")
    }
}

/// A reader and writer of OPML files.
public protocol OPMLCodec: Sendable {
    /// Reads the feeds of a file.
    /// - Throws: `OPMLImportError` with a message for the page.
    func read(_ bytes: [UInt8]) throws(OPMLImportError) -> OPMLImport

    /// Writes folders as OPML 2.0.
    func write(_ folders: [Folder]) -> [UInt8]
}

/// The contents of an OPML file.
public struct OPMLImport: Sendable {
    /// The feeds in the order of the file.
    public var feeds: [ImportedFeed]
    /// The entries whose feed address is invalid.
    public var refused: [InvalidOPMLEntry]
    /// The sentences about exceeded limits, one for each limit.
    public var limitNotices: [String]

    public init(feeds: [ImportedFeed], refused: [InvalidOPMLEntry] = [], limitNotices: [String] = []) {
        self.feeds = feeds
        self.refused = refused
        self.limitNotices = limitNotices
    }
}

/// An entry of an OPML file whose feed address is not a valid address.
public struct InvalidOPMLEntry: Sendable, Hashable {
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
    /// The name of the drawing on the list's card, a file of `assets/covers`; nil for none.
    public var cover: String?
    /// The feeds of the list.
    public var feeds: [ImportedFeed]

    public init(title: String, summary: String, cover: String? = nil, feeds: [ImportedFeed]) {
        self.title = title
        self.summary = summary
        self.cover = cover
        self.feeds = feeds
    }
}
