import Foundation
import Markup
import News
import Untrusted

/// Search, profiles and discussions of a page.
struct HackerNewsSearch: Sendable {
    let api: HackerNewsAPI
    let algolia: AlgoliaClient
    let mapper: HackerNewsMapper

    private static let pageSize = 30
    /// How many pages of 100 hits are filtered locally when the service does not compare points itself.
    private static let maxPages = 5

    private var searchMapper: AlgoliaMapper { AlgoliaMapper(mapper: mapper) }

    // MARK: Words

    /// Searches for stories; `HackerNewsSearchQuery` describes the syntax.
    func stories(matching text: String, after cursor: SourceCursor?) async throws(SourceError) -> SearchResponse {
        let words = HackerNewsSearchQuery(text)
        let place = PageCursor(cursor)
        guard words.filtersByCount, !place.isFilteredLocally else {
            return try await locallyFiltered(words, from: place)
        }
        do {
            let hits = try await algolia.hits(words.algoliaQuery(page: place.page, isCounting: true))
            return SearchResponse(
                stories: hits.hits.compactMap(searchMapper.story),
                next: hits.hasMore ? PageCursor(page: hits.page + 1, isFilteredLocally: false).cursor : nil)
        } catch .refused(status: 400, _) {
            // Since 2026 the service refuses to compare points.
            return try await locallyFiltered(words, from: PageCursor(page: 0, isFilteredLocally: true))
        }
    }

    /// Filters by points and comments locally, page by page, until something matches.
    private func locallyFiltered(_ words: HackerNewsSearchQuery, from place: PageCursor) async throws(SourceError)
        -> SearchResponse
    {
        guard words.filtersByCount else {
            let hits = try await algolia.hits(words.algoliaQuery(page: place.page, isCounting: true))
            return SearchResponse(
                stories: hits.hits.compactMap(searchMapper.story),
                next: hits.hasMore ? PageCursor(page: hits.page + 1, isFilteredLocally: false).cursor : nil)
        }
        var stories: [FetchedStory] = []
        var page = place.page
        for _ in 0..<Self.maxPages {
            let hits = try await algolia.hits(words.algoliaQuery(page: page, isCounting: false))
            stories += hits.hits.filter(words.matches).compactMap(searchMapper.story)
            guard hits.hasMore else { return SearchResponse(stories: stories) }
            page += 1
            if stories.count >= Self.pageSize { break }
        }
        return SearchResponse(stories: stories, next: PageCursor(page: page, isFilteredLocally: true).cursor)
    }

    /// Cursor of a search.
    private struct PageCursor {
        var page = 0
        /// Whether points are compared here instead of by the service.
        var isFilteredLocally = false

        static let maxPage = 1_000_000

        init(page: Int, isFilteredLocally: Bool) {
            self.page = page
            self.isFilteredLocally = isFilteredLocally
        }

        init(_ cursor: SourceCursor?) {
            guard let text = cursor?.rawValue else { return }
            isFilteredLocally = text.hasPrefix("l")
            // Cursors travel through the address bar, so the number is untrusted.
            page = UntrustedInteger(digits: text.filter(\.isNumber))?.int(clampedTo: 0...Self.maxPage) ?? 0
        }

        var cursor: SourceCursor { SourceCursor(rawValue: (isFilteredLocally ? "l" : "p") + "\(page)") }
    }

    // MARK: Profiles

    /// A profile from the official API; from the search API for users without public activity, whom the former lacks.
    func person(_ name: String) async throws(SourceError) -> Profile {
        do {
            if let value = try await api.user(name) {
                return mapper.person(
                    value["id"]?.nonEmptyString ?? name, karma: value["karma"]?.int,
                    joinedAt: value["created"]?.date,
                    about: value["about"]?.string)
            }
        } catch .busy(let until) { throw .busy(until: until) } catch {
            do { return try await personFromAlgolia(name) } catch let other { _ = other }
            throw error
        }
        return try await personFromAlgolia(name)
    }

    private func personFromAlgolia(_ name: String) async throws(SourceError) -> Profile {
        let value = try await algolia.user(name)
        guard let given = value["username"]?.nonEmptyString else { throw .notThere }
        return mapper.person(
            given, karma: value["karma"]?.int,
            joinedAt: value["created_at_i"]?.date,
            about: value["about"]?.string)
    }

