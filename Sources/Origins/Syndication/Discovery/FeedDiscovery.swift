public import Fetching
public import Foundation
public import News
public import URLs
public import Untrusted

/// Finds the feeds of a typed address.
///
/// Tried in sequence: known sites (`KnownSiteFeeds`), the address itself; for web pages their declared feeds, the
/// canonical page, feed-like links, the usual paths.
public struct FeedDiscovery: ChannelDiscovery {
    /// Requests per discovery.
    public static let maxRequests = 20
    /// Feeds fetched for previews.
    public static let maxPreviews = 3

    private let fetcher: Fetcher
    private let discoveryCache: DiscoveryCache
    private let subscribedChannel: @Sendable (WebAddress) async -> DiscoveredChannel?
    private let now: @Sendable () -> Date
    private let executor: UntrustedWorkExecutor?

    /// Creates the discovery service.
    /// - Parameters:
    ///   - discoveryCache: reused by subscriptions.
    ///   - subscribedChannel: answers without a request for existing subscriptions.
    ///   - executor: threads for reading what is found.
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

    /// The feeds found, best first, the first few with three stories each.
    /// - Throws: `SourceError`: why the fetch failed, or what is there instead; causes name the host.
    public func discover(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel] {
        // Shared by concurrent discoveries.
        try await discoveryCache.shareDiscovery(at: address) { () async throws(SourceError) in
            var run = FeedDiscoveryRun(
                fetcher: fetcher, discoveryCache: discoveryCache, subscribedChannel: subscribedChannel, now: now,
                requestsLeft: Self.maxRequests)
            // The shared task is nobody's child, so it inherits no executor.
            return try await withTaskExecutorPreference(executor) { () async throws(SourceError) in
                try await run.channels(at: address)
            }
        }
    }
}
