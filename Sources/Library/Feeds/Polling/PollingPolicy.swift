/// The limits within which origins are asked (decision 10). All of them can be configured.
public struct PollingPolicy: Sendable, Equatable {
    /// The least interval of the schedule, when an origin can be asked conditionally.
    public var minimum: Duration
    /// The greatest interval of the schedule.
    public var maximum: Duration
    /// The least interval of the schedule between two questions for everything: of an origin that gives nothing to
    /// ask conditionally with, and of one that is asked for everything because it said "unchanged" for so long.
    public var unconditionalMinimum: Duration
    /// After so long of nothing but "unchanged" everything is asked for once: some servers say so to all.
    public var fullFetchAfter: Duration
    /// The least interval between a person's own refreshes of one channel.
    public var manualMinimum: Duration
    /// How long a claim holds when the process that made it dies.
    public var leaseDuration: Duration

    public static let standard = PollingPolicy()

    public init(
        minimum: Duration = .seconds(3600), maximum: Duration = .seconds(86400),
        unconditionalMinimum: Duration = .seconds(86400), fullFetchAfter: Duration = .seconds(8 * 86400),
        manualMinimum: Duration = .seconds(60), leaseDuration: Duration = .seconds(180)
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.unconditionalMinimum = unconditionalMinimum
        self.fullFetchAfter = fullFetchAfter
        self.manualMinimum = manualMinimum
        self.leaseDuration = leaseDuration
    }

    /// How long an origin may say "unchanged" before it is asked for everything; never oftener than `unconditionalMinimum`.
    public var effectiveFullFetchInterval: Duration { max(fullFetchAfter, unconditionalMinimum) }

    /// The least interval until a channel is asked again by the schedule.
    func minimumInterval(asksWhole: Bool) -> Duration { asksWhole ? max(minimum, unconditionalMinimum) : minimum }
}
