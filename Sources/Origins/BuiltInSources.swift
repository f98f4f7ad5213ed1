public import Fetching
public import Foundation
public import News

/// The built-in kinds of source. A new kind is one folder beside this file and one entry in `catalog`.
public enum BuiltInSources {
    /// All sources, sharing one `Fetcher` and with it the limits per host.
    ///
    /// - Parameters:
    ///   - fetcher: performs all requests.
    ///   - patience: how long an origin may answer 304 before an unconditional request.
    ///   - discoveryCache: feeds that discovery has just fetched.
    ///   - restAvailability: which WordPress sites have a readable REST API.
    ///   - hackerNewsSelectors: selectors for Hacker News's own pages; without them the website is not read.
    ///   - now: the clock for remembered instants.
    public static func catalog(
        fetcher: Fetcher, patience: Duration = SyndicationSource.patience,
        discoveryCache: DiscoveryCache = DiscoveryCache(),
        restAvailability: RESTAvailabilityCache = RESTAvailabilityCache(),
        hackerNewsSelectors: HackerNewsSelectors? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> SourceCatalog {
        SourceCatalog([
            .feed: { _ in
                SyndicationSource(fetcher: fetcher, patience: patience, discoveryCache: discoveryCache, now: now)
            },
            .mitNews: { MITNewsSource(fetcher: fetcher, root: $0) },
            .wordPress: {
                WordPressSource(
                    fetcher: fetcher, site: $0, patience: patience, discoveryCache: discoveryCache,
                    restAvailability: restAvailability, now: now)
            },
            .hackerNews: { HackerNewsSource(fetcher: fetcher, site: $0, selectors: hackerNewsSelectors, now: now) },
        ])
    }

    /// Reads any web page as an article, through the same fetcher.
    public static func articleCapability(fetcher: Fetcher) -> ArticleCapability {
        let pages = ArticleFetcher(fetcher: fetcher)
        return ArticleCapability { (request) async throws(SourceError) in try await pages.response(to: request) }
    }
}
