import Fetching
import Foundation
import Library
import Markup
import News
import Origins
import Pictures

/// The composition root: creates every service from the library, the fetcher and the configuration. Nothing is global.
struct AppDependencies: Sendable {
    let library: NewsLibrary
    let configuration: Configuration
    let fetcher: Fetcher
    /// Feeds that discovery fetched recently; the first refresh of a new subscription uses them instead of a request.
    let discoveryCache = DiscoveryCache()
    /// CSS selectors for Hacker News's web pages; nil when the shipped file is broken.
    let hackerNewsSelectors: HackerNewsSelectors?
    /// Which WordPress sites offer the REST API.
    let restAvailability = RESTAvailabilityCache()
    let now: @Sendable () -> Date

    init(_ library: NewsLibrary, _ configuration: Configuration, now: @escaping @Sendable () -> Date = { Date() }) {
        self.library = library
        self.configuration = configuration
        self.now = now
        hackerNewsSelectors = SelectorFiles.hackerNews(in: configuration.dataFolder)
        fetcher = Fetcher(
            policy: AddressPolicy(allowing: configuration.allowedAddresses), userAgent: configuration.userAgent,
            limits: configuration.fetchLimits, backoffStore: Self.backoffStore(library, now), now: now)
    }

    /// Fetches the full text of stories from their pages.
    var fullTexts: FullTextService { FullTextService(library: library, catalog: catalog) }

    /// Fetches pages that stories link to, for reading inside the app.
    var linkedPages: LinkedPageService {
        LinkedPageService(library: library, capability: BuiltInSources.articleCapability(fetcher: fetcher))
    }

    /// Fetches the next page of a list from its origin.
    var olderStories: OlderStoriesService { OlderStoriesService(library: library, catalog: catalog) }
    /// Searches the origins that support it.
    var originSearch: RemoteSearchService { RemoteSearchService(library: library, catalog: catalog) }

    /// Fetches author profiles.
    var profiles: ProfileService { ProfileService(library: library, catalog: catalog) }
    /// Looks up other discussions of the same page.
    var relatedDiscussions: RelatedDiscussionsService { RelatedDiscussionsService(library: library, catalog: catalog) }
    /// Fetches comment threads.
    var discussions: DiscussionService { DiscussionService(library: library, catalog: catalog) }

    var catalog: SourceCatalog {
        BuiltInSources.catalog(
            fetcher: fetcher, patience: configuration.polling.effectiveFullFetchInterval,
            discoveryCache: discoveryCache, restAvailability: restAvailability,
            hackerNewsSelectors: hackerNewsSelectors, now: now)
    }

    var discovery: FeedDiscovery {
        FeedDiscovery(
            fetcher: fetcher, discoveryCache: discoveryCache, subscribedChannel: { await subscribedChannel($0) },
            now: now)
    }

    /// A feed that is already subscribed to, in discovery's form, so that discovery need not fetch it.
    private func subscribedChannel(_ address: WebAddress) async -> DiscoveredChannel? {
        do {
            let plain = address.withoutFragment
            let found = try await library.subscriptions.find(plain.text, for: .first).first { $0.address == plain }
            return found.map { feed in
                DiscoveredChannel(
                    kind: feed.kind, address: feed.address,
                    metadata: ChannelMetadata(title: feed.title, site: feed.site, about: feed.about),
                    storyCount: feed.health.storyCount, newestAt: feed.health.newestAt)
            }
        } catch { return nil }
    }

    /// Back-offs are stored in the database, so that every process on it honours them.
    private static func backoffStore(_ library: NewsLibrary, _ now: @escaping @Sendable () -> Date) -> BackoffStore {
        let store = DatabaseBackoffStore(library, now: now)
        return BackoffStore(
            read: { host in await store.backoffEnd(host) },
            write: { host, until in await store.record(host, until: until) })
    }

    func refresher(report: @escaping @Sendable (RefreshEvent) -> Void = { _ in }) -> Refresher {
        Refresher(library: library, catalog: catalog, report: report)
    }
}
