/// What a web page says about itself in its head, for discovery: where its feeds and icons are, what it is called.
public struct PageDetails: Sendable {
    /// The page's title, plain text.
    public var title: String?
    /// The name of the site, from OpenGraph or the application's name.
    public var siteName: String?
    /// The page's description of itself.
    public var description: String?
    /// The address the page wants to be known by.
    public var canonical: WebAddress?
    /// The page's picture, from OpenGraph or Twitter cards.
    public var picture: WebAddress?
    /// Feeds the head names, in order.
    public var feeds: [FeedReference] = []
    /// Icons the head names, in order.
    public var icons: [IconReference] = []
    /// What relative addresses of the page are resolved against: its `<base>` or its own address.
    public var baseAddress: WebAddress
    /// The page's language (BCP 47), as declared.
    public var language: String?
    /// Links of the body, in order, at most 2,000.
    public var bodyLinks: [LinkReference] = []
    /// The address a `<meta http-equiv=refresh>` leads to.
    public var refreshAddress: WebAddress?
    /// The address of the web app's manifest, which may name better icons.
    public var manifest: WebAddress?

    /// Reads a page that was found at `address`.
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

/// A feed that a page's head names.
public struct FeedReference: Sendable, Hashable {
    /// Where it is.
    public var address: WebAddress
    /// What the page calls it.
    public var title: String?
    /// Its media type as declared, in lower case, parameters left out.
    public var type: String

    public init(address: WebAddress, title: String? = nil, type: String) {
        self.address = address
        self.title = title
        self.type = type
    }
}

/// An icon that a page's head names.
public struct IconReference: Sendable, Hashable {
    /// Where it is.
    public var address: WebAddress
    /// The larger side of its largest size in pixels, nil when the page does not say; `Int.max` for `any`.
    public var size: Int?
    /// Its relation as written, in lower case: `icon`, `shortcut icon`, `apple-touch-icon` …
    public var rel: String

    public init(address: WebAddress, size: Int? = nil, rel: String) {
        self.address = address
        self.size = size
        self.rel = rel
    }
}

/// A link of a page's body.
public struct LinkReference: Sendable, Hashable {
    /// Where it leads.
    public var address: WebAddress
    /// Its words, plain text.
    public var text: String

    public init(address: WebAddress, text: String) {
        self.address = address
        self.text = text
    }
}
