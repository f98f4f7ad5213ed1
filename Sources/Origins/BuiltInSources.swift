public import Fetching
public import Foundation
public import News
public import URLs
public import Untrusted

/// The built-in source kinds. A new kind needs a folder beside this file and an entry in `catalog`.
public enum BuiltInSources {
    /// Returns the catalog of all source kinds, which share one `Fetcher` and its per-host limits.
    /// - Parameters:
    ///   - fullFetchInterval: maximum time with only 304 responses before an unconditional request.
    ///   - hackerNewsSelectors: nil to disable scraping.
    ///   - hackerNewsSpacing: pause between requests to the Hacker News website.
    ///   - packDownloads: the location of packs during their download.
    ///   - executor: the threads for work of the sources on untrusted bytes.
    ///   - keyedAPIAccess: returns the API key and the request budget for the service at a site's address.
    public static func catalog(
        fetcher: Fetcher, fullFetchInterval: Duration = SyndicationSource.fullFetchInterval,
        discoveryCache: DiscoveryCache = DiscoveryCache(),
        hackerNewsSelectors: HackerNewsSelectors? = nil,
        hackerNewsSpacing: Duration = HackerNewsSource.defaultSpacing,
        packDownloads: PackDownloads = .temporary,
        now: @escaping @Sendable () -> Date = { Date() }, executor: UntrustedWorkExecutor? = nil,
        keyedAPIAccess: @escaping @Sendable (WebAddress) -> KeyedAPIAccess = { _ in .none }
    ) -> SourceCatalog {
        let restAvailability = RESTAvailabilityCache()
        let crawlDelay = CrawlDelay()
        let memberTokens = MemberTokenCache()
        let sources: [SourceKind: SourceCatalog.Factory] = [
            .feed: { _ in
                SyndicationSource(
                    fetcher: fetcher, fullFetchInterval: fullFetchInterval, discoveryCache: discoveryCache, now: now)
            },
            .mitNews: { MITNewsSource(fetcher: fetcher, root: $0) },
            .wordPress: { _ in
                WordPressSource(
                    fetcher: fetcher, fullFetchInterval: fullFetchInterval, discoveryCache: discoveryCache,
                    restAvailability: restAvailability, now: now)
            },
            .hackerNews: {
                HackerNewsSource(
                    fetcher: fetcher, site: $0, selectors: hackerNewsSelectors, spacing: hackerNewsSpacing,
                    crawlDelay: crawlDelay, memberTokens: memberTokens, now: now)
            },
            .newsAPI: { NewsAPISource(fetcher: fetcher, site: $0, access: keyedAPIAccess($0), now: now) },
            .pack: { PackSource(fetcher: fetcher, site: $0, downloads: packDownloads) },
        ]
        return SourceCatalog(sources, articles: ArticleFetcher(fetcher: fetcher), executor: executor)
    }
}
