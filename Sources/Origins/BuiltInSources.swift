public import Fetching
public import Foundation
public import News

/// Every kind of origin this build can read. A new kind is one folder beside this file and one line here.
public enum BuiltInSources {
    /// The sources, all asking through one `Fetcher`, so that they are polite together.
    ///
    /// - Parameters:
    ///   - fetcher: the way out.
    ///   - patience: how long an origin may say "unchanged" before it is asked for everything.
    ///   - discoveryCache: what discovery has read lately.
    ///   - sites: what was learned of WordPress sites' interfaces.
    ///   - hackerNewsMarkup: what the marks on Hacker News's own pages mean; without it they are not read.
    ///   - now: the clock that remembered instants are reckoned by.
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

    /// The way to any page outside, through the same fetcher.
    public static func articleCapability(fetcher: Fetcher) -> ArticleCapability {
        let pages = ArticleFetcher(fetcher: fetcher)
        return ArticleCapability { (request) async throws(SourceError) in try await pages.response(to: request) }
    }
}
