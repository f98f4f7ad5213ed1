import Foundation
import JSON
import Markup
import News
import URLs
import Untrusted

/// The searches for words, for the stories and comments of a user, and for discussions of a page.
struct HackerNewsSearch: SearchCapability, RelatedDiscussionsCapability {
    let api: HackerNewsAPI
    let algolia: AlgoliaClient
    let mapper: HackerNewsMapper

    private static let pageSize = 30
    /// The maximum number of pages of 100 hits that are filtered locally per request.
    private static let maxPages = 5

    private var searchMapper: AlgoliaMapper { AlgoliaMapper(mapper: mapper) }

    // MARK: Words

    /// Searches for stories (query syntax: `HackerNewsSearchQuery`).
    func stories(matching text: String, after cursor: SourceCursor?) async throws(SourceError) -> SearchResponse {
        let query = HackerNewsSearchQuery(text)
        let position = PageCursor(cursor)
        guard query.filtersByCount, !position.isFilteredLocally else {
            return try await locallyFiltered(query, from: position)
        }
        do {
            let hits = try await algolia.hits(query.algoliaQuery(page: position.page, filtersCounts: true))
            return SearchResponse(
                stories: hits.hits.compactMap(searchMapper.story),
                next: hits.hasMore ? PageCursor(page: hits.page + 1, isFilteredLocally: false).cursor : nil)
        } catch .refused(status: 400, _) {
            // The service has rejected filters by points since 2026.
            return try await locallyFiltered(query, from: PageCursor(page: 0, isFilteredLocally: true))
        }
    }

    /// Searches and filters by points and comments locally until something matches.
    private func locallyFiltered(_ query: HackerNewsSearchQuery, from position: PageCursor) async throws(SourceError)
        -> SearchResponse
    {
        guard query.filtersByCount else {
            let hits = try await algolia.hits(query.algoliaQuery(page: position.page, filtersCounts: true))
            return SearchResponse(
                stories: hits.hits.compactMap(searchMapper.story),
                next: hits.hasMore ? PageCursor(page: hits.page + 1, isFilteredLocally: false).cursor : nil)
        }
        var stories: [FetchedStory] = []
        var page = position.page
        for _ in 0..<Self.maxPages {
            let hits = try await algolia.hits(query.algoliaQuery(page: page, filtersCounts: false))
            stories += hits.hits.filter(query.matches).compactMap(searchMapper.story)
            guard hits.hasMore else { return SearchResponse(stories: stories) }
            page += 1
            if stories.count >= Self.pageSize { break }
        }
        return SearchResponse(stories: stories, next: PageCursor(page: page, isFilteredLocally: true).cursor)
    }

    private struct PageCursor {
        var page = 0
        var isFilteredLocally = false

        static let maxPage = 1_000_000

        init(page: Int, isFilteredLocally: Bool) {
            self.page = page
            self.isFilteredLocally = isFilteredLocally
        }

        init(_ cursor: SourceCursor?) {
            guard let text = cursor?.rawValue else { return }
            isFilteredLocally = text.hasPrefix("l")
            // A cursor comes from the address bar and may hold any number.
            page = UntrustedInteger(digits: text.filter(\.isNumber))?.int(clampedTo: 0...Self.maxPage) ?? 0
        }

        var cursor: SourceCursor { SourceCursor(rawValue: (isFilteredLocally ? "l" : "p") + "\(page)") }
    }

    // MARK: Profiles

    /// Fetches a profile, with the search API as the fallback; the official API lacks users without public activity.
    func profile(_ name: String) async throws(SourceError) -> Profile {
        do {
            if let value = try await api.user(name) {
                return mapper.profile(
                    value["id"]?.nonEmptyString ?? name, karma: value["karma"]?.int,
                    joinedAt: value["created"]?.date,
                    about: value["about"]?.string)
            }
        } catch .busy(let until, _) { throw .busy(until: until) } catch {
            do { return try await profileFromAlgolia(name) } catch let other { _ = other }
            throw error
        }
        return try await profileFromAlgolia(name)
    }

