public import Markup

/// The kind of a document that is not the expected feed.
public enum DocumentKind: Sendable, Hashable {
    /// A web page, the feeds it links, and the kind of interstitial it is, if any.
    case webPage(feeds: [FeedLink], says: InterstitialKind? = nil)
    /// An image; the value is its format ("PNG").
    case image(String)
    /// A compressed file; the value is its format ("zip").
    case archive(String)
    /// A PDF, audio, video or office document; the value describes it.
    case media(String)
    /// Empty, or white space only.
    case empty
    /// JSON other than JSON Feed.
    case json
    /// XML whose root is not a feed's; the value is its root element.
    case xml(root: String)
    /// A subscription list (OPML), to be imported instead.
    case opml
    /// XML without any element.
    case emptyXML
    /// Other plain text; the value is its beginning.
    case text(String)
    /// Unknown binary data.
    case binary

    /// One sentence for a person that says what the document is.
    public var message: String {
        switch self {
        case .webPage(let feeds, let remark): Self.message(about: remark, feeds: feeds)
        case .image(let format): "This is a picture (\(format)), not a feed."
        case .archive(let format): "This is a packed file (\(format)), not a feed."
        case .media(let what): "This is \(what), not a feed."
        case .empty: "There is nothing in this document."
        case .json: "This is JSON, but not a JSON Feed."
        case .emptyXML: "This is XML without any element."
        case .xml("urlset"), .xml("sitemapindex"): "This is a sitemap, not a feed."
        case .xml("Error"): "This is an error message of a file store, not a feed."
        case .xml(let root): "This is XML, but its outermost element <\(root)> is not a feed's."
        case .opml: "This is a list of subscriptions (OPML), not a feed; import it instead."
        case .text(let words): "This is plain text (“\(words)”), not a feed."
        case .binary: "These bytes are neither a feed nor a web page."
        }
    }

    private static func message(about remark: InterstitialKind?, feeds: [FeedLink]) -> String {
        let what = remark.map { "a page that \($0.summary)" } ?? "a web page"
        let names = feeds.prefix(10).map(\.address).joined(separator: ", ")
        return feeds.isEmpty
            ? "This is \(what), and it names no feed." : "This is \(what), not a feed; it names \(names)."
    }
}
