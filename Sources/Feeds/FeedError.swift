/// Why a document could not be read at all. What could be read in part is no error: see `complaints`.
public enum FeedError: Error, Sendable, Hashable {
    /// The document is something else.
    case notAFeed(DocumentKind)
    /// The document means to be a feed, or a list of feeds, but nothing could be made of it; the words say why.
    case unreadable(String)
    /// The document is larger than the bound, in bytes.
    case tooLarge(limit: Int)

    /// One sentence for a person: what is wrong.
    public var sentence: String {
        switch self {
        case .notAFeed(let kind): kind.sentence
        case .unreadable(let why): why
        case .tooLarge(let limit): "This document is larger than \(max(1, limit >> 20)) MB."
        }
    }
}
