public import Fetching
public import Foundation
public import News
public import URLs
public import Untrusted

/// The built-in source kinds. To add one: a folder beside this file and an entry in `catalog`.
public enum BuiltInSources {
    /// All sources, with one `Fetcher` and its per-host limits.
    /// - Parameters:
    ///   - fullFetchInterval: maximum time of 304s only before an unconditional request.
    ///   - hackerNewsSelectors: nil to disable scraping.
    ///   - hackerNewsSpacing: pause between requests to its website.
    ///   - packDownloads: where packs wait while they are fetched.
    ///   - executor: threads for what the sources do with bytes from outside.
    ///   - serviceAccess: the key and the budget for the service at a site's address.
    public static func catalog(
        fetcher: Fetcher, fullFetchInterval: Duration = SyndicationSource.fullFetchInterval,
        discoveryCache: DiscoveryCache = DiscoveryCache(),
        hackerNewsSelectors: HackerNewsSelectors? = nil,
        hackerNewsSpacing: Duration = HackerNewsSource.defaultSpacing,
        packDownloads: PackDownloads = .temporary,
        now: @escaping @Sendable () -> Date = { Date() }, executor: UntrustedWorkExecutor? = nil,
        serviceAccess: @escaping @Sendable (WebAddress) -> ServiceAccess = { _ in .none }
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
            .newsAPI: { NewsAPISource(fetcher: fetcher, site: $0, access: serviceAccess($0), now: now) },
            .pack: { PackSource(fetcher: fetcher, site: $0, downloads: packDownloads) },
        ]
        return SourceCatalog(sources, articles: articleCapability(fetcher: fetcher), executor: executor)
    }

    /// Fetches any web page as an article.
    private static func articleCapability(fetcher: Fetcher) -> ArticleCapability {
        let articleFetcher = ArticleFetcher(fetcher: fetcher)
        return ArticleCapability { (request) async throws(SourceError) in try await articleFetcher.response(to: request)
        }
    }
}
