/// What became of a wish to refresh.
public struct RefreshRequest: Sendable, Hashable {
    /// Channels that are due now.
    public var accepted: Int
    /// Asked less than the least interval ago.
    public var tooSoon: Int
    /// Their origins asked us to wait, or are gone.
    public var waiting: Int

    public init(accepted: Int, tooSoon: Int = 0, waiting: Int = 0) {
        self.accepted = accepted
        self.tooSoon = tooSoon
        self.waiting = waiting
    }
}
