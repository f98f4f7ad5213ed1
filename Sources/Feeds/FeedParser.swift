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
/// with `Feed.complaints`; only what is no feed at all is an error.
public struct FeedParser: ~Copyable {
    private var intake: FeedIntake

    /// - Parameters:
    ///   - address: where the document came from; relative addresses resolve against it.
    ///   - contentType: the media type it came with, without parameters or with them.
    ///   - charset: the encoding the transport named, a WHATWG label.
    ///   - limits: the bounds of this reading.
    public init(
        address: WebAddress? = nil, contentType: String? = nil, charset: String? = nil, limits: FeedLimits = .standard
    ) {
        intake = FeedIntake(address: address, contentType: contentType, charset: charset, limits: limits)
    }

    /// Takes the next bytes of the document and hands on every story they completed.
    ///
    /// - Throws: `FeedError.notAFeed` as soon as the beginning shows another kind of document, `FeedError.tooLarge` at
    ///   the bound.
    public mutating func feed(_ chunk: [UInt8], entry: (FeedEntry) -> Void) throws(FeedError) {
        try intake.take(chunk, entry: entry)
    }

    /// Says that the document has ended, hands on the last stories and answers what the feed says of itself.
    ///
    /// - Throws: `FeedError.notAFeed` or `FeedError.unreadable` when no feed was found in it.
    public mutating func finish(entry: (FeedEntry) -> Void) throws(FeedError) -> Feed {
        try intake.finish(entry: entry)
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
        try parser.feed(bytes) { entries.append($0) }
        let feed = try parser.finish { entries.append($0) }
        return (feed, entries)
    }
}
