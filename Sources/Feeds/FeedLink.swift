/// A feed that a web page names in its head.
public struct FeedLink: Sendable, Hashable, Codable {
    /// Absolute where the page's own address was known, otherwise as written.
    public var address: String
    /// The title the page gives it.
    public var title: String?
    /// Its media type, lower case.
    public var type: String

    /// A mention by hand.
    public init(address: String, title: String? = nil, type: String) {
        self.address = address
        self.title = title
        self.type = type
    }
}
