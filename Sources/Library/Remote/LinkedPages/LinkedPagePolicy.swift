/// Limits for linked pages.
struct LinkedPagePolicy: Sendable {
    var fetching: FetchPolicy
    /// The last viewed are kept.
    var maxPages: Int
    /// Of text.
    var maxBytes: Int
    /// `no-store` pages are kept while they are read.
    var noStoreLifetime: Duration

    static let standard = LinkedPagePolicy()

    /// - Parameter timeout: of a page with its further parts, and the wait for the host.
    init(
        timeout: Duration = .seconds(30), maxPages: Int = 400, maxBytes: Int = 48 << 20,
        noStoreLifetime: Duration = .seconds(900)
    ) {
        fetching = FetchPolicy(
            timeout: timeout, leaseDuration: .seconds(60), manualMinimum: .seconds(5), retryDelay: .seconds(60),
            defaultFreshness: .seconds(3600),
            freshnessRange: .seconds(60) ... .seconds(7 * 86_400),  // bounded: constants
            heedsHostBackoff: true)
        self.maxPages = max(1, maxPages)
        self.maxBytes = max(1 << 16, maxBytes)
        self.noStoreLifetime = noStoreLifetime
    }
}
