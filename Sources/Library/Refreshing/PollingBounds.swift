/// The limits within which origins are asked (decision 10). All of them can be configured.
public struct PollingBounds: Sendable, Equatable {
    /// The least interval of the schedule, when an origin can be asked conditionally.
    public var minimum: Duration
    /// The greatest interval of the schedule.
    public var maximum: Duration
    /// The least interval of the schedule between two questions for everything: of an origin that gives nothing to
    /// ask conditionally with, and of one that is asked for everything because it said "unchanged" for so long.
    public var unconditional: Duration
    /// After so long of nothing but "unchanged" everything is asked for once: some servers say so to all.
    public var forget: Duration
    /// The least interval between a person's own refreshes of one channel.
    public var asked: Duration
    /// How long a claim holds when the process that made it dies.
    public var claim: Duration

    public static let standard = PollingBounds()

    public init(
        minimum: Duration = .seconds(3600), maximum: Duration = .seconds(86400),
        unconditional: Duration = .seconds(86400), forget: Duration = .seconds(8 * 86400),
        asked: Duration = .seconds(60), claim: Duration = .seconds(180)
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.unconditional = unconditional
        self.forget = forget
        self.asked = asked
        self.claim = claim
    }

    /// How long an origin may say "unchanged" before it is asked for everything; never oftener than `unconditional`.
    public var patience: Duration { max(forget, unconditional) }

    /// The least interval until a channel is asked again by the schedule.
    func least(asksWhole: Bool) -> Duration { asksWhole ? max(minimum, unconditional) : minimum }
}
