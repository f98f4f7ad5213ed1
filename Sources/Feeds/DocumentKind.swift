/// What a document is when it is not the feed that was asked for.
public enum DocumentKind: Sendable, Hashable {
    /// A web page, and the feeds it names.
    case webPage(feeds: [FeedLink])
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
    /// Plain text of another kind.
    case text
    /// Bytes that are none of these.
    case binary

    /// One sentence for a person: what this is.
    public var sentence: String {
        switch self {
        case .webPage(let feeds) where feeds.isEmpty: "This is a web page, and it names no feed."
        case .webPage(let feeds):
            "This is a web page, not a feed; it names " + feeds.map(\.address).joined(separator: ", ") + "."
        case .image(let format): "This is a picture (\(format)), not a feed."
        case .archive(let format): "This is a packed file (\(format)), not a feed."
        case .media(let what): "This is \(what), not a feed."
        case .empty: "There is nothing in this document."
        case .json: "This is JSON, but not a JSON Feed."
        case .xml(let root): "This is XML, but its outermost element <\(root)> is not a feed's."
        case .opml: "This is a list of subscriptions (OPML), not a feed; import it instead."
        case .text: "This is plain text, not a feed."
        case .binary: "These bytes are neither a feed nor a web page."
        }
    }
}
