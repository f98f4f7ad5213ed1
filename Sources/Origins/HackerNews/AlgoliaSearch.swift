import Fetching
import Foundation
import Markup
import News
import Untrusted

/// The search service that Algolia runs for Hacker News (hn.algolia.com/api): whole trees of comments in one answer, and
/// what fits words, tags and numbers.
struct AlgoliaSearch: Sendable {
    let json: JSONInterface
    let addresses: HackerNewsAddresses

    /// Threads nest an object and a list for each level.
    private static let deepest = 200

    init(fetcher: Fetcher, addresses: HackerNewsAddresses) {
        json = JSONInterface(fetcher: fetcher)
        self.addresses = addresses
    }

    /// One item with all that is below it, as far as the service has it.
    /// - Throws: `SourceError`; `.notThere` for what it does not know yet, or no more.
    func tree(_ id: Int) async throws(SourceError) -> JSONValue {
        let answer = try await json.ask("\(addresses.search)/items/\(id)")
        let value = try json.value(of: answer, deepest: Self.deepest)
        guard value["id"] != nil, value["children"]?.elements != nil else {
            throw .unreadable(why: "\(site) answered with something that is no thread.")
        }
        return value
    }

    func person(_ name: String) async throws(SourceError) -> JSONValue {
        try json.value(of: try await json.ask("\(addresses.search)/users/\(HackerNewsAddresses.encoded(name))"))
    }

    /// One page of what fits.
    func hits(_ question: SearchQuestion) async throws(SourceError) -> SearchHits {
        let value = try json.value(of: try await json.ask(addresses.search + question.target))
        guard let hits = SearchHits(value) else {
            let words = JSONInterface.words(of: value).map { "an error: \($0)" } ?? "something that is no result."
            throw .unreadable(why: "\(site) answered with \(words)")
        }
        return hits
    }

    private var site: String { WebAddress(addresses.search)?.host ?? addresses.search }
}

/// What is asked of the search service.
struct SearchQuestion: Sendable {
    var words = ""
    /// Newest first, instead of the service's own idea of what matters.
    var isByDate = false
    /// All of these; each may name several of which one is enough.
    var tags: [String] = []
    /// `created_at_i>1700000000` and their kind.
    var numbers: [String] = []
    /// Looks in this field only.
    var field: String?
    /// From 0.
    var page = 0
    var size = 30

    /// Path and query.
    var target: String {
        var fields = [("query", words)]
        if !tags.isEmpty { fields.append(("tags", tags.joined(separator: ","))) }
        if !numbers.isEmpty { fields.append(("numericFilters", numbers.joined(separator: ","))) }
        if let field { fields.append(("restrictSearchableAttributes", field)) }
        if page > 0 { fields.append(("page", "\(page)")) }
        fields.append(("hitsPerPage", "\(size)"))
        let query = fields.map { "\($0)=\(HackerNewsAddresses.encoded($1))" }.joined(separator: "&")
        return (isByDate ? "/search_by_date?" : "/search?") + query
    }
}

/// One page of results.
struct SearchHits: Sendable {
    var hits: [JSONValue]
    var page: Int
    var pages: Int

    init?(_ value: JSONValue) {
        guard let hits = value["hits"]?.elements else { return nil }
        self.hits = hits
        page = value["page"]?.count ?? 0
        pages = value["nbPages"]?.count ?? 0
    }

    var hasMore: Bool { page + 1 < pages }
}

/// Turns the search service's words into those of `News`.
struct SearchReading: Sendable {
    let reading: HackerNewsReading

    /// A found story, or a found comment as a story of its own: it opens at itself, with its answers below it.
    func story(_ hit: JSONValue) -> ArrivingStory? {
        guard let id = hit["objectID"]?.int ?? hit["id"]?.int else { return nil }
        if isComment(hit) { return foundComment(hit, id) }
        let tags = hit["_tags"]?.elements?.compactMap(\.string) ?? []
        let isJob = tags.contains("job") || hit["type"]?.string == "job"
        let isPoll = tags.contains("poll") || hit["type"]?.string == "poll"
        return reading.story(
            item(
                id: id, type: isJob ? "job" : isPoll ? "poll" : "story", hit,
                text: hit["story_text"]?.string ?? hit["text"]?.string))
    }

    private func isComment(_ hit: JSONValue) -> Bool {
        if let tags = hit["_tags"]?.elements { return tags.contains(.text("comment")) }
        return hit["comment_text"] != nil || hit["type"]?.string == "comment"
    }

    private func item(id: Int, type: String, _ hit: JSONValue, text: String?) -> HackerNewsItem {
        var item = HackerNewsItem(id: id, type: type)
        item.by = hit["author"]?.name
        item.time = hit["created_at_i"]?.int
        item.text = text
        item.url = hit["url"]?.name
        item.title = hit["title"]?.string
        item.score = hit["points"]?.int
        item.descendants = hit["num_comments"]?.count
        return item
    }

    private func foundComment(_ hit: JSONValue, _ id: Int) -> ArrivingStory? {
        let by = hit["author"]?.name
        let text = reading.text(hit["comment_text"]?.string ?? hit["text"]?.string)
        let about = hit["story_title"]?.name.map { PlainText.of(possiblyHTMLTitle: $0) }
        let page = reading.addresses.page(of: id)
        return ArrivingStory(
            key: "\(id)", title: about.map { "On “\($0)”" } ?? HackerNewsReading.untitled(text.plain, id), link: page,
            byline: by, dek: text.plain.isEmpty ? nil : PlainText.excerpt(of: text.plain, limit: 300), body: text.body,
            text: text.plain, original: text.original, base: reading.addresses.base,
            publishedAt: hit["created_at_i"]?.instant, language: "en",
            discussion: page)
    }

    /// A found comment as what somebody said.
    func said(_ hit: JSONValue) -> SaidComment? {
        guard let id = hit["objectID"]?.int, let story = hit["story_id"]?.name else { return nil }
        let parent = hit["parent_id"]?.name.flatMap {
            $0 == story ? nil : UntrustedInteger($0)?.int(in: JSONValue.exact)
        }
        let comment = reading.comment(
            id: id, parent: parent, by: hit["author"]?.name, html: hit["comment_text"]?.string,
            publishedAt: hit["created_at_i"]?.instant, standing: .shown,
            storyAuthor: nil)
        return SaidComment(
            comment: comment, story: story,
            storyTitle: hit["story_title"]?.name.map { PlainText.of(possiblyHTMLTitle: $0) })
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
