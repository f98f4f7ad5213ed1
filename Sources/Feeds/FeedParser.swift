public import Markup

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
    private var reader: FeedReader

    /// - Parameters:
    ///   - address: the document's address; relative addresses resolve against it.
    ///   - contentType: its media type, with or without parameters.
    ///   - charset: the encoding label from the transport (WHATWG).
    ///   - limits: the limits of this document.
    public init(
        address: WebAddress? = nil, contentType: String? = nil, charset: String? = nil, limits: FeedLimits = .standard
    ) {
        reader = FeedReader(address: address, contentType: contentType, charset: charset, limits: limits)
    }

    /// Parses the next bytes of the document and delivers every story they completed.
    ///
    /// - Throws: `FeedError.notAFeed` as soon as the beginning shows another kind of document, `FeedError.tooLarge`
    ///   above the limit.
    public mutating func append(_ chunk: [UInt8], entry: (FeedEntry) -> Void) throws(FeedError) {
        try reader.append(chunk, entry: entry)
    }

    /// Ends the document, delivers the last stories and returns the feed's metadata.
    ///
    /// - Throws: `FeedError.notAFeed` or `FeedError.unreadable` when no feed was found.
    public mutating func finish(entry: (FeedEntry) -> Void) throws(FeedError) -> Feed {
        try reader.finish(entry: entry)
    }

    /// Parses a whole document in memory.
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

/// The limits of one document, which bound parsing whatever it contains.
public struct FeedLimits: Sendable, Hashable {
    /// Bytes of the document as received; more is an error.
    public var document: Int
    /// Bytes of one field (a title, a content); truncated with a diagnostic.
    public var field: Int
    /// Open elements; deeper ones are dropped with a diagnostic.
    public var depth: Int
    /// Attributes of one element; more are dropped with a diagnostic.
    public var attributes: Int
    /// Stories of one document; more are dropped with a diagnostic.
    public var entries: Int

    /// Creates limits; the defaults are those of ``standard``.
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

    /// Wide enough for every honest feed. `Fetching` limits the network more tightly.
    public static let standard = FeedLimits()
}

/// Why a document could not be parsed at all. Partial failures are diagnostics instead.
public enum FeedError: Error, Sendable, Hashable {
    /// The document is something else.
    case notAFeed(DocumentKind)
    /// The document is meant to be a feed, or a subscription list, but could not be parsed; the value says why.
    case unreadable(String)
    /// The document is larger than the limit, in bytes.
    case tooLarge(limit: Int)

    /// One sentence for a person that says what is wrong.
    public var message: String {
        switch self {
        case .notAFeed(let kind): kind.message
        case .unreadable(let why): why
        case .tooLarge(let limit): "This document is larger than \(max(1, limit >> 20)) MB."
        }
    }
}
