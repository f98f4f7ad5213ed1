import Fetching
import Foundation
import Markup
import News
import Untrusted

/// The search service that Algolia runs for Hacker News (hn.algolia.com/api): whole trees of comments in one answer, and
/// what fits words, tags and numbers.
struct AlgoliaClient: Sendable {
    let client: JSONAPIClient
    let endpoints: HackerNewsEndpoints

    /// Threads nest an object and a list for each level.
    private static let maxDepth = 200

    init(fetcher: Fetcher, addresses: HackerNewsEndpoints) {
        client = JSONAPIClient(fetcher: fetcher)
        self.endpoints = addresses
    }

    /// One item with all that is below it, as far as the service has it.
    /// - Throws: `SourceError`; `.notThere` for what it does not know yet, or no more.
    func tree(_ id: Int) async throws(SourceError) -> JSONValue {
        let answer = try await client.fetch("\(endpoints.searchRoot)/items/\(id)")
        let value = try client.value(of: answer, maxDepth: Self.maxDepth)
        guard value["id"] != nil, value["children"]?.elements != nil else {
            throw .unreadable(why: "\(site) answered with something that is no thread.")
        }
        return value
    }

    func user(_ name: String) async throws(SourceError) -> JSONValue {
        try client.value(
            of: try await client.fetch("\(endpoints.searchRoot)/users/\(HackerNewsEndpoints.percentEncoded(name))"))
    }

    /// One page of what fits.
    func hits(_ question: AlgoliaQuery) async throws(SourceError) -> AlgoliaResultPage {
        let value = try client.value(of: try await client.fetch(endpoints.searchRoot + question.target))
        guard let hits = AlgoliaResultPage(value) else {
            let words =
                JSONAPIClient.errorMessage(of: value).map { "an error: \($0)" } ?? "something that is no result."
            throw .unreadable(why: "\(site) answered with \(words)")
        }
        return hits
    }

    private var site: String { WebAddress(endpoints.searchRoot)?.host ?? endpoints.searchRoot }
}

/// What is asked of the search service.
struct AlgoliaQuery: Sendable {
    var words = ""
    /// Newest first, instead of the service's own idea of what matters.
    var isByDate = false
    /// All of these; each may name several of which one is enough.
    var tags: [String] = []
    /// `created_at_i>1700000000` and their kind.
    var numericFilters: [String] = []
    /// Looks in this field only.
    var field: String?
    /// From 0.
    var page = 0
    var hitsPerPage = 30

    /// Path and query.
    var target: String {
        var fields = [("query", words)]
        if !tags.isEmpty { fields.append(("tags", tags.joined(separator: ","))) }
        if !numericFilters.isEmpty { fields.append(("numericFilters", numericFilters.joined(separator: ","))) }
        if let field { fields.append(("restrictSearchableAttributes", field)) }
        if page > 0 { fields.append(("page", "\(page)")) }
        fields.append(("hitsPerPage", "\(hitsPerPage)"))
        let query = fields.map { "\($0)=\(HackerNewsEndpoints.percentEncoded($1))" }.joined(separator: "&")
        return (isByDate ? "/search_by_date?" : "/search?") + query
    }
}

/// One page of results.
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

/// Turns the search service's words into those of `News`.
struct AlgoliaMapper: Sendable {
    let mapper: HackerNewsMapper

    /// A found story, or a found comment as a story of its own: it opens at itself, with its answers below it.
    func story(_ hit: JSONValue) -> FetchedStory? {
        guard let id = hit["objectID"]?.int ?? hit["id"]?.int else { return nil }
        if isComment(hit) { return commentAsStory(hit, id) }
        let tags = hit["_tags"]?.elements?.compactMap(\.string) ?? []
        let isJob = tags.contains("job") || hit["type"]?.string == "job"
        let isPoll = tags.contains("poll") || hit["type"]?.string == "poll"
        return mapper.story(
            item(
                id: id, type: isJob ? "job" : isPoll ? "poll" : "story", hit,
                text: hit["story_text"]?.string ?? hit["text"]?.string))
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

    /// A found comment as what somebody said.
    func profileComment(_ hit: JSONValue) -> ProfileComment? {
        guard let id = hit["objectID"]?.int, let story = hit["story_id"]?.nonEmptyString else { return nil }
        let parent = hit["parent_id"]?.nonEmptyString.flatMap {
            $0 == story ? nil : UntrustedInteger($0)?.int(in: JSONValue.exactIntegers)
        }
        let comment = mapper.comment(
            id: id, parent: parent, by: hit["author"]?.nonEmptyString, html: hit["comment_text"]?.string,
            publishedAt: hit["created_at_i"]?.date, standing: .shown,
            storyAuthor: nil)
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
