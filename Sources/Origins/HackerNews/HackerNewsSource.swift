public import Fetching
public import Foundation
public import Markup
public import News
import Untrusted

extension SourceKind {
    /// Hacker News, or a site with the same APIs.
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
    /// The search API of 2013, if it is the backend.
    private let hnsearch: HNSearchAPI?
    private let now: @Sendable () -> Date

    /// Pause between two requests for pages of the website, as other clients keep.
    public static let defaultSpacing = Duration.seconds(2)

    /// Creates a source for one site.
    /// - Parameters:
    ///   - fetcher: performs all requests.
    ///   - site: the site's address, which selects the backend (`HackerNewsEndpoints`).
    ///   - selectors: selectors for the website's pages; without them the website is not read.
    ///   - spacing: pause between two pages of the website.
    ///   - now: the clock for remembered instants.
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

    /// The scraper, if the website is the backend.
    private func activeScraper() throws(SourceError) -> HackerNewsScraper? {
        guard endpoints.backend == .website else { return nil }
        guard let scraper else { throw .notAllowed(why: "nobody has said what the marks on the site's pages mean") }
        return scraper
    }

    /// Thirty stories of a list, in the site's order (`ChannelResponse.firstRank`).
    /// - Throws: `SourceError`; messages name the host that failed.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        guard endpoints.isOnSite(channel.address) else {
            throw .notAllowed(why: "\(channel.address.host) is not the site whose stories these are")
        }
        if let pages = try activeScraper() { return try await pages.list(channel) }
        if let hnsearch, HackerNewsList(page: channel.address) == .top {
            return try await hnsearch.frontPage(after: channel.after)
        }
        guard let list = HackerNewsList(page: channel.address) else {
            // Only the website has this list.
            guard let scraper else { throw .notAllowed(why: "\(channel.address.text) is no list of stories") }
            return try await scraper.list(channel)
        }
        let lists = HackerNewsListLoader(api: api, mapper: mapper, now: now)
        if let cursor = channel.after { return try await lists.page(after: cursor) }
        return try await lists.firstPage(list, previous: channel.sourceState)
    }

    /// Searches by words and filters (`HackerNewsSearchQuery`).
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

    /// Loads whole threads in the site's order (`HackerNewsThreadLoader`).
    public var discussion: DiscussionCapability? {
        let threads = HackerNewsThreadLoader(api: api, algolia: algolia, mapper: mapper, now: now)
        return DiscussionCapability { (request, progress) async throws(SourceError) in
            if let pages = try activeScraper() { return try await pages.thread(request, progress) }
            if let hnsearch { return try await hnsearch.thread(request) }
            return try await threads.thread(request, progress)
        }
    }

    /// The text of the page that a story links to.
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
