/// The metadata of a web page for feed discovery: feeds, icons, title.
public struct PageDetails: Sendable {
    /// The page's title, plain text.
    public var title: String?
    /// The site's name, from OpenGraph or the application name.
    public var siteName: String?
    /// The page's description.
    public var description: String?
    /// The page's canonical address.
    public var canonical: WebAddress?
    /// The preview picture, from OpenGraph or Twitter cards.
    public var picture: WebAddress?
    /// The feeds in the head, in order.
    public var feeds: [FeedReference] = []
    /// The icons in the head, in order.
    public var icons: [IconReference] = []
    /// The base of relative addresses: the page's `<base>` or its own address.
    public var baseAddress: WebAddress
    /// The declared language (BCP 47).
    public var language: String?
    /// The links of the body, in order, at most 2,000.
    public var bodyLinks: [LinkReference] = []
    /// The target of a `<meta http-equiv=refresh>`.
    public var refreshAddress: WebAddress?
    /// The address of the web app manifest, which may name better icons.
    public var manifest: WebAddress?

    /// Parses the page at `address`.
    public static func read(_ html: String, address: WebAddress) -> PageDetails {
        var reader = PageDetailsReader(address: address)
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
    /// Its declared media type in lower case, without parameters.
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
    /// The longer side of its largest size in pixels, nil when it is undeclared; `Int.max` for `any`.
    public var size: Int?
    /// Its relation as written, in lower case: `icon`, `shortcut icon`, `apple-touch-icon` …
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
    /// Its plain text.
    public var text: String

    public init(address: WebAddress, text: String) {
        self.address = address
        self.text = text
    }
}
