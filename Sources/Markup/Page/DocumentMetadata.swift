public import URLs

/// A page's metadata for feed discovery.
public struct DocumentMetadata: Sendable {
    /// Plain text.
    public var title: String?
    /// OpenGraph or application name.
    public var siteName: String?
    /// The page's description.
    public var description: String?
    /// The canonical address.
    public var canonical: WebAddress?
    /// The preview picture (OpenGraph, Twitter cards).
    public var picture: WebAddress?
    /// In the head, in order.
    public var feeds: [FeedReference] = []
    /// In the head, in order.
    public var icons: [IconReference] = []
    /// `<base>`, else the page's address.
    public var baseAddress: WebAddress
    /// Declared, BCP 47.
    public var language: String?
    /// In order, at most 2,000.
    public var bodyLinks: [LinkReference] = []
    /// `<meta http-equiv=refresh>`.
    public var refreshAddress: WebAddress?
    /// The web app manifest.
    public var manifest: WebAddress?

    /// Parses the page at `address`.
    public static func read(_ html: String, address: WebAddress) -> DocumentMetadata {
        var reader = DocumentMetadataReader(address: address)
        var copy = html
        copy.withUTF8 { source in
            HTMLParser.withTree(source, asDocument: true) { root, _ in
                if let root { reader.read(root) }
            }
        }
        return reader.details
    }

    init(baseAddress: WebAddress) { self.baseAddress = baseAddress }
}

/// A feed in a page's head.
public struct FeedReference: Sendable, Hashable {
    /// Its address.
    public var address: WebAddress
    /// Its title.
    public var title: String?
    /// Lower case, without parameters.
    public var type: String

    public init(address: WebAddress, title: String? = nil, type: String) {
        self.address = address
        self.title = title
        self.type = type
    }
}

/// An icon in a page's head.
public struct IconReference: Sendable, Hashable {
    /// Its address.
    public var address: WebAddress
    /// The longer side of the largest size in pixels; `Int.max` for `any`.
    public var size: Int?
    /// Lower case: `icon`, `shortcut icon`, `apple-touch-icon` …
    public var rel: String

    public init(address: WebAddress, size: Int? = nil, rel: String) {
        self.address = address
        self.size = size
        self.rel = rel
    }
}

/// A link in a page's body.
public struct LinkReference: Sendable, Hashable {
    /// Its target.
    public var address: WebAddress
    /// Plain text.
    public var text: String
    /// By its scheme (`FeedScheme`).
    public var isFeed: Bool

    public init(address: WebAddress, text: String, isFeed: Bool = false) {
        self.address = address
        self.text = text
        self.isFeed = isFeed
    }
}
