import Fetching
import Foundation
import Markup
import News
import Untrusted

/// Client of Algolia's search API for Hacker News (hn.algolia.com/api): whole comment trees in one response, and search
/// by words, tags and numbers.
struct AlgoliaClient: Sendable {
    let client: JSONAPIClient
    let endpoints: HackerNewsEndpoints

    /// Each level of a thread nests an object and an array.
    private static let maxDepth = 200

    init(fetcher: Fetcher, addresses: HackerNewsEndpoints) {
        client = JSONAPIClient(fetcher: fetcher)
        self.endpoints = addresses
    }

    /// An item with everything below it, as far as the service has it.
    /// - Throws: `SourceError`; `.notThere` for items that it does not have (yet).
    func tree(_ id: Int) async throws(SourceError) -> JSONValue {
        let response = try await client.fetch("\(endpoints.searchRoot)/items/\(id)")
        let value = try client.value(of: response, maxDepth: Self.maxDepth)
        guard value["id"] != nil, value["children"]?.elements != nil else {
            throw .unreadable(why: "\(site) answered with something that is no thread.")
        }
        return value
    }

    func user(_ name: String) async throws(SourceError) -> JSONValue {
        try client.value(
            of: try await client.fetch("\(endpoints.searchRoot)/users/\(HackerNewsEndpoints.percentEncoded(name))"))
    }

    /// One page of search results.
    func hits(_ query: AlgoliaQuery) async throws(SourceError) -> AlgoliaResultPage {
        let value = try client.value(of: try await client.fetch(endpoints.searchRoot + query.target))
        guard let hits = AlgoliaResultPage(value) else {
            let words =
                JSONAPIClient.errorMessage(of: value).map { "an error: \($0)" } ?? "something that is no result."
            throw .unreadable(why: "\(site) answered with \(words)")
        }
        return hits
    }

    private var site: String { WebAddress(endpoints.searchRoot)?.host ?? endpoints.searchRoot }
}

/// Parameters of a search.
struct AlgoliaQuery: Sendable {
    var words = ""
    /// Newest first instead of by relevance.
    var isByDate = false
    /// Combined with AND; one entry may hold alternatives, `(story,poll)`.
    var tags: [String] = []
    /// Such as `created_at_i>1700000000`.
    var numericFilters: [String] = []
    /// The only field searched, if any.
    var field: String?
    /// From 0.
    var page = 0
    var hitsPerPage = 30

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

/// Maps search results to `News` types.
struct AlgoliaMapper: Sendable {
    let mapper: HackerNewsMapper

    /// A found story, or a found comment as a story of its own whose thread is the replies to it.
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

    /// A found comment for its author's profile.
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
