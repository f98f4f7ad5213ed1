import Feeds
import Fetching
import Foundation
import Markup
import News
import URLs
import Untrusted

/// A scraper of the website: one page at a time, with pauses, and no requests during a back-off.
struct HackerNewsScraper: Sendable {
    let fetcher: Fetcher
    let mapper: HackerNewsPageMapper
    let endpoints: HackerNewsEndpoints
    let spacing: Duration
    let now: @Sendable () -> Date

    private static let maxPageBytes = 4 << 20
    /// The statuses that mean rate limiting, even without Retry-After.
    static let backoffStatuses: Set<Int> = [403, 429, 503]
    private static let format = "Hacker News pages"

    var host: String { WebAddress(endpoints.site)?.host ?? endpoints.site }

    // MARK: Lists

    private struct ListState: Codable {
        var kind = "pages"
        var print: String
        /// The parts that the rows had; nil in states of earlier versions.
        var parts: [ScrapeRejection.Part]?
    }

    /// Fetches a list.
    /// - Throws: `SourceError`; `.unreadable` also for a page that is cut off, or that lacks parts of the previous
    ///   page.
    func list(_ channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        let cursor = channel.after.map { ScrapedListCursor($0) }
        let address = cursor?.address ?? channel.address.text
        let known = channel.sourceState?.decode(as: ListState.self)
        // A site may drop ranks and short names for good: a manual refresh accepts the list without them.
        let usualParts = channel.reason == .manual ? [] : known?.parts ?? []
        let list = try await fetchList(
            address, mayBeEmpty: cursor != nil, requiring: Self.listParts.union(usualParts))
        let fingerprint = Self.fingerprint(list.stories)
        let rank = cursor == nil ? list.firstRank ?? 0 : cursor?.rank(orAt: list.firstRank)
        let next = try nextCursor(list.moreLink, from: address)
        let state = ListState(print: fingerprint, parts: list.validator.usualParts.sorted { $0.rawValue < $1.rawValue })
        var response = ChannelResponse(
            stories: cursor == nil && known?.print == fingerprint ? nil : list.stories,
            next: next.map { ScrapedListCursor(address: $0.rawValue, offset: (rank ?? 0) + list.stories.count).cursor },
            metadata: ChannelMetadata(site: endpoints.base, format: Self.format),
            sourceState: SourceState(encoding: state),
            pollingHints: PollingHints(lacksValidators: true, viewFreshSeconds: 300),
            status: 200)
        response.firstRank = rank
        return response
    }

    static let listParts: Set<ScrapeRejection.Part> = [.title, .author, .time]

    private func fetchList(
        _ address: String, mayBeEmpty: Bool, requiring parts: Set<ScrapeRejection.Part>
    ) async throws(SourceError) -> HackerNewsPageMapper.ParsedList {
        let list = try mapper.list(try await fetchPage(address), host: host, mayBeEmpty: mayBeEmpty)
        if let doubt = list.validator.doubt(requiring: parts) {
            throw .unreadable(FailureCause(.doubtfulPage(doubt), at: host))
        }
        return list
    }

    func nextCursor(_ moreLink: String?, from address: String) throws(SourceError) -> SourceCursor? {
        guard let moreLink, let here = WebAddress(address) else { return nil }
        guard let next = WebAddress(moreLink, base: here), endpoints.isOnSite(next) else { return nil }
        return SourceCursor(rawValue: next.text)
    }

    private static func fingerprint(_ stories: [FetchedStory]) -> String {
        let lines = stories.map {
            "\($0.key) \($0.title) \($0.points ?? 0) \($0.commentCount ?? -1) \($0.link?.text ?? "") \($0.labels)"
        }
        return ContentHash.of(Array(lines.joined(separator: "\n").utf8))
    }

    // MARK: Profiles

    func profile(_ name: String) async throws(SourceError) -> Profile {
        let address = "\(endpoints.site)/user?id=\(name.percentEncoded)"
        return try mapper.profile(try await fetchPage(address), name: name, host: host)
    }

    func stories(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> SearchResponse {
        let address = cursor?.rawValue ?? "\(endpoints.site)/submitted?id=\(name.percentEncoded)"
        let list = try await fetchList(address, mayBeEmpty: true, requiring: Self.listParts)
        return SearchResponse(stories: list.stories, next: try nextCursor(list.moreLink, from: address))
    }

    func comments(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> ProfileCommentsResponse {
        let address = cursor?.rawValue ?? "\(endpoints.site)/threads?id=\(name.percentEncoded)"
        let root = HTMLDocument(try await fetchPage(address)).root
        let rows = mapper.comments(in: root, by: nil).filter { $0.comment.author == name }
        let moreLink = root.first(mapper.selectors.selector("item.more"))?["href"]
        return ProfileCommentsResponse(
            comments: rows.map { row in
                ProfileComment(comment: row.comment, storyKey: row.story ?? row.comment.key, storyTitle: row.storyTitle)
            }, next: try nextCursor(moreLink, from: address))
    }

    // MARK: Requests

    func fetchPage(_ address: String) async throws(SourceError) -> String {
        try await fetchPage(address, spacing: spacing, backoffStatuses: Self.backoffStatuses)
    }

    /// Fetches a page.
    /// - Parameter backoffStatuses: the statuses that stop all requests to the site.
    func fetchPage(
        _ address: String, spacing: Duration, backoffStatuses: Set<Int>
    ) async throws(SourceError) -> String {
        guard let url = WebAddress(address), endpoints.isOnSite(url) else {
            throw .notAllowed(FailureCause(.foreignPage(address), at: host))
        }
        var request = FetchRequest(
            address: address, accept: "text/html, application/xhtml+xml;q=0.9", bodyLimit: Self.maxPageBytes)
        request.minimumSpacing = spacing
        request.backoffStatuses = backoffStatuses
        let response: FetchResponse
        do { response = try await fetcher.fetch(request) } catch { throw SourceError(error, site: host) }
        let html: String
        do { html = try DocumentDecoder.webPage(response.body, charset: response.charset) } catch {
            throw .unreadable(FailureCause(error, site: host))
        }
        // Short pages are error messages.
        guard html.utf8.count < 200 else { return html }
        let message = PlainText.of(html: html)
        if message.contains("No such item") || message.contains("No such user") { throw .notThere }
        let words = PlainText.excerpt(of: message, limit: 80)
        throw .unreadable(FailureCause(words.isEmpty ? .notAWebPage(.empty) : .briefPage(words), at: host))
    }
}

/// The next page of a scraped list, and the number of stories before it, since not every list has ranks.
struct ScrapedListCursor {
    var address: String
    /// The number of stories before the page; nil in cursors of earlier versions.
    var offset: Int?

    private static let maxOffset = 1_000_000

    init(address: String, offset: Int) {
        self.address = address
        self.offset = min(offset, Self.maxOffset)
    }

    init(_ cursor: SourceCursor) {
        let parts = cursor.rawValue.split(separator: " ", maxSplits: 1)
        if parts.count == 2, let offset = UntrustedInteger(digits: parts[0])?.int(in: 0...Self.maxOffset) {
            self.offset = offset
            address = String(parts[1])
        } else {
            address = cursor.rawValue
        }
    }

    var cursor: SourceCursor { SourceCursor(rawValue: "\(offset ?? 0) \(address)") }

    /// Returns the page's first rank, which continues after the previous pages even if this page counts from 1 again;
    /// nil if neither rank is known.
    func rank(orAt rank: Int?) -> Int? { offset.map { max($0, rank ?? 0) } ?? rank }
}
