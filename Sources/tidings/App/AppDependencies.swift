import Fetching
import Foundation
import Library
import Markup
import News
import Origins
import Pictures
import URLs

/// The composition root: creates every service.
struct AppDependencies: Sendable {
    let library: NewsLibrary
    let configuration: Configuration
    let fetcher: Fetcher
    /// Feeds that discovery fetched: a new subscription's first refresh needs no request.
    let discoveryCache = DiscoveryCache()
    /// Nil when the shipped file is broken.
    let hackerNewsSelectors: HackerNewsSelectors?
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

    var fullTexts: FullTextService { FullTextService(library: library, catalog: catalog) }

    /// Fetches linked pages, to read them inside the app.
    var linkedPages: LinkedPageService {
        LinkedPageService(library: library, capability: BuiltInSources.articleCapability(fetcher: fetcher))
    }

    var olderStories: OlderStoriesService { OlderStoriesService(library: library, catalog: catalog) }
    var remoteSearch: RemoteSearchService { RemoteSearchService(library: library, catalog: catalog) }

    var profiles: ProfileService { ProfileService(library: library, catalog: catalog) }
    var relatedDiscussions: RelatedDiscussionsService { RelatedDiscussionsService(library: library, catalog: catalog) }
    var discussions: DiscussionService { DiscussionService(library: library, catalog: catalog) }

    var catalog: SourceCatalog {
        BuiltInSources.catalog(
            fetcher: fetcher, fullFetchInterval: configuration.polling.effectiveFullFetchInterval,
            discoveryCache: discoveryCache, restAvailability: restAvailability,
            hackerNewsSelectors: hackerNewsSelectors, now: now)
    }

    var discovery: FeedDiscovery {
        FeedDiscovery(
            fetcher: fetcher, discoveryCache: discoveryCache, subscribedChannel: { await subscribedChannel($0) },
            now: now)
    }

    /// A known subscription in discovery's form, which saves a fetch.
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

    /// Stores back-offs in the database, so that every process honours them.
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
