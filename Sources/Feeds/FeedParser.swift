public import URLs

/// Parses a feed of any format as its bytes arrive, and delivers stories one at a time.
///
/// ```swift
/// var parser = FeedParser(address: address, contentType: response.contentType, charset: response.charset)
/// try parser.append(chunk) { entry in … }      // for every chunk, of any size
/// let feed = try parser.finish { entry in … }
/// ```
///
/// The result never depends on how the bytes were chunked. A damaged document yields what could be read, with
/// `Feed.diagnostics`; only a document that is no feed at all is an error.
public struct FeedParser: ~Copyable {
    private var pipeline: FeedParsePipeline

    /// - Parameters:
    ///   - address: base of relative addresses.
    ///   - contentType: parameters are optional.
    ///   - charset: the transport's label (WHATWG).
    public init(
        address: WebAddress? = nil, contentType: String? = nil, charset: String? = nil, limits: FeedLimits = .standard
    ) {
        pipeline = FeedParsePipeline(address: address, contentType: contentType, charset: charset, limits: limits)
    }

    /// Parses the next bytes and delivers completed stories.
    ///
    /// - Throws: `FeedError.notAFeed` for another kind of document, `FeedError.tooLarge` above the limit.
    public mutating func append(_ chunk: [UInt8], entry: (FeedEntry) -> Void) throws(FeedError) {
        try pipeline.append(chunk, entry: entry)
    }

    /// Delivers the last stories and returns the feed's metadata.
    ///
    /// - Throws: `FeedError.notAFeed` or `FeedError.unreadable` when no feed was found.
    public mutating func finish(entry: (FeedEntry) -> Void) throws(FeedError) -> Feed {
        try pipeline.finish(entry: entry)
    }

    /// Parses a whole document.
    ///
    /// - Throws: as ``append(_:entry:)`` and ``finish(entry:)``.
    public static func read(
        _ bytes: [UInt8], address: WebAddress? = nil, contentType: String? = nil, charset: String? = nil,
        limits: FeedLimits = .standard
    ) throws(FeedError) -> (feed: Feed, entries: [FeedEntry]) {
        var parser = FeedParser(address: address, contentType: contentType, charset: charset, limits: limits)
        var entries: [FeedEntry] = []
        try parser.append(bytes) { entries.append($0) }
        let feed = try parser.finish { entries.append($0) }
        return (feed, entries)
    }
}

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
    /// Stories; more are dropped with a diagnostic.
    public var entries: Int

    /// Defaults as in ``standard``.
    public init(
        document: Int = 256 << 20, field: Int = 8 << 20, depth: Int = 200, attributes: Int = 256,
        entries: Int = 1_000_000
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
