public import Fetching
public import Foundation
public import Markup
public import News

/// Finds the feeds of an address that a reader typed.
///
/// Known sites come first (`KnownSiteFeeds`); an address that is a feed is the only result. For a web page: the feeds
/// declared in its head, else those of its canonical page, else feed-like links in its body, else the usual places;
/// sequentially, with at most `maxRequests` requests.
public struct FeedDiscovery: ChannelDiscovery {
    /// The most requests of one discovery.
    public static let maxRequests = 20
    /// The most feeds fetched for a preview.
    public static let maxPreviews = 3

    private let fetcher: Fetcher
    private let discoveryCache: DiscoveryCache
    private let subscribedChannel: @Sendable (WebAddress) async -> DiscoveredChannel?
    private let now: @Sendable () -> Date

    /// Creates the discovery service.
    /// - Parameters:
    ///   - fetcher: performs all requests.
    ///   - discoveryCache: keeps the fetched feeds for a subscription.
    ///   - subscribedChannel: the stored channel of a feed already subscribed to, which needs no request.
    ///   - now: the clock for cache entries.
    public init(
        fetcher: Fetcher, discoveryCache: DiscoveryCache = DiscoveryCache(),
        subscribedChannel: @escaping @Sendable (WebAddress) async -> DiscoveredChannel? = { _ in nil },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.fetcher = fetcher
        self.discoveryCache = discoveryCache
        self.subscribedChannel = subscribedChannel
        self.now = now
    }

    /// The feeds found, best first, the first few with three stories each.
    ///
    /// - Throws: `SourceError`: why the address could not be fetched, or what it is if no feed was found; messages name
    ///   the host.
    public func discover(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel] {
        // Concurrent discoveries of one address share the result.
        try await discoveryCache.shareDiscovery(at: address) {
            var search = FeedDiscoveryRun(
                fetcher: fetcher, discoveryCache: discoveryCache, subscribedChannel: subscribedChannel, now: now,
                requestsLeft: Self.maxRequests)
            do throws(SourceError) { return .success(try await search.channels(at: address)) } catch {
                return .failure(error)
            }
        }.get()
    }
}
