public import Markup

/// What a document is when it is not the feed that was asked for.
public enum DocumentKind: Sendable, Hashable {
    /// A web page, the feeds it names, and what it says instead of its contents, if it does.
    case webPage(feeds: [FeedLink], says: InterstitialKind? = nil)
    /// A picture; the word is its format ("PNG").
    case image(String)
    /// A packed file; the word is its format ("zip").
    case archive(String)
    /// A PDF, a sound, a film or an office document; the words say which.
    case media(String)
    /// Nothing, or nothing but white space.
    case empty
    /// JSON that is no JSON Feed.
    case json
    /// XML whose outermost element is not a feed's; the word is that element's name.
    case xml(root: String)
    /// A list of subscriptions (OPML), which is imported rather than followed.
    case opml
    /// XML without any element.
    case emptyXML
    /// Plain text of another kind; its first words.
    case text(String)
    /// Bytes that are none of these.
    case binary

    /// One sentence for a person: what this is.
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
