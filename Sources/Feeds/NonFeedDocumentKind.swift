public import Markup

/// The kind of a document that is not a feed.
public enum NonFeedDocumentKind: Sendable, Hashable {
    /// A web page with its feed links and, for an interstitial page, the kind of it.
    case webPage(feeds: [FeedLink], interstitial: InterstitialKind? = nil)
    /// An image with the name of its format ("PNG").
    case image(String)
    /// A compressed file with the name of its format ("zip").
    case archive(String)
    /// A PDF, audio, video, font, program or office document with a description ("a PDF").
    case media(String)
    /// An empty document, or one of white space only.
    case empty
    /// A JSON document that is not a JSON Feed.
    case json
    /// An XML document whose root element is not a feed's, with the element's name.
    case xml(root: String)
    /// A subscription list (OPML).
    case opml
    /// An XML document without elements.
    case emptyXML
    /// A plain text with its first line, cut to 60 characters.
    case text(String)
    /// A document of unknown binary data.
    case binary

    /// One sentence for the user.
    public var message: String {
        switch self {
        case .webPage(let feeds, let interstitial): Self.message(about: interstitial, feeds: feeds)
        case .image(let format): "This is a picture (\(format)), not a feed."
        case .archive(let format): "This is an archive (\(format)), not a feed."
        case .media(let what): "This is \(what), not a feed."
        case .empty: "This document is empty."
        case .json: "This is JSON, but not a JSON Feed."
        case .emptyXML: "This is XML without elements."
        case .xml("urlset"), .xml("sitemapindex"): "This is a sitemap, not a feed."
        case .xml("Error"): "This is an error message of a file store, not a feed."
        case .xml(let root): "This is XML, but its outermost element <\(root)> is not a feed's."
        case .opml: "This is a list of subscriptions (OPML), not a feed; import it instead."
        case .text(let words): "This is plain text (“\(words)”), not a feed."
        case .binary: "These bytes are neither a feed nor a web page."
        }
    }

    private static func message(about interstitial: InterstitialKind?, feeds: [FeedLink]) -> String {
        let what = interstitial.map { "a page that \($0.summary)" } ?? "a web page"
        let names = feeds.prefix(10).map(\.address).joined(separator: ", ")
        return feeds.isEmpty
            ? "This is \(what), and it names no feed." : "This is \(what), not a feed; it names \(names)."
    }
}
