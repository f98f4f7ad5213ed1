/// The configurable limits of polling (docs/etiquette.md).
public struct PollingPolicy: Sendable, Equatable {
    /// The minimum scheduled interval of channels that support conditional requests.
    public var minimum: Duration
    /// The maximum scheduled interval.
    public var maximum: Duration
    /// The minimum scheduled interval between two full fetches: of origins without validators, and of those fetched in
    /// full because they have responded "unchanged" for so long.
    public var unconditionalMinimum: Duration
    /// After so long of nothing but "unchanged", one full fetch is made: some servers respond so to every request.
    public var fullFetchAfter: Duration
    /// The minimum interval between manual refreshes of one channel.
    public var manualMinimum: Duration
    /// How long a lease lasts if the process that took it dies.
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

    /// How long an origin may respond "unchanged" before a full fetch; at least `unconditionalMinimum`.
    public var effectiveFullFetchInterval: Duration { max(fullFetchAfter, unconditionalMinimum) }

    /// The minimum interval until the next scheduled request.
    func minimumInterval(isUnconditional: Bool) -> Duration {
        isUnconditional ? max(minimum, unconditionalMinimum) : minimum
    }
}
