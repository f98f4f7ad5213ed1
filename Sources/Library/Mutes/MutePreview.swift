/// What a rule would hide, before it does.
public struct MutePreview: Sendable {
    public var rule: MuteRule
    /// How many of the stories looked at it would hide.
    public var count: BoundedCount
    /// The newest few of them.
    public var newest: [StoryRow]
    /// Whether only the latest `MuteDesk.mostLookedAt` stories were looked at.
    public var isPartial: Bool

    public init(rule: MuteRule, count: BoundedCount, newest: [StoryRow], isPartial: Bool = false) {
        self.rule = rule
        self.count = count
        self.newest = newest
        self.isPartial = isPartial
    }
}
