import Fetching
import Foundation
import JSON
import Markup
import News
import URLs
import Untrusted

/// A client of Algolia's Hacker News search API (hn.algolia.com/api).
struct AlgoliaClient: Sendable {
    let client: JSONAPIClient
    let endpoints: HackerNewsEndpoints

    /// The maximum JSON depth. Each level of a thread nests an object and an array.
    private static let maxDepth = 200

    init(fetcher: Fetcher, endpoints: HackerNewsEndpoints) {
        client = JSONAPIClient(fetcher: fetcher)
        self.endpoints = endpoints
    }

    /// Fetches an item with all its descendants.
    /// - Throws: `SourceError`; `.notThere` if not (yet) indexed.
    func tree(_ id: Int) async throws(SourceError) -> JSONValue {
        let response = try await client.fetch("\(endpoints.searchRoot)/items/\(id)")
        let value = try client.value(of: response, maxDepth: Self.maxDepth)
        guard value["id"] != nil, value["children"]?.elements != nil else {
            throw .unreadable(FailureCause(.unexpectedContent(.thread), at: site))
        }
        return value
    }

    func user(_ name: String) async throws(SourceError) -> JSONValue {
        try client.value(
            of: try await client.fetch("\(endpoints.searchRoot)/users/\(name.percentEncoded)"))
    }

    func hits(_ query: AlgoliaQuery) async throws(SourceError) -> AlgoliaResultPage {
        let value = try client.value(of: try await client.fetch(endpoints.searchRoot + query.target))
        guard let hits = AlgoliaResultPage(value) else {
            throw JSONAPIClient.unexpected(value, expected: .searchResult, at: site)
        }
        return hits
    }

    private var site: String { WebAddress(endpoints.searchRoot)?.host ?? endpoints.searchRoot }
}

struct AlgoliaQuery: Sendable {
    var words = ""
    /// True to sort by date; false to sort by relevance.
    var isByDate = false
    /// The tags, combined with AND; an entry may hold alternatives: `(story,poll)`.
    var tags: [String] = []
    /// The numeric filters, such as `created_at_i>1700000000`.
    var numericFilters: [String] = []
    /// The only attribute that is searched; nil to search all attributes.
    var field: String?
    /// The page number, starting at 0.
    var page = 0
    var hitsPerPage = 30

    var target: String {
        var fields = [("query", words)]
        if !tags.isEmpty { fields.append(("tags", tags.joined(separator: ","))) }
        if !numericFilters.isEmpty { fields.append(("numericFilters", numericFilters.joined(separator: ","))) }
        if let field { fields.append(("restrictSearchableAttributes", field)) }
        if page > 0 { fields.append(("page", "\(page)")) }
        fields.append(("hitsPerPage", "\(hitsPerPage)"))
        let query = fields.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
        return (isByDate ? "/search_by_date?" : "/search?") + query
    }
}

struct AlgoliaResultPage: Sendable {
    var hits: [JSONValue]
    var page: Int
    var pageCount: Int

    init?(_ value: JSONValue) {
        guard let hits = value["hits"]?.elements else { return nil }
        self.hits = hits
        page = value["page"]?.count ?? 0
        pageCount = value["nbPages"]?.count ?? 0
    }

    var hasMore: Bool { page + 1 < pageCount }
}

struct AlgoliaMapper: Sendable {
    let mapper: HackerNewsMapper

    /// Maps a search hit. A comment becomes a story whose thread is its replies.
    func story(_ hit: JSONValue) -> FetchedStory? {
        guard let id = hit["objectID"]?.int ?? hit["id"]?.int else { return nil }
        if isComment(hit) { return commentAsStory(hit, id) }
        let tags = hit["_tags"]?.elements?.compactMap(\.string) ?? []
        let isJob = tags.contains("job") || hit["type"]?.string == "job"
        let isPoll = tags.contains("poll") || hit["type"]?.string == "poll"
        var story = mapper.story(
            item(
                id: id, type: isJob ? "job" : isPoll ? "poll" : "story", hit,
                text: hit["story_text"]?.string ?? hit["text"]?.string))
        // The service is minutes late and does not track later moderation.
        story?.hasOldCounts = true
        if story?.labels.moderationState == .shown { story?.labels.moderationState = nil }
        return story
    }

    private func isComment(_ hit: JSONValue) -> Bool {
        if let tags = hit["_tags"]?.elements { return tags.contains(.string("comment")) }
        return hit["comment_text"] != nil || hit["type"]?.string == "comment"
    }

    private func item(id: Int, type: String, _ hit: JSONValue, text: String?) -> HackerNewsItem {
        var item = HackerNewsItem(id: id, type: type)
        item.by = hit["author"]?.nonEmptyString
        item.time = hit["created_at_i"]?.int
        item.text = text
        item.url = hit["url"]?.nonEmptyString
        item.title = hit["title"]?.string
        item.score = hit["points"]?.int
        item.descendants = hit["num_comments"]?.count
        item.isDead = hit["dead"]?.isTrue ?? false
        return item
    }

    private func commentAsStory(_ hit: JSONValue, _ id: Int) -> FetchedStory? {
        let by = hit["author"]?.nonEmptyString
        let text = mapper.text(hit["comment_text"]?.string ?? hit["text"]?.string)
        let about = hit["story_title"]?.nonEmptyString.map { PlainText.of(possiblyHTMLTitle: $0) }
        let page = mapper.endpoints.page(of: id)
        return FetchedStory(
            key: "\(id)", title: about.map { "On “\($0)”" } ?? HackerNewsMapper.fallbackTitle(text.plain, id),
            link: page,
            byline: by, dek: text.plain.isEmpty ? nil : PlainText.excerpt(of: text.plain, limit: 300), body: text.body,
            text: text.plain, original: text.original, base: mapper.endpoints.base,
            publishedAt: hit["created_at_i"]?.date, language: "en",
            discussionLink: page)
    }

    func profileComment(_ hit: JSONValue) -> ProfileComment? {
        guard let id = hit["objectID"]?.int, let story = hit["story_id"]?.nonEmptyString else { return nil }
        let parent = hit["parent_id"]?.nonEmptyString.flatMap {
            $0 == story ? nil : UntrustedInteger($0)?.int(in: JSONValue.exactIntegers)
        }
        let html = hit["comment_text"]?.string
        let comment = mapper.comment(
            id: id, parent: parent, by: hit["author"]?.nonEmptyString, html: html,
            publishedAt: hit["created_at_i"]?.date,
            moderationState: HackerNewsMapper.moderationState(ofText: html) ?? .shown, storyAuthor: nil)
        return ProfileComment(
            comment: comment, storyKey: story,
            storyTitle: hit["story_title"]?.nonEmptyString.map { PlainText.of(possiblyHTMLTitle: $0) })
    }
}

extension HackerNewsItem {
    init(id: Int, type: String) {
        self.id = id
        self.type = type
        kids = []
        parts = []
        isDeleted = false
        isDead = false
    }
}
