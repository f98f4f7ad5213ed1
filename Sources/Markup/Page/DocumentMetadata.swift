public import URLs

/// The metadata of a web page for feed discovery.
public struct DocumentMetadata: Sendable {
    /// The title as plain text.
    public var title: String?
    /// The OpenGraph site name or the application name.
    public var siteName: String?
    /// The description of the page.
    public var description: String?
    /// The canonical address.
    public var canonical: WebAddress?
    /// The preview picture (OpenGraph, Twitter cards).
    public var picture: WebAddress?
    /// The feeds in the head, in order.
    public var feeds: [FeedReference] = []
    /// The icons in the head, in order.
    public var icons: [IconReference] = []
    /// The address in `<base>`, or else the page's address.
    public var baseAddress: WebAddress
    /// The declared language (BCP 47).
    public var language: String?
    /// The links in the body in order, at most 2,000.
    public var bodyLinks: [LinkReference] = []
    /// The target of `<meta http-equiv=refresh>`.
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
    /// The feed's address.
    public var address: WebAddress
    /// The feed's title.
    public var title: String?
    /// The media type in lower case, without parameters.
    public var type: String

    public init(address: WebAddress, title: String? = nil, type: String) {
        self.address = address
        self.title = title
        self.type = type
    }
}

/// An icon in a page's head.
public struct IconReference: Sendable, Hashable {
    /// The icon's address.
    public var address: WebAddress
    /// The longer side of the largest size in pixels; `Int.max` for `any`.
    public var size: Int?
    /// The relation in lower case: `icon`, `shortcut icon`, `apple-touch-icon` …
    public var rel: String

    public init(address: WebAddress, size: Int? = nil, rel: String) {
        self.address = address
        self.size = size
        self.rel = rel
    }
}

/// A link in a page's body.
public struct LinkReference: Sendable, Hashable {
    /// The link's target.
    public var address: WebAddress
    /// The link's text as plain text.
    public var text: String
    /// True if the scheme is one for feeds (`FeedScheme`).
    public var isFeed: Bool

    public init(address: WebAddress, text: String, isFeed: Bool = false) {
        self.address = address
        self.text = text
        self.isFeed = isFeed
    }
}
