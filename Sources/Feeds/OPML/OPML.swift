/// A list of subscriptions (OPML 1.0 to 2.0), read leniently and written as 2.0.
public struct OPML: Sendable, Hashable {
    /// The list's own title, plain text.
    public var title: String?
    /// Folders and feeds in order. A feed that stands in two folders is kept in both.
    public var outlines: [OPMLOutline]

    /// A list by hand.
    public init(title: String? = nil, outlines: [OPMLOutline] = []) {
        self.title = title
        self.outlines = outlines
    }

    /// Reads a list: nested folders, a missing version, HTML's entities, wrong encodings and truncated ends included.
    ///
    /// - Throws: `FeedError.notAFeed` when the document is something else.
    public static func read(_ bytes: [UInt8]) throws(FeedError) -> OPML {
        throw .unreadable("not yet")
    }

    /// The list as OPML 2.0 in UTF-8.
    public func written() -> [UInt8] { [] }
}
