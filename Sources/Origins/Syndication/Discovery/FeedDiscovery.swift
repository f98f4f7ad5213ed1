public import Fetching
public import Foundation
public import Markup
public import News

/// Finds the feeds of an address that a person typed.
///
/// Sites known by address come first (`KnownSiteFeeds`); a feed is its own answer. Of a web page come the feeds its head
/// names, else those of the page it calls itself, else feed-like links of its body, else the usual places; one request
/// after the other, `maxRequests` in all.
public struct FeedDiscovery: ChannelDiscovery {
    /// How many requests one discovery makes at most.
    public static let maxRequests = 20
    /// How many feeds are looked at for a preview.
    public static let maxPreviews = 3

    private let fetcher: Fetcher
    private let discoveryCache: DiscoveryCache
    private let subscribedChannel: @Sendable (WebAddress) async -> DiscoveredChannel?
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - fetcher: the way out.
    ///   - discoveryCache: where the feeds that were looked at are kept for whoever follows one.
    ///   - known: what the house has already of a feed at an address: nobody is asked for that.
    ///   - now: the clock by which entries expire.
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
    /// - Throws: `SourceError`: why the address could not be asked, or what it is when no feed was found; sentences
    ///   name the host.
    public func discover(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel] {
        // Who looks at the same address at the same time waits for what the first one sees.
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
