/// The limits for parsing one document.
public struct FeedLimits: Sendable, Hashable {
    /// The size of the document in bytes; more is an error.
    public var document: Int
    /// The size of a field in bytes; longer fields are truncated with a diagnostic.
    public var field: Int
    /// The number of open elements; deeper ones are dropped with a diagnostic.
    public var depth: Int
    /// The number of attributes per element; more are dropped with a diagnostic.
    public var attributes: Int
    /// The number of stories that `FeedParser.parse` returns; of more, the newest are kept, with a diagnostic.
    public var entries: Int
    /// The number of stories that are parsed to find the newest; more are dropped with a diagnostic.
    static let maxReadEntries = 50_000

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        document: Int = 256 << 20, field: Int = 8 << 20, depth: Int = 200, attributes: Int = 256,
        entries: Int = 5_000
    ) {
        self.document = document
        self.field = field
        self.depth = depth
        self.attributes = attributes
        self.entries = entries
    }

    /// The default limits, wider than real feeds; `Fetching` limits downloads more tightly.
    public static let standard = FeedLimits()
}

/// An error that prevents a document from being parsed at all. Partial failures are diagnostics.
public enum FeedError: Error, Sendable, Hashable {
    /// A document of another kind.
    case notAFeed(NonFeedDocumentKind)
    /// A damaged feed or subscription list, with the reason as a sentence.
    case unreadable(String)
    /// A document larger than the limit, in bytes.
    case tooLarge(limit: Int)

    /// One sentence for the user.
    public var message: String {
        switch self {
        case .notAFeed(let kind): kind.message
        case .unreadable(let why): why
        case .tooLarge(let limit): "This document is larger than \(max(1, limit >> 20)) MB."
        }
    }
}
