/// The limits within which origins are asked (decision 10).
public struct PollingBounds: Sendable {
    /// The least interval of the schedule.
    public var minimum: Duration
    /// The greatest interval of the schedule.
    public var maximum: Duration
    /// After so long without a whole answer the source is told to remember nothing: some servers answer "unchanged"
    /// for ever.
    public var unconditional: Duration
    /// The least interval between a person's own refreshes of one channel.
    public var asked: Duration
    /// How long a claim holds when the process that made it dies.
    public var claim: Duration

    public static let standard = PollingBounds()

    public init(
        minimum: Duration = .seconds(3600), maximum: Duration = .seconds(86400),
        unconditional: Duration = .seconds(86400), asked: Duration = .seconds(60), claim: Duration = .seconds(180)
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.unconditional = unconditional
        self.asked = asked
        self.claim = claim
    }
}
