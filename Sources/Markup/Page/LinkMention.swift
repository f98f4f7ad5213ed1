/// A link of a page's body.
public struct LinkMention: Sendable, Hashable {
    /// Where it leads.
    public var address: WebAddress
    /// Its words, plain text.
    public var text: String

    public init(address: WebAddress, text: String) {
        self.address = address
        self.text = text
    }
}