    private func profileFromAlgolia(_ name: String) async throws(SourceError) -> Profile {
        let value = try await algolia.user(name)
        guard let username = value["username"]?.nonEmptyString else { throw .notThere }
        return mapper.profile(
            username, karma: value["karma"]?.int,
            joinedAt: value["created_at_i"]?.date,
            about: value["about"]?.string)
    }

    func stories(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> SearchResponse {
        if let position = SubmissionsCursor(cursor) { return try await submittedStories(name, position) }
        do {
            let hits = try await hits(by: name, "(story,poll,job)", cursor)
            return SearchResponse(stories: hits.hits.compactMap(searchMapper.story), next: Self.nextCursor(hits))
        } catch {
            guard cursor == nil, error.allowsFallback else { throw error }
            return try await submittedStories(name, SubmissionsCursor())
        }
    }

    func comments(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> ProfileCommentsResponse {
        if let position = SubmissionsCursor(cursor) { return try await submittedComments(name, position) }
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

    /// The offset in a user's `submitted` list (official API), which mixes stories and comments.
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
        _ name: String, _ position: SubmissionsCursor
    ) async throws(SourceError) -> (items: [HackerNewsItem], next: SourceCursor?) {
        guard let value = try await api.user(name) else { throw .notThere }
        let ids = value["submitted"]?.elements?.compactMap(\.int) ?? []
        let page = Array(ids.dropFirst(position.offset).prefix(Self.pageSize))
        let batch = await api.items(page)
        if batch.items.isEmpty, let failure = batch.failure { throw failure }
        let end = position.offset + page.count
        return (page.compactMap { batch.items[$0] }, end < ids.count ? SourceCursor(rawValue: "s\(end)") : nil)
    }

    private func submittedStories(_ name: String, _ position: SubmissionsCursor) async throws(SourceError)
        -> SearchResponse
    {
        let (items, next) = try await submissions(name, position)
        return SearchResponse(stories: items.compactMap { mapper.story($0) }, next: next)
    }

    /// Fetches a user's comments from the official API, which gives only the parent, not the story; the parent's page
    /// has a thread too.
    private func submittedComments(_ name: String, _ position: SubmissionsCursor) async throws(SourceError)
        -> ProfileCommentsResponse
    {
        let (items, next) = try await submissions(name, position)
        let comments = items.filter { $0.type == "comment" && !$0.isDeleted }.map { item in
            ProfileComment(comment: mapper.comment(item, of: nil), storyKey: "\(item.parent ?? item.id)")
        }
        return ProfileCommentsResponse(comments: comments, next: next)
    }

    // MARK: Addresses

    /// Searches for stories that link to the page in any usual spelling of its address, most discussed first.
    func stories(about page: WebAddress) async throws(SourceError) -> [FetchedStory] {
        let key = Self.normalized(page)
        let query = AlgoliaQuery(words: key, tags: ["story"], field: "url")
        let hits = try await algolia.hits(query)
        return hits.hits.compactMap(searchMapper.story)
            .filter { $0.externalLink.map(Self.normalized) == key }
            .sorted { ($0.commentCount ?? 0, $0.points ?? 0) > ($1.commentCount ?? 0, $1.points ?? 0) }
    }

    /// Returns a key that is equal for all usual spellings of an address.
    private static func normalized(_ address: WebAddress) -> String {
        let bare = address.withoutFragment.withoutTracking
        var path = bare.path
        while path.hasSuffix("/") { path.removeLast() }
        let port = bare.port == 80 || bare.port == 443 ? "" : ":\(bare.port)"
        return bare.bareHost + port + path + (bare.query.map { $0.isEmpty ? "" : "?\($0)" } ?? "")
    }
}

extension SourceError {
    fileprivate var allowsFallback: Bool {
        switch self {
        case .refused, .unreadable, .unreachable, .busy, .gone, .notThere: true
        case .signInNeeded, .keyNeeded, .notAllowed: false
        }
    }
}
