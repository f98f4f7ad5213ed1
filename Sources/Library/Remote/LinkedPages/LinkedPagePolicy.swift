/// The limits for linked pages.
struct LinkedPagePolicy: Sendable {
    var fetching: FetchPolicy
    /// The maximum number of stored pages; the last viewed are kept.
    var maxPages: Int
    /// The maximum size of all stored texts in bytes.
    let maxBytes = 48 << 20
    /// The retention time of `no-store` pages, which are kept while they are read.
    var noStoreLifetime: Duration

    static let standard = LinkedPagePolicy()

    /// - Parameter timeout: The time limit for a page with its further parts, including the wait for the host.
    init(
        timeout: Duration = .seconds(30), maxPages: Int = 400, noStoreLifetime: Duration = .seconds(900)
    ) {
        fetching = FetchPolicy(
            timeout: timeout, leaseDuration: .seconds(60), manualMinimum: .seconds(5), retryDelay: .seconds(60),
            defaultFreshness: .seconds(3600),
            freshnessRange: .seconds(60) ... .seconds(7 * 86_400),  // bounded: constants
            heedsHostBackoff: true)
        self.maxPages = max(1, maxPages)
        self.noStoreLifetime = noStoreLifetime
    }
}
