/// Configurable polling limits (docs/etiquette.md).
public struct PollingPolicy: Sendable, Equatable {
    /// Minimum scheduled interval with conditional requests.
    public var minimum: Duration
    /// Maximum interval.
    public var maximum: Duration
    /// Minimum scheduled interval between full fetches.
    public var unconditionalMinimum: Duration
    /// Then a full fetch is made: some servers always respond "unchanged".
    public var fullFetchAfter: Duration = .seconds(8 * 86400)
    /// Between manual refreshes of a channel.
    public var manualMinimum: Duration
    /// When the lease of a dead process expires.
    public var leaseDuration: Duration = .seconds(180)

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

    /// `fullFetchAfter`, at least `unconditionalMinimum`.
    public var effectiveFullFetchInterval: Duration { max(fullFetchAfter, unconditionalMinimum) }

    func minimumInterval(isUnconditional: Bool) -> Duration {
        isUnconditional ? max(minimum, unconditionalMinimum) : minimum
    }
}
