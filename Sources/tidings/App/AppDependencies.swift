import Fetching
import Foundation
import Library
import Markup
import News
import Origins
import Pictures

/// The composition root: who is made from what. Everything is made here and handed down; nothing is global.
struct AppDependencies: Sendable {
    let library: NewsLibrary
    let configuration: Configuration
    let fetcher: Fetcher
    /// What discovery has read lately: who follows it is given that.
    let discoveryCache = DiscoveryCache()
    /// What the marks on Hacker News's own pages mean.
    let hackerNewsSelectors: HackerNewsSelectors?
    /// Which WordPress sites have an interface.
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

    /// Fetches stories' whole texts from their pages.
    var fullTexts: FullTextService { FullTextService(library: library, catalog: catalog) }

    /// Opens pages of the web for reading here.
    var linkedPages: LinkedPageService {
        LinkedPageService(library: library, capability: BuiltInSources.articleCapability(fetcher: fetcher))
    }

    /// Asks origins for what follows a list's last story.
    var olderStories: OlderStoriesService { OlderStoriesService(library: library, catalog: catalog) }
    /// Looks for stories at the origins that can be searched.
    var originSearch: RemoteSearchService { RemoteSearchService(library: library, catalog: catalog) }

    /// Asks origins who people are.
    var profiles: ProfileService { ProfileService(library: library, catalog: catalog) }
    /// Asks origins where else a page is discussed.
    var relatedDiscussions: RelatedDiscussionsService { RelatedDiscussionsService(library: library, catalog: catalog) }
    /// Asks origins what people say under stories.
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

    /// A feed that is followed, as discovery offers it: its origin is not asked for what is here.
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

    /// Hosts' wishes to be left alone are kept in the database, for every process that uses it.
    private static func backoffStore(_ library: NewsLibrary, _ now: @escaping @Sendable () -> Date) -> BackoffStore {
        let kept = DatabaseBackoffStore(library, now: now)
        return BackoffStore(
            read: { host in await kept.backoffEnd(host) },
            write: { host, until in await kept.record(host, until: until) })
    }

    func refresher(report: @escaping @Sendable (RefreshEvent) -> Void = { _ in }) -> Refresher {
        Refresher(library: library, catalog: catalog, report: report)
    }
}
