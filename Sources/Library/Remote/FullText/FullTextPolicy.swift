/// The limits for full texts.
struct FullTextPolicy: Sendable {
    /// The policy for fetching. Stored texts do not become stale; a host that forbids one page gets no requests for
    /// `retryDelay`.
    var fetching: FetchPolicy
    /// The number of newest stories per channel that are fetched in the background.
    var maxPerChannel: Int
    /// The maximum number of concurrent background fetches.
    var maxConcurrent: Int
    /// The minimum time between background fetches from one host.
    var hostInterval: Duration

    static let standard = FullTextPolicy()

    init(maxPerChannel: Int = 30, maxConcurrent: Int = 2, hostInterval: Duration = .seconds(5)) {
        fetching = FetchPolicy(
            timeout: .seconds(150), leaseDuration: .seconds(180), manualMinimum: .seconds(10),
            retryDelay: .seconds(3600), retryFactor: 4, maxFailures: 4, retriesRefusals: false, heedsHostBackoff: true)
        self.maxPerChannel = max(0, maxPerChannel)
        self.maxConcurrent = max(1, maxConcurrent)
        self.hostInterval = hostInterval
    }
}
