public import Fetching
public import Foundation
import Markup
public import News
public import URLs

extension SourceKind {
    /// The source kind of Hacker News and of sites with the same APIs.
    public static let hackerNews = SourceKind(rawValue: "hacker-news")
}

/// The source for Hacker News; a channel is one of the site's lists (`docs/sources/hacker-news.md`).
public struct HackerNewsSource: Source, DiscussionCapability, ProfileCapability {
    let endpoints: HackerNewsEndpoints
    private let api: HackerNewsAPI
    private let algolia: AlgoliaClient
    private let mapper: HackerNewsMapper
    private let scraper: HackerNewsScraper?
    private let hnsearch: HNSearchAPI?
    private let crawlDelay: CrawlDelay?
    /// The client for member pages; nil if there are no selectors for the site's pages.
    let memberClient: HackerNewsMemberClient?
    private let now: @Sendable () -> Date

    /// The default pause between website requests, the same as in other clients.
    public static let defaultSpacing = Duration.seconds(2)

    /// Creates a source for one site.
    /// - Parameters:
    ///   - site: the site's address, which selects the backend (`HackerNewsEndpoints`).
    ///   - selectors: nil to disable scraping.
    ///   - spacing: pause between website requests.
    ///   - crawlDelay: shared by all sources; nil to fetch no website page in addition to the APIs.
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

    /// Returns the scraper; nil if the website is not the backend.
    private func activeScraper() throws(SourceError) -> HackerNewsScraper? {
        guard endpoints.backend == .website else { return nil }
        guard let scraper else { throw .notAllowed(FailureCause(.noSelectors, at: endpoints.host)) }
        return scraper
    }

    /// The lists in chronological order, newest first; the site numbers the rows of every list.
    private static let chronologicalLists: Set = [
        "/newest", "/jobs", "/shownew", "/asknew", "/noobstories", "/submitted", "/from", "/favorites", "/upvoted",
    ]

    /// Returns true if the site orders the list by rank instead of time.
    public func isRanked(_ channel: WebAddress) -> Bool { !Self.chronologicalLists.contains(channel.path) }

    /// True, since keys are item numbers; a link may be submitted again under another number.
    public var hasPermanentKeys: Bool { true }

    /// Fetches a page of thirty stories in the site's order.
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
            // Lists that the API does not have are only on the website.
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

    /// Loads a list from the website; falls back to the API if the page is not understood and the API has the list.
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

    /// The search for stories (query syntax: `HackerNewsSearchQuery`).
    public var search: (any SearchCapability)? { searcher }

    /// The search for other discussions of a web page.
    public var relatedDiscussions: (any RelatedDiscussionsCapability)? { searcher }

    private var searcher: HackerNewsSearch {
        HackerNewsSearch(api: api, algolia: algolia, mapper: mapper)
    }

    // MARK: Threads

    /// The comment threads of the site.
    public var discussion: (any DiscussionCapability)? { self }

    /// Fetches a thread from the site's backend; with the APIs as the backend, by `HackerNewsThreadLoader`.
    public func thread(
        for request: DiscussionRequest, progress: DiscussionProgress
    ) async throws(SourceError) -> DiscussionResponse {
        if let scraper = try activeScraper() { return try await scrapedThread(request, scraper, progress) }
        if let hnsearch { return try await hnsearch.thread(request) }
        return try await threads(withPages: true).thread(request, progress)
    }

    private func threads(withPages: Bool) -> HackerNewsThreadLoader {
        var pages: HackerNewsThreadPageReader?
        if withPages, let scraper, let crawlDelay {
            pages = HackerNewsThreadPageReader(scraper: scraper, crawlDelay: crawlDelay)
        }
        return HackerNewsThreadLoader(api: api, algolia: algolia, mapper: mapper, pages: pages, now: now)
    }

    /// Loads a thread from the website; falls back to the APIs if the page is not understood or doubtful, and otherwise
    /// throws, so that the stored thread stays. A doubtful thread is returned if no thread is stored, and a cut-off
    /// thread if it is longer than the stored one.
    private func scrapedThread(
        _ request: DiscussionRequest, _ scraper: HackerNewsScraper, _ progress: DiscussionProgress
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
            // The tree alone may have fewer comments than the stored thread.
            if response.isComplete || doubtful != nil || request.storedCount == 0 {
                response.diagnostics.insert(contentsOf: [cause.message, Self.fallbackDiagnostic], at: 0)
                return response
            }
        } catch {}
        if let doubtful { return doubtful }
        throw .unreadable(cause)
    }

    // MARK: Profiles

    /// The profiles of the site's users, with their stories and comments.
    public var profiles: (any ProfileCapability)? { self }

    /// Fetches a profile from the website if that is the backend, otherwise from the APIs.
    public func profile(_ name: String) async throws(SourceError) -> Profile {
        if let scraper = try activeScraper() { return try await scraper.profile(name) }
        return try await searcher.profile(name)
    }

    /// Fetches a user's submissions, newest first.
    public func stories(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> SearchResponse {
        if let scraper = try activeScraper() { return try await scraper.stories(by: name, after: cursor) }
        return try await searcher.stories(by: name, after: cursor)
    }

    /// Fetches a user's comments, newest first.
    public func comments(
        by name: String, after cursor: SourceCursor?
    ) async throws(SourceError) -> ProfileCommentsResponse {
        if let scraper = try activeScraper() { return try await scraper.comments(by: name, after: cursor) }
        return try await searcher.comments(by: name, after: cursor)
    }
}
