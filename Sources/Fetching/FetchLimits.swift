/// How long and how much a `Fetcher` bears, whatever an origin does. Every one of them can be configured.
public struct FetchLimits: Sendable, Equatable {
    /// The longest time for one question and its whole answer, over all redirects; looking up, connecting, waiting
    /// for the head and for each next byte lie within it. Waiting for one's turn at a host does not count.
    public var timeout: Duration
    /// The longest time in which a connection has to come about.
    public var connectTimeout: Duration
    /// The most bytes of one answer, packed as well as unpacked. A request may set less, never more.
    public var size: Int
    /// How long a host is left alone that answers 429 without saying for how long.
    public var defaultBackoff: Duration
    /// The longest time that a host's own wish is heeded: a slip of a server must not silence it for ever.
    public var maxBackoff: Duration
    /// How many hosts are asked at the same time.
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
