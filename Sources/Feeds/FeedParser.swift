public import Markup

/// Reads a feed of any format as its bytes arrive, and hands its stories on one at a time.
///
/// ```swift
/// var parser = FeedParser(address: address, contentType: answer.contentType, charset: answer.charset)
/// try parser.feed(chunk) { entry in … }      // as often as bytes arrive, in pieces of any size
/// let feed = try parser.finish { entry in … }
/// ```
///
/// The reading never depends on how the bytes were cut into chunks. A damaged document gives what could be read of it,
/// with `Feed.diagnostics`; only what is no feed at all is an error.
public struct FeedParser: ~Copyable {
    private var reader: FeedReader

    /// - Parameters:
    ///   - address: where the document came from; relative addresses resolve against it.
    ///   - contentType: the media type it came with, without parameters or with them.
    ///   - charset: the encoding the transport named, a WHATWG label.
    ///   - limits: the bounds of this reading.
    public init(
        address: WebAddress? = nil, contentType: String? = nil, charset: String? = nil, limits: FeedLimits = .standard
    ) {
        reader = FeedReader(address: address, contentType: contentType, charset: charset, limits: limits)
    }

    /// Takes the next bytes of the document and hands on every story they completed.
    ///
    /// - Throws: `FeedError.notAFeed` as soon as the beginning shows another kind of document, `FeedError.tooLarge` at
    ///   the bound.
    public mutating func append(_ chunk: [UInt8], entry: (FeedEntry) -> Void) throws(FeedError) {
        try reader.append(chunk, entry: entry)
    }

    /// Says that the document has ended, hands on the last stories and answers what the feed says of itself.
    ///
    /// - Throws: `FeedError.notAFeed` or `FeedError.unreadable` when no feed was found in it.
    public mutating func finish(entry: (FeedEntry) -> Void) throws(FeedError) -> Feed {
        try reader.finish(entry: entry)
    }

    /// Reads a whole document that is already in memory.
    ///
    /// - Throws: as ``feed(_:entry:)`` and ``finish(entry:)``.
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

/// The bounds of one reading. Whatever a document holds, reading it ends within them.
public struct FeedLimits: Sendable, Hashable {
    /// Bytes of the document as it arrived; more is an error.
    public var document: Int
    /// Bytes of one field (a title, a content); the rest of it is dropped with a complaint.
    public var field: Int
    /// Elements open at once; deeper ones are dropped with a complaint.
    public var depth: Int
    /// Attributes of one element; the rest is dropped with a complaint.
    public var attributes: Int
    /// Stories of one document; the rest is dropped with a complaint.
    public var entries: Int

    /// Bounds by hand; what is not given is as in ``standard``.
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

    /// Wide enough for every honest feed. What may arrive over the network is bounded more tightly by `Fetching`.
    public static let standard = FeedLimits()
}

/// Why a document could not be read at all. What could be read in part is no error: see `diagnostics`.
public enum FeedError: Error, Sendable, Hashable {
    /// The document is something else.
    case notAFeed(DocumentKind)
    /// The document means to be a feed, or a list of feeds, but nothing could be made of it; the words say why.
    case unreadable(String)
    /// The document is larger than the bound, in bytes.
    case tooLarge(limit: Int)

    /// One sentence for a person: what is wrong.
    public var message: String {
        switch self {
        case .notAFeed(let kind): kind.message
        case .unreadable(let why): why
        case .tooLarge(let limit): "This document is larger than \(max(1, limit >> 20)) MB."
        }
    }
}
