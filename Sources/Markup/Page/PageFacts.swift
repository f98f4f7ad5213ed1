/// What a web page says about itself in its head, for discovery: where its feeds and icons are, what it is called.
public struct PageFacts: Sendable {
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
    public var feeds: [FeedMention] = []
    /// Icons the head names, in order.
    public var icons: [IconMention] = []
    /// What relative addresses of the page are resolved against: its `<base>` or its own address.
    public var baseAddress: WebAddress
    /// The page's language (BCP 47), as declared.
    public var language: String?
    /// Links of the body, in order, at most 2,000.
    public var bodyLinks: [LinkMention] = []
    /// The address a `<meta http-equiv=refresh>` leads to.
    public var refreshAddress: WebAddress?
    /// The address of the web app's manifest, which may name better icons.
    public var manifest: WebAddress?

    /// Reads a page that was found at `address`.
    public static func read(_ html: String, address: WebAddress) -> PageFacts {
        var reader = PageReader(address: address)
        var copy = html
        copy.withUTF8 { source in
            ParsedHTML.read(source, asDocument: true) { root, _ in
                if let root { reader.read(root) }
            }
        }
        return reader.facts
    }

    init(baseAddress: WebAddress) { self.baseAddress = baseAddress }
}
