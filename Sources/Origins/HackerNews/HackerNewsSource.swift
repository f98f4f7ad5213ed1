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
    let endpoints: HackerNewsEndpoints
    private let api: HackerNewsAPI
    private let algolia: AlgoliaClient
    private let mapper: HackerNewsMapper
    private let scraper: HackerNewsScraper?
    private let hnsearch: HNSearchAPI?
    private let crawlDelay: CrawlDelay?
    /// Nil without rules for the site's pages.
    let memberClient: HackerNewsMemberClient?
    private let now: @Sendable () -> Date

    /// Pause between website requests, as other clients keep.
    public static let defaultSpacing = Duration.seconds(2)

    /// Creates a source for one site.
    /// - Parameters:
    ///   - site: selects the backend (`HackerNewsEndpoints`).
    ///   - selectors: nil to disable scraping.
    ///   - spacing: pause between website requests.
    ///   - crawlDelay: shared by all sources; nil to read no page beside the APIs.
    ///   - memberTokens: shared by all sources.
    public init(
        fetcher: Fetcher, site: WebAddress, selectors: HackerNewsSelectors? = nil, spacing: Duration = defaultSpacing,
        crawlDelay: CrawlDelay? = nil, memberTokens: MemberTokenCache = MemberTokenCache(),
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
                spacing: spacing, now: now)
        }
        memberClient = selectors.map {
            HackerNewsMemberClient(
                fetcher: fetcher, mapper: HackerNewsPageMapper(selectors: $0, mapper: mapper), endpoints: endpoints,
                spacing: spacing, tokens: memberTokens, now: now)
        }
        hnsearch =
            endpoints.backend == .hnsearch ? HNSearchAPI(fetcher: fetcher, mapper: mapper, endpoints: endpoints) : nil
        self.crawlDelay = crawlDelay
        self.now = now
    }

    /// Nil if the website is not the backend.
    private func activeScraper() throws(SourceError) -> HackerNewsScraper? {
        guard endpoints.backend == .website else { return nil }
        guard let scraper else { throw .notAllowed(FailureCause(.noSelectors, at: endpoints.host)) }
        return scraper
    }

    /// The site numbers every list; these have the newest first.
    private static let chronologicalLists: Set = [
        "/newest", "/jobs", "/shownew", "/asknew", "/noobstories", "/submitted", "/from", "/favorites", "/upvoted",
    ]

    /// Whether the site orders the list by rank instead of time.
    public func isRanked(_ channel: WebAddress) -> Bool { !Self.chronologicalLists.contains(channel.path) }

    /// Numbers of items; a link may be submitted again.
    public var hasPermanentKeys: Bool { true }

    /// Thirty stories in the site's order.
    /// - Throws: `SourceError`; causes name the host that failed.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        guard endpoints.isOnSite(channel.address) else {
            throw .notAllowed(FailureCause(.foreignSite, at: channel.address.host))
        }
        if let scraper = try activeScraper() { return try await scrapedList(channel, scraper) }
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
        if let cursor = channel.after { return try await listLoader.page(after: cursor) }
        return try await listLoader.firstPage(list, previous: channel.sourceState)
    }

    private var listLoader: HackerNewsListLoader { HackerNewsListLoader(api: api, mapper: mapper, now: now) }

    /// By the API where the page is not understood and the API has the list.
    private func scrapedList(
        _ channel: ChannelRequest, _ scraper: HackerNewsScraper
    ) async throws(SourceError) -> ChannelResponse {
        if let cursor = channel.after, HackerNewsCursor(cursor) != nil {
            return try await listLoader.page(after: cursor)
        }
        let failure: SourceError
        do { return try await scraper.list(channel) } catch { failure = error }
        guard case .unreadable(let cause) = failure, channel.after == nil,
            let list = HackerNewsList(page: channel.address)
        else { throw failure }
        do {
            var response = try await listLoader.firstPage(list, previous: channel.sourceState)
            response.diagnostics.insert(contentsOf: [cause.message, Self.fallbackDiagnostic], at: 0)
            return response
        } catch { throw failure }
    }

    private static let fallbackDiagnostic = "It came from the official interface instead."

    /// See `HackerNewsSearchQuery`.
    public var search: SearchCapability? {
        let searcher = self.searcher
        return SearchCapability { (words, cursor) async throws(SourceError) in
            try await searcher.stories(matching: words, after: cursor)
        }
    }

    /// See `HackerNewsThreadLoader`.
    public var discussion: DiscussionCapability? {
        DiscussionCapability { (request, progress) async throws(SourceError) in
            if let scraper = try activeScraper() { return try await scrapedThread(request, scraper, progress) }
            if let hnsearch { return try await hnsearch.thread(request) }
            return try await threads(withPages: true).thread(request, progress)
        }
    }

    private func threads(withPages: Bool) -> HackerNewsThreadLoader {
        var pages: HackerNewsThreadPageReader?
        if withPages, let scraper, let crawlDelay {
            pages = HackerNewsThreadPageReader(scraper: scraper, crawlDelay: crawlDelay)
        }
        return HackerNewsThreadLoader(api: api, algolia: algolia, mapper: mapper, pages: pages, now: now)
    }

    /// By the APIs where the page is not understood, or doubtful; else what is stored stays. A doubtful thread is better
    /// than none, and one that is cut off better than a shorter one.
    private func scrapedThread(
        _ request: DiscussionRequest, _ scraper: HackerNewsScraper,
        _ progress: DiscussionCapability.ProgressHandler
    ) async throws(SourceError) -> DiscussionResponse {
        var doubtful: DiscussionResponse?
        let cause: FailureCause
        do {
            let read = try await scraper.thread(request, progress)
            guard let doubt = read.doubt else { return read.response }
            cause = FailureCause(.doubtfulPage(doubt), at: endpoints.host)
            let isLonger = doubt == .cutOff && (read.response.comments?.count ?? 0) > request.storedCount
            let hasStored = request.storedCount > 0 || request.sourceState != nil
            if !hasStored || (isLonger && request.storedCount > 0) { doubtful = read.response }
        } catch {
            guard case .unreadable(let reason) = error else { throw error }
            cause = reason
        }
        do {
            var response = try await threads(withPages: false).thread(request, progress)
            // The tree alone may have less than what is stored.
            if response.isComplete || doubtful != nil || request.storedCount == 0 {
                response.diagnostics.insert(contentsOf: [cause.message, Self.fallbackDiagnostic], at: 0)
                return response
            }
        } catch {}
        if let doubtful { return doubtful }
        throw .unreadable(cause)
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