    func stories(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> SearchResponse {
        if let place = SubmissionsCursor(cursor) { return try await submittedStories(name, place) }
        do {
            let hits = try await hits(by: name, "(story,poll,job)", cursor)
            return SearchResponse(stories: hits.hits.compactMap(searchMapper.story), next: Self.nextCursor(hits))
        } catch {
            guard cursor == nil, error.allowsFallback else { throw error }
            return try await submittedStories(name, SubmissionsCursor())
        }
    }

    func comments(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> ProfileCommentsResponse {
        if let place = SubmissionsCursor(cursor) { return try await submittedComments(name, place) }
        do {
            let hits = try await hits(by: name, "comment", cursor)
            return ProfileCommentsResponse(
                comments: hits.hits.compactMap(searchMapper.profileComment), next: Self.nextCursor(hits))
        } catch {
            guard cursor == nil, error.allowsFallback else { throw error }
            return try await submittedComments(name, SubmissionsCursor())
        }
    }

    private func hits(by name: String, _ tag: String, _ cursor: SourceCursor?) async throws(SourceError)
        -> AlgoliaResultPage
    {
        var query = AlgoliaQuery(isByDate: true, tags: [tag, "author_\(name)"])
        query.page = PageCursor(cursor).page
        return try await algolia.hits(query)
    }

    private static func nextCursor(_ hits: AlgoliaResultPage) -> SourceCursor? {
        hits.hasMore ? PageCursor(page: hits.page + 1, isFilteredLocally: false).cursor : nil
    }

    // MARK: Without the search API

    /// Cursor within a user's `submitted` list of the official API, stories and comments mixed.
    private struct SubmissionsCursor {
        var offset = 0

        init() {}

        init?(_ cursor: SourceCursor?) {
            guard let text = cursor?.rawValue, text.hasPrefix("s"),
                let offset = UntrustedInteger(text.dropFirst())?.int(clampedTo: 0...PageCursor.maxPage)
            else { return nil }
            self.offset = offset
        }
    }

    private func submissions(
        _ name: String, _ place: SubmissionsCursor
    ) async throws(SourceError) -> (items: [HackerNewsItem], next: SourceCursor?) {
        guard let value = try await api.user(name) else { throw .notThere }
        let ids = value["submitted"]?.elements?.compactMap(\.int) ?? []
        let page = Array(ids.dropFirst(place.offset).prefix(Self.pageSize))
        let batch = await api.items(page)
        if batch.items.isEmpty, let failure = batch.failure { throw failure }
        let end = place.offset + page.count
        return (page.compactMap { batch.items[$0] }, end < ids.count ? SourceCursor(rawValue: "s\(end)") : nil)
    }

    private func submittedStories(_ name: String, _ place: SubmissionsCursor) async throws(SourceError)
        -> SearchResponse
    {
        let (items, next) = try await submissions(name, place)
        return SearchResponse(stories: items.compactMap { mapper.story($0) }, next: next)
    }

    /// The API gives only a comment's parent, not its story; the parent's page has a thread too.
    private func submittedComments(_ name: String, _ place: SubmissionsCursor) async throws(SourceError)
        -> ProfileCommentsResponse
    {
        let (items, next) = try await submissions(name, place)
        let comments = items.filter { $0.type == "comment" && !$0.isDeleted }.map { item in
            ProfileComment(comment: mapper.comment(item, of: nil), storyKey: "\(item.parent ?? item.id)")
        }
        return ProfileCommentsResponse(comments: comments, next: next)
    }

    // MARK: Addresses

    /// Stories that link to a page in any of its usual spellings, most discussed first.
    func stories(about page: WebAddress) async throws(SourceError) -> [FetchedStory] {
        let wanted = Self.normalized(page)
        let query = AlgoliaQuery(words: wanted, tags: ["story"], field: "url")
        let hits = try await algolia.hits(query)
        return hits.hits.compactMap(searchMapper.story)
            .filter { $0.externalLink.map(Self.normalized) == wanted }
            .sorted { ($0.commentCount ?? 0, $0.points ?? 0) > ($1.commentCount ?? 0, $1.points ?? 0) }
    }

    /// Host and path, normalized over spellings of one address.
    private static func normalized(_ address: WebAddress) -> String {
        let bare = address.withoutFragment.withoutTracking
        let host = bare.host.hasPrefix("www.") ? String(bare.host.dropFirst(4)) : bare.host
        var path = bare.path
        while path.hasSuffix("/") { path.removeLast() }
        let port = bare.port == 80 || bare.port == 443 ? "" : ":\(bare.port)"
        return host + port + path + (bare.query.map { $0.isEmpty ? "" : "?\($0)" } ?? "")
    }
}

extension SourceError {
    /// Whether another backend may succeed.
    fileprivate var allowsFallback: Bool {
        switch self {
        case .refused, .unreadable, .unreachable, .busy, .gone, .notThere: true
        case .signInNeeded, .notAllowed: false
        }
    }
}
