/// What a search found, newest first.
public struct SearchPage: Sendable {
    public var words: String
    public var hits: [SearchHit]
    public var hasMore: Bool

    public init(words: String, hits: [SearchHit], hasMore: Bool = false) {
        self.words = words
        self.hits = hits
        self.hasMore = hasMore
    }
}
