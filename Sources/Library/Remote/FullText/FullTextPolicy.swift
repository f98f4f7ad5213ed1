/// Limits for full texts.
struct FullTextPolicy: Sendable {
    /// Stored texts stay; a host that forbids one page is left alone for `retryDelay`.
    var fetching: FetchPolicy
    /// The newest stories per channel, fetched in the background.
    var maxPerChannel: Int
    /// Background fetches.
    var maxConcurrent: Int
    /// Between background fetches.
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
