public import Fetching
public import Foundation
import Markup
public import News
public import URLs

extension SourceKind {
    /// Hacker News, or a site with the same APIs.
    public static let hackerNews = SourceKind(rawValue: "hacker-news")
}

/// Hacker News; a channel is one of its lists (`docs/sources/hacker-news.md`).
public struct HackerNewsSource: Source {
    private let endpoints: HackerNewsEndpoints
    private let api: HackerNewsAPI
    private let algolia: AlgoliaClient
    private let mapper: HackerNewsMapper
    private let scraper: HackerNewsScraper?
    private let hnsearch: HNSearchAPI?
    private let now: @Sendable () -> Date

    /// Pause between website requests, as other clients keep.
    public static let defaultSpacing = Duration.seconds(2)

    /// Creates a source for one site.
    /// - Parameters:
    ///   - site: selects the backend (`HackerNewsEndpoints`).
    ///   - selectors: nil to disable scraping.
    ///   - spacing: pause between website requests.
    public init(
        fetcher: Fetcher, site: WebAddress, selectors: HackerNewsSelectors? = nil, spacing: Duration = defaultSpacing,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        endpoints = HackerNewsEndpoints(site: site)
        api = HackerNewsAPI(fetcher: fetcher, endpoints: endpoints)
        algolia = AlgoliaClient(fetcher: fetcher, endpoints: endpoints)
        mapper = HackerNewsMapper(endpoints: endpoints)
        let (mapper, endpoints) = (mapper, endpoints)
        scraper = selectors.map {
            HackerNewsScraper(
                fetcher: fetcher, mapper: HackerNewsPageMapper(selectors: $0, mapper: mapper), endpoints: endpoints,
                spacing: spacing)
        }
        hnsearch =
            endpoints.backend == .hnsearch ? HNSearchAPI(fetcher: fetcher, mapper: mapper, endpoints: endpoints) : nil
        self.now = now
    }

    /// Nil if the website is not the backend.
    private func activeScraper() throws(SourceError) -> HackerNewsScraper? {
        guard endpoints.backend == .website else { return nil }
        guard let scraper else { throw .notAllowed(FailureCause(.noSelectors, at: endpoints.host)) }
        return scraper
    }

    /// Thirty stories in the site's order.
    /// - Throws: `SourceError`; causes name the host that failed.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        guard endpoints.isOnSite(channel.address) else {
            throw .notAllowed(FailureCause(.foreignSite, at: channel.address.host))
        }
        if let scraper = try activeScraper() { return try await scraper.list(channel) }
        if let hnsearch, HackerNewsList(page: channel.address) == .top {
            return try await hnsearch.frontPage(after: channel.after)
        }
        guard let list = HackerNewsList(page: channel.address) else {
            // Only the website has this list.
            guard let scraper else {
                let reason = FailureCause.Reason.noStoryList(address: channel.address.text)
                throw .notAllowed(FailureCause(reason, at: channel.address.host))
            }
            return try await scraper.list(channel)
        }
        let loader = HackerNewsListLoader(api: api, mapper: mapper, now: now)
        if let cursor = channel.after { return try await loader.page(after: cursor) }
        return try await loader.firstPage(list, previous: channel.sourceState)
    }

    /// See `HackerNewsSearchQuery`.
    public var search: SearchCapability? {
        let searcher = self.searcher
        return SearchCapability { (words, cursor) async throws(SourceError) in
            try await searcher.stories(matching: words, after: cursor)
        }
    }

    /// See `HackerNewsThreadLoader`.
    public var discussion: DiscussionCapability? {
        let threads = HackerNewsThreadLoader(api: api, algolia: algolia, mapper: mapper, now: now)
        return DiscussionCapability { (request, progress) async throws(SourceError) in
            if let scraper = try activeScraper() { return try await scraper.thread(request, progress) }
            if let hnsearch { return try await hnsearch.thread(request) }
            return try await threads.thread(request, progress)
        }
    }

    public var profiles: ProfileCapability? {
        let searcher = self.searcher
        return ProfileCapability(
            profile: { (name) async throws(SourceError) in
                if let scraper = try activeScraper() { return try await scraper.profile(name) }
                return try await searcher.profile(name)
            },
            stories: { (name, cursor) async throws(SourceError) in
                if let scraper = try activeScraper() { return try await scraper.stories(by: name, after: cursor) }
                return try await searcher.stories(by: name, after: cursor)
            },
            comments: { (name, cursor) async throws(SourceError) in
                if let scraper = try activeScraper() { return try await scraper.comments(by: name, after: cursor) }
                return try await searcher.comments(by: name, after: cursor)
            })
    }

    public var relatedDiscussions: RelatedDiscussionsCapability? {
        let searcher = self.searcher
        return RelatedDiscussionsCapability { (page) async throws(SourceError) in
            try await searcher.stories(about: page)
        }
    }

    private var searcher: HackerNewsSearch {
        HackerNewsSearch(api: api, algolia: algolia, mapper: mapper)
    }
}
