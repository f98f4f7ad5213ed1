/// Limits of one document.
public struct FeedLimits: Sendable, Hashable {
    /// Bytes; more is an error.
    public var document: Int
    /// Bytes of a field; truncated with a diagnostic.
    public var field: Int
    /// Open elements; deeper ones are dropped with a diagnostic.
    public var depth: Int
    /// Attributes per element; more are dropped with a diagnostic.
    public var attributes: Int
    /// Stories that `FeedParser.read` returns; of more the newest are kept, with a diagnostic.
    public var entries: Int
    /// Stories that are read at all to find the newest; more are dropped with a diagnostic.
    static let maxReadEntries = 50_000

    /// Defaults as in ``standard``.
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

    /// Wider than real feeds; `Fetching` limits downloads more tightly.
    public static let standard = FeedLimits()
}

/// A document could not be parsed at all. Partial failures are diagnostics.
public enum FeedError: Error, Sendable, Hashable {
    /// Another kind of document.
    case notAFeed(DocumentKind)
    /// A damaged feed or subscription list; the value says why.
    case unreadable(String)
    /// Larger than the limit, in bytes.
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
