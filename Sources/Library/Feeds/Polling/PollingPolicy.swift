/// Configurable polling limits (docs/etiquette.md).
public struct PollingPolicy: Sendable, Equatable {
    /// The minimum scheduled interval between conditional requests.
    public var minimum: Duration
    /// The maximum scheduled interval.
    public var maximum: Duration
    /// The minimum scheduled interval between full fetches.
    public var unconditionalMinimum: Duration
    /// The interval after which a full fetch is made, as some servers always respond "unchanged".
    public var fullFetchAfter: Duration = .seconds(8 * 86400)
    /// The minimum interval between manual refreshes of a channel.
    public var manualMinimum: Duration
    /// The longest back-off that is honoured; an erroneous Retry-After must not block a host for ever.
    public var maxBackoff: Duration = .seconds(7 * 86400)
    /// The duration of a lease; the lease of a process that died expires after it.
    public var leaseDuration: Duration = .seconds(180)

    /// The minimum scheduled interval between conditional requests for a feed that an alert follows: a quarter of
    /// `minimum`, which is then the longest interval that we choose ourselves.
    public var alertMinimum: Duration { minimum / 4 }

    /// The default limits.
    public static let standard = PollingPolicy()

    public init(
        minimum: Duration = .seconds(3600), maximum: Duration = .seconds(86400),
        unconditionalMinimum: Duration = .seconds(86400), manualMinimum: Duration = .seconds(60)
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.unconditionalMinimum = unconditionalMinimum
        self.manualMinimum = manualMinimum
    }

    /// The interval between full fetches: `fullFetchAfter`, at least `unconditionalMinimum`.
    public var effectiveFullFetchInterval: Duration { max(fullFetchAfter, unconditionalMinimum) }

    func minimumInterval(isUnconditional: Bool) -> Duration {
        isUnconditional ? max(minimum, unconditionalMinimum) : minimum
    }
}
