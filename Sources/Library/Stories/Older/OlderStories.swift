public import News

/// What came of asking origins for the stories that follow a list's last.
public struct OlderStories: Sendable {
    /// How many stories came into the list.
    public var brought: Int
    /// Whether the origins have more still.
    public var hasMore: Bool
    /// The highest story now: what a list that is to show what came has to be asked as of.
    public var through: StoryID?
    /// Why nothing came, or not everything; nil when all went well.
    public var failure: SourceError?
    /// Somebody else is asking for the same at the moment.
    public var isUnderWay: Bool

    public init(
        brought: Int = 0, hasMore: Bool = false, through: StoryID? = nil, failure: SourceError? = nil,
        isUnderWay: Bool = false
    ) {
        self.brought = brought
        self.hasMore = hasMore
        self.through = through
        self.failure = failure
        self.isUnderWay = isUnderWay
    }
}
