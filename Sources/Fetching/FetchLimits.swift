/// The limits of a `Fetcher`.
public struct FetchLimits: Sendable, Equatable {
    /// The time for a fetch with all redirects, without waiting for a slot.
    public var timeout: Duration
    /// The time for connecting.
    public var connectTimeout: Duration
    /// The size of a body in bytes, compressed and decoded; requests may set less.
    public var size: Int
    /// The back-off after a 429 without Retry-After.
    public var defaultBackoff: Duration
    /// The longest honoured Retry-After, against servers' mistakes.
    public var maxBackoff: Duration
    /// The number of hosts with requests at the same time.
    public var maxConcurrentHosts: Int

    /// The default limits.
    public static let standard = FetchLimits()

    public init(
        timeout: Duration = .seconds(20), connectTimeout: Duration = .seconds(10),
        size: Int = FetchRequest.defaultBodyLimit, defaultBackoff: Duration = .seconds(600),
        maxBackoff: Duration = .seconds(604_800), maxConcurrentHosts: Int = 16
    ) {
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.size = size
        self.defaultBackoff = defaultBackoff
        self.maxBackoff = maxBackoff
        self.maxConcurrentHosts = maxConcurrentHosts
    }
}
