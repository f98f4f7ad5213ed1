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
