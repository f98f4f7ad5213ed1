public import Fetching
public import Foundation
public import News
public import URLs
public import Untrusted

/// A service that finds the feeds of a typed address.
///
/// The order is: known sites (`KnownSiteFeeds`), then the address itself; for web pages their declared feeds, the
/// canonical page, feed-like links and the usual paths.
public struct FeedDiscovery: ChannelDiscovery {
    /// The maximum number of requests per discovery.
    public static let maxRequests = 20
    /// The maximum number of feeds that are fetched for previews.
    public static let maxPreviews = 3

    private let fetcher: Fetcher
    private let discoveryCache: DiscoveryCache
    private let subscribedChannel: @Sendable (WebAddress) async -> DiscoveredChannel?
    private let now: @Sendable () -> Date
    private let executor: UntrustedWorkExecutor?

    /// Creates the discovery service.
    /// - Parameters:
    ///   - discoveryCache: the cache that subscriptions reuse.
    ///   - subscribedChannel: returns existing subscriptions, which need no request.
    ///   - executor: the threads for parsing responses.
    public init(
        fetcher: Fetcher, discoveryCache: DiscoveryCache = DiscoveryCache(),
        subscribedChannel: @escaping @Sendable (WebAddress) async -> DiscoveredChannel? = { _ in nil },
        now: @escaping @Sendable () -> Date = { Date() }, executor: UntrustedWorkExecutor? = nil
    ) {
        self.fetcher = fetcher
        self.discoveryCache = discoveryCache
        self.subscribedChannel = subscribedChannel
        self.now = now
        self.executor = executor
    }

    /// Finds feeds, best first; the first few have three stories each.
    /// - Throws: `SourceError`: why the fetch failed, or what was found instead; causes name the host.
    public func discover(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel] {
        // Concurrent discoveries of the same address share one run.
        try await discoveryCache.shareDiscovery(at: address) { () async throws(SourceError) in
            var run = FeedDiscoveryRun(
                fetcher: fetcher, discoveryCache: discoveryCache, subscribedChannel: subscribedChannel, now: now,
                requestsLeft: Self.maxRequests)
            // The shared task is not a child task, so it inherits no executor preference.
            return try await withTaskExecutorPreference(executor) { () async throws(SourceError) in
                try await run.channels(at: address)
            }
        }
    }
}
