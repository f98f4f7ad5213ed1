/// The limits of a `Fetcher`, all of them configurable.
public struct FetchLimits: Sendable, Equatable {
    /// The time limit of a whole fetch over all redirects, from DNS to the last byte. Waiting for a slot at the host
    /// does not count.
    public var timeout: Duration
    /// The time limit of connecting.
    public var connectTimeout: Duration
    /// The most bytes of a body, compressed as well as decoded. A request may set less, never more.
    public var size: Int
    /// The back-off after a 429 without Retry-After.
    public var defaultBackoff: Duration
    /// The longest Retry-After that is honoured, so that a server's mistake cannot block it for good.
    public var maxBackoff: Duration
    /// How many hosts are fetched from at the same time.
    public var maxConcurrentHosts: Int

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
