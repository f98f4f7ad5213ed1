/// A feed that a page's head names.
public struct FeedMention: Sendable, Hashable {
    /// Where it is.
    public var address: WebAddress
    /// What the page calls it.
    public var title: String?
    /// Its media type as declared, in lower case, parameters left out.
    public var type: String

    public init(address: WebAddress, title: String? = nil, type: String) {
        self.address = address
        self.title = title
        self.type = type
    }
}
