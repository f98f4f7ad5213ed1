import Fetching
import Foundation
import Library
import Markup
import News
import Origins
import Pictures

/// The composition root: who is made from what. Everything is made here and handed down; nothing is global.
struct Household: Sendable {
    let library: NewsLibrary
    let configuration: Configuration
    let fetcher: Fetcher
    /// What discovery has read lately: who follows it is given that.
    let tastings = Tastings()
    /// What the marks on Hacker News's own pages mean.
    let markup: HackerNewsMarkup?
    /// Which WordPress sites have an interface.
    let sites = WordPressSites()
    let now: @Sendable () -> Date

    init(_ library: NewsLibrary, _ configuration: Configuration, now: @escaping @Sendable () -> Date = { Date() }) {
        self.library = library
        self.configuration = configuration
        self.now = now
        markup = Markups.hackerNews(in: configuration.dataFolder)
        fetcher = Fetcher(
            policy: AddressPolicy(allowing: configuration.allow), userAgent: configuration.userAgent,
            limits: configuration.limits, peace: Self.peaceBook(library, now), now: now)
    }

    /// Fetches stories' whole texts from their pages.
    var fullTexts: FullTextDesk { FullTextDesk(library: library, catalog: catalog) }

    /// Opens pages of the web for reading here.
    var outside: OutsideDesk { OutsideDesk(library: library, pages: Catalog.pages(fetcher: fetcher)) }

    /// Asks origins for what follows a list's last story.
    var olderStories: OlderStoriesDesk { OlderStoriesDesk(library: library, catalog: catalog) }
    /// Looks for stories at the origins that can be searched.
    var originSearch: OriginSearchDesk { OriginSearchDesk(library: library, catalog: catalog) }

    /// Asks origins who people are.
    var people: PeopleDesk { PeopleDesk(library: library, catalog: catalog) }
    /// Asks origins where else a page is discussed.
    var mentions: MentionDesk { MentionDesk(library: library, catalog: catalog) }
    /// Asks origins what people say under stories.
    var discussions: DiscussionDesk { DiscussionDesk(library: library, catalog: catalog) }

    var catalog: SourceCatalog {
        Catalog.sources(
            fetcher: fetcher, patience: configuration.bounds.patience, tastings: tastings, sites: sites,
            hackerNewsMarkup: markup, now: now)
    }

    var discovery: FeedDiscovery {
        FeedDiscovery(fetcher: fetcher, tastings: tastings, known: { await followed($0) }, now: now)
    }

    /// A feed that is followed, as discovery offers it: its origin is not asked for what is here.
    private func followed(_ address: WebAddress) async -> FoundChannel? {
        do {
            let plain = address.withoutFragment
            let found = try await library.subscriptions.find(plain.text, for: .first).first { $0.address == plain }
            return found.map { feed in
                FoundChannel(
                    kind: feed.kind, address: feed.address,
                    facts: ChannelFacts(title: feed.title, site: feed.site, about: feed.about),
                    count: feed.health.storyCount, newestAt: feed.health.newestAt)
            }
        } catch { return nil }
    }

    /// Hosts' wishes to be left alone are kept in the database, for every process that uses it.
    private static func peaceBook(_ library: NewsLibrary, _ now: @escaping @Sendable () -> Date) -> PeaceBook {
        let kept = KeptPeace(library, now: now)
        return PeaceBook(
            read: { host in await kept.until(host) }, write: { host, until in await kept.keep(host, until: until) })
    }

    func refresher(report: @escaping @Sendable (RefreshEvent) -> Void = { _ in }) -> Refresher {
        Refresher(library: library, catalog: catalog, report: report)
    }
}
