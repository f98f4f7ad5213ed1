/// A whole document, read: the feed and its stories in the document's order.
public struct ParsedDocument: Sendable {
    /// What the feed says of itself.
    public var feed: Feed
    /// Its stories, in the document's order.
    public var entries: [FeedEntry]

    /// A reading by hand.
    public init(feed: Feed, entries: [FeedEntry]) {
        self.feed = feed
        self.entries = entries
    }
}

extension ParsedDocument {
    /// The JSON that `tidings parse` prints, in UTF-8: one object, its summaries and contents cleaned by Markup.
    public func json() -> [UInt8] { [] }
}
