import Feeds
import Fetching
import Foundation
import Markup
import News
import URLs
import Untrusted

/// Reads the website's pages: one at a time, with pauses, and none during a back-off.
struct HackerNewsScraper: Sendable {
    let fetcher: Fetcher
    let mapper: HackerNewsPageMapper
    let endpoints: HackerNewsEndpoints
    let spacing: Duration

    private static let maxPageBytes = 4 << 20
    private static let maxPages = 20
    /// Rate limiting, even without Retry-After.
    private static let backoffStatuses: Set<Int> = [403, 429, 503]
    private static let format = "Hacker News pages"

    private var host: String { WebAddress(endpoints.site)?.host ?? endpoints.site }

    private struct ScraperState: Codable {
        var kind = "pages"
        var print: String
    }

    // MARK: Lists

    func list(_ channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        let address = channel.after.map(\.rawValue) ?? channel.address.text
        let list = try mapper.list(try await fetchPage(address), host: host, mayBeEmpty: channel.after != nil)
        let fingerprint = Self.fingerprint(list.stories)
        let isSame = channel.after == nil && channel.sourceState?.decode(as: ScraperState.self)?.print == fingerprint
        var response = ChannelResponse(
            stories: isSame ? nil : list.stories, next: try nextCursor(list.moreLink, from: address),
            metadata: ChannelMetadata(site: endpoints.base, language: "en", format: Self.format),
            sourceState: SourceState(encoding: ScraperState(print: fingerprint)),
            pollingHints: PollingHints(lacksValidators: true, viewFreshSeconds: 300),
            status: 200)
        response.firstRank = list.firstRank ?? 0
        return response
    }

    private func nextCursor(_ moreLink: String?, from address: String) throws(SourceError) -> SourceCursor? {
        guard let moreLink, let here = WebAddress(address) else { return nil }
        guard let next = WebAddress(moreLink, base: here), endpoints.isOnSite(next) else { return nil }
        return SourceCursor(rawValue: next.text)
    }

    private static func fingerprint(_ stories: [FetchedStory]) -> String {
        let lines = stories.map {
            "\($0.key) \($0.title) \($0.points ?? 0) \($0.commentCount ?? 0) \($0.link?.text ?? "")"
        }
        return ContentHash.of(Array(lines.joined(separator: "\n").utf8))
    }

    // MARK: Threads

    func thread(
        _ request: DiscussionRequest, _ progress: DiscussionCapability.ProgressHandler
    ) async throws(SourceError) -> DiscussionResponse {
        guard let id = UntrustedInteger(request.storyKey)?.int(in: JSONValue.exactIntegers),
            let first = endpoints.page(of: id)
        else { throw .notThere }
        var address = first.text
        var rows: [HackerNewsPageMapper.CommentRow] = []
        var story: FetchedStory?
        var visited: Set<String> = []
        var isComplete = false
        while visited.count < Self.maxPages, visited.insert(address).inserted {
            let part = try mapper.thread(try await fetchPage(address), host: host)
            rows += part.comments
            story = story ?? part.story
            guard let next = try nextCursor(part.moreLink, from: address) else {
                isComplete = true
                break
            }
            await progress(DiscussionResponse(comments: mapper.nestedComments(rows), story: story))
            address = next.rawValue
        }
        let comments = mapper.nestedComments(rows)
        let fingerprint = HackerNewsThreadState.fingerprint(of: comments)
        return DiscussionResponse(
            comments: request.sourceState?.decode(as: ScraperState.self)?.print == fingerprint ? nil : comments,
            story: story,
            isComplete: isComplete, sourceState: SourceState(encoding: ScraperState(print: fingerprint)),
            freshSeconds: 300)
    }

    // MARK: Profiles

    func profile(_ name: String) async throws(SourceError) -> Profile {
        let address = "\(endpoints.site)/user?id=\(name.percentEncoded)"
        return try mapper.profile(try await fetchPage(address), name: name, host: host)
    }

    func stories(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> SearchResponse {
        let address = cursor?.rawValue ?? "\(endpoints.site)/submitted?id=\(name.percentEncoded)"
        let list = try mapper.list(try await fetchPage(address), host: host, mayBeEmpty: true)
        return SearchResponse(stories: list.stories, next: try nextCursor(list.moreLink, from: address))
    }

    func comments(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> ProfileCommentsResponse {
        let address = cursor?.rawValue ?? "\(endpoints.site)/threads?id=\(name.percentEncoded)"
        let root = ParsedPage(try await fetchPage(address)).root
        let rows = mapper.comments(in: root, by: nil).filter { $0.comment.author == name }
        let moreLink = root.first(mapper.selectors.selector("item.more"))?["href"]
        return ProfileCommentsResponse(
            comments: rows.map { row in
                ProfileComment(comment: row.comment, storyKey: row.story ?? row.comment.key, storyTitle: row.storyTitle)
            }, next: try nextCursor(moreLink, from: address))
    }

    // MARK: Requests

    private func fetchPage(_ address: String) async throws(SourceError) -> String {
        guard let url = WebAddress(address), endpoints.isOnSite(url) else {
            throw .notAllowed(FailureCause(.foreignPage(address), at: host))
        }
        var request = FetchRequest(
            address: address, accept: "text/html, application/xhtml+xml;q=0.9", bodyLimit: Self.maxPageBytes)
        request.minimumSpacing = spacing
        request.backoffStatuses = Self.backoffStatuses
        let response: FetchResponse
        do { response = try await fetcher.fetch(request) } catch { throw SourceError(error, site: host) }
        let html: String
        do { html = try DocumentText.webPage(response.body, charset: response.charset) } catch {
            throw .unreadable(FailureCause(error, site: host))
        }
        // Short pages are error messages.
        guard html.utf8.count < 200 else { return html }
        let message = PlainText.of(html: html)
        if message.contains("No such item") || message.contains("No such user") { throw .notThere }
        throw .unreadable(FailureCause(.briefPage(PlainText.excerpt(of: message, limit: 80)), at: host))
    }
}
