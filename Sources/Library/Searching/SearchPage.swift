/// What a search found, newest first.
public struct SearchPage: Sendable {
    public var words: String
    public var hits: [SearchHit]
    public var hasMore: Bool
    /// Whether nothing is looked for: no word at all, or only such as are left out.
    public var wantsNothing: Bool

    public init(words: String, hits: [SearchHit], hasMore: Bool = false, wantsNothing: Bool = false) {
        self.words = words
        self.wantsNothing = wantsNothing
        self.hits = hits
        self.hasMore = hasMore
    }
}
