/// The bounds of one list of subscriptions. What is beyond them is counted in `OPML.leftOut`, never dropped unsaid.
public struct OPMLLimits: Sendable, Hashable {
    /// Bytes of the document; more is an error.
    public var document: Int
    /// Feeds of one document, in its order.
    public var feeds: Int
    /// Folders of one document. What lies in more folders than these is put where the folder would have stood.
    public var folders: Int
    /// Folders inside one another. What is deeper is put into the innermost that is allowed.
    public var depth: Int
    /// Bytes of a title in UTF-8, once it is plain text; the rest is cut off.
    public var title: Int

    /// Bounds by hand; what is not given is as in ``standard``.
    public init(
        document: Int = 16 << 20, feeds: Int = 10_000, folders: Int = 1_000, depth: Int = 16, title: Int = 1_000
    ) {
        self.document = document
        self.feeds = feeds
        self.folders = folders
        self.depth = depth
        self.title = title
    }

    /// Wider than any list that a person reads: ten thousand feeds are about 4 MB.
    public static let standard = OPMLLimits()

    /// A title that is looked at has at most so many bytes: as HTML it may be longer than the text it says.
    var titleSource: Int { title * 16 }
}
