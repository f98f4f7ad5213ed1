public import Fetching
public import Foundation
public import News

/// Every kind of origin this build can read. A new kind is one folder beside this file and one line here.
public enum Catalog {
    /// The sources, all asking through one `Fetcher`, so that they are polite together.
    ///
    /// - Parameters:
    ///   - fetcher: the way out.
    ///   - patience: how long an origin may say "unchanged" before it is asked for everything.
    ///   - tastings: what discovery has read lately.
    ///   - sites: what was learned of WordPress sites' interfaces.
    ///   - hackerNewsMarkup: what the marks on Hacker News's own pages mean; without it they are not read.
    ///   - now: the clock that remembered instants are reckoned by.
    public static func sources(
        fetcher: Fetcher, patience: Duration = SyndicationSource.patience, tastings: Tastings = Tastings(),
        sites: WordPressSites = WordPressSites(), hackerNewsMarkup: HackerNewsMarkup? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> SourceCatalog {
        SourceCatalog([
            .feed: { _ in SyndicationSource(fetcher: fetcher, patience: patience, tastings: tastings, now: now) },
            .mitNews: { MITNewsSource(fetcher: fetcher, root: $0) },
            .wordPress: {
                WordPressSource(
                    fetcher: fetcher, site: $0, patience: patience, tastings: tastings, sites: sites, now: now)
            },
            .hackerNews: { HackerNewsSource(fetcher: fetcher, site: $0, markup: hackerNewsMarkup, now: now) },
        ])
    }

    /// The way to any page outside, through the same fetcher.
    public static func pages(fetcher: Fetcher) -> PageAbility {
        let pages = StoryPages(fetcher: fetcher)
        return PageAbility { (request) async throws(SourceError) in try await pages.answer(to: request) }
    }
}
