public import Fetching
public import Foundation
public import Markup
public import News
import Untrusted

extension SourceKind {
    /// Hacker News, or a site that speaks as it does.
    public static let hackerNews = SourceKind(rawValue: "hacker-news")
}

/// Hacker News as a source: a channel is one of the website's lists (`docs/sources/hacker-news.md`).
public struct HackerNewsSource: Source {
    private let endpoints: HackerNewsEndpoints
    private let api: HackerNewsAPI
    private let algolia: AlgoliaClient
    private let mapper: HackerNewsMapper
    private let articleFetcher: ArticleFetcher
    private let scraper: HackerNewsScraper?
    /// The service of 2013, where it is the way in.
    private let hnsearch: HNSearchAPI?
    private let now: @Sendable () -> Date

    /// How long the website is left in peace between two of its pages: what other readers of it keep.
    public static let defaultSpacing = Duration.seconds(2)

    /// - Parameters:
    ///   - fetcher: the way out.
    ///   - site: the site's address, which says where everything is (`HackerNewsEndpoints`).
    ///   - markup: what the website's pages mean; without it they are not read.
    ///   - spacing: between two pages of the website.
    ///   - now: the clock that remembered instants are reckoned by.
    public init(
        fetcher: Fetcher, site: WebAddress, selectors: HackerNewsSelectors? = nil, spacing: Duration = defaultSpacing,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        endpoints = HackerNewsEndpoints(site: site)
        api = HackerNewsAPI(fetcher: fetcher, addresses: endpoints)
        algolia = AlgoliaClient(fetcher: fetcher, addresses: endpoints)
        mapper = HackerNewsMapper(endpoints: endpoints)
        let (mapper, addresses) = (mapper, endpoints)
        scraper = selectors.map {
            HackerNewsScraper(
                fetcher: fetcher, mapper: HackerNewsPageMapper(selectors: $0, mapper: mapper), endpoints: addresses,
                spacing: spacing)
        }
        articleFetcher = ArticleFetcher(fetcher: fetcher)
        hnsearch =
            addresses.backend == .hnsearch ? HNSearchAPI(fetcher: fetcher, mapper: mapper, addresses: addresses) : nil
        self.now = now
    }

    /// The website's pages, where they are the way in.
    private func activeScraper() throws(SourceError) -> HackerNewsScraper? {
        guard endpoints.backend == .website else { return nil }
        guard let scraper else { throw .notAllowed(why: "nobody has said what the marks on the site's pages mean") }
        return scraper
    }

    /// Thirty stories of a list, in the site's order (`ChannelResponse.firstRank`).
    /// - Throws: `SourceError`; sentences name the host that failed.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        guard endpoints.isOnSite(channel.address) else {
            throw .notAllowed(why: "\(channel.address.host) is not the site whose stories these are")
        }
        if let pages = try activeScraper() { return try await pages.list(channel) }
        if let hnsearch, HackerNewsList(page: channel.address) == .top {
            return try await hnsearch.frontPage(after: channel.after)
        }
        guard let list = HackerNewsList(page: channel.address) else {
            // Lists that only the website has.
            guard let scraper else { throw .notAllowed(why: "\(channel.address.text) is no list of stories") }
            return try await scraper.list(channel)
        }
        let lists = HackerNewsListLoader(api: api, mapper: mapper, now: now)
        if let cursor = channel.after { return try await lists.page(after: cursor) }
        return try await lists.firstPage(list, previous: channel.sourceState)
    }

    /// Words and small filters (`SearchWords`), by the search service.
    public var search: SearchCapability? {
        let finding = searcher
        return SearchCapability { (words, cursor) async throws(SourceError) in
            try await finding.stories(matching: words, after: cursor)
        }
    }

    public var singleStory: SingleStoryCapability? {
        SingleStoryCapability { (key) async throws(SourceError) in
            if let pages = try activeScraper() { return try await pages.story(key) }
            guard let id = UntrustedInteger(key)?.int(in: JSONValue.exactIntegers), let item = try await api.item(id)
            else { throw .notThere }
            let options = item.parts.isEmpty ? [:] : await api.items(item.parts).items
            guard let story = mapper.story(item, options: options) else {
                if item.isDeleted { throw .gone }
                throw .unreadable(why: "\(key) is a \(item.type) and no story")
            }
            return story
        }
    }

    /// Whole threads in the site's ranking (`HackerNewsThreadLoader`).
    public var discussion: DiscussionCapability? {
        let threads = HackerNewsThreadLoader(api: api, algolia: algolia, mapper: mapper, now: now)
        return DiscussionCapability { (request, progress) async throws(SourceError) in
            if let pages = try activeScraper() { return try await pages.thread(request, progress) }
            if let hnsearch { return try await hnsearch.thread(request) }
            return try await threads.thread(request, progress)
        }
    }

    /// The text of the page that a story points to: what one comes for where nothing is said here.
    public var fullText: FullTextCapability? {
        FullTextCapability { [pages = articleFetcher] (address) async throws(SourceError) in
            try await pages.story(at: address)
        }
    }

    public var profiles: ProfileCapability? {
        let finding = searcher
        return ProfileCapability(
            profile: { (name) async throws(SourceError) in
                if let pages = try activeScraper() { return try await pages.person(name) }
                return try await finding.person(name)
            },
            stories: { (name, cursor) async throws(SourceError) in
                if let pages = try activeScraper() { return try await pages.stories(by: name, after: cursor) }
                return try await finding.stories(by: name, after: cursor)
            },
            comments: { (name, cursor) async throws(SourceError) in
                if let pages = try activeScraper() { return try await pages.comments(by: name, after: cursor) }
                return try await finding.comments(by: name, after: cursor)
            })
    }

    public var relatedDiscussions: RelatedDiscussionsCapability? {
        let finding = searcher
        return RelatedDiscussionsCapability { (page) async throws(SourceError) in try await finding.stories(about: page)
        }
    }

    private var searcher: HackerNewsSearch {
        HackerNewsSearch(api: api, algolia: algolia, mapper: mapper)
    }
}
