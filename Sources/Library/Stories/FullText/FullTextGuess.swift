/// What a channel's stories look like: whether they are beginnings of something longer, and why one thinks so.
public struct FullTextGuess: Sendable, Hashable {
    public var isCutShort: Bool
    /// A clause in plain words that goes on from "because": "9 of its 10 newest stories end in “…”".
    public var reason: String

    public init(isCutShort: Bool, reason: String) {
        self.isCutShort = isCutShort
        self.reason = reason
    }
}
