import Fetching
import Foundation
import JSON
import Markup
import News
import URLs
import Untrusted

/// A client of the HNSearch API of 2013 (hnsearch.com, closed in 2014), for servers that still support it
/// (`docs/sources/hacker-news.md`).
struct HNSearchAPI: Sendable {
    let client: JSONAPIClient
    let mapper: HackerNewsMapper
    let endpoints: HackerNewsEndpoints

    private static let pageSize = 30
    /// The range of valid ranks, far beyond the length of any list.
    private static let rankRange = 0...1_000_000
    /// The service's limits: the hits per request, and the highest start position.
    private static let maxHits = 100
    private static let maxStart = 1_000
    private static let format = "hnsearch"

    init(fetcher: Fetcher, mapper: HackerNewsMapper, endpoints: HackerNewsEndpoints) {
        client = JSONAPIClient(fetcher: fetcher)
        self.mapper = mapper
        self.endpoints = endpoints
    }

    // MARK: The front page

    /// Fetches the front page in the order of the feed `bigrss`; items arrive unordered. A cursor holds the rank of its
    /// first item, then the remaining items.
    func frontPage(after cursor: SourceCursor?) async throws(SourceError) -> ChannelResponse {
        let names: [String]
        let firstRank =
            cursor.flatMap { UntrustedInteger(digits: $0.rawValue.prefix { $0 != "," })?.int(in: Self.rankRange) } ?? 0
        if let cursor {
            names = cursor.rawValue.split(separator: ",").map(String.init).filter(Self.isItemName)
        } else {
            names = try Self.itemNames(in: try await client.fetch("\(endpoints.hnsearchListRoot)/bigrss"), host: host)
        }
        let page = Array(names.prefix(Self.pageSize))
        let list = page.map { $0 + "," }.joined()
        let value =
            page.isEmpty
            ? .array([]) : try await fetchJSON("\(endpoints.hnsearchItemsRoot)/_bulk/get_multi?ids=\(list)")
        guard let elements = value.elements else { throw unreadableError }
        let items = Dictionary(
            elements.compactMap { value in value["_id"]?.nonEmptyString.map { ($0, value) } },
            uniquingKeysWith: { one, _ in one }
        )
        let rest = names.dropFirst(Self.pageSize)
        var response = ChannelResponse(
            stories: page.compactMap { items[$0] }.compactMap(story),
            next: rest.isEmpty
                ? nil : SourceCursor(rawValue: "\(firstRank + page.count)," + rest.joined(separator: ",")),
            metadata: ChannelMetadata(site: endpoints.base, format: Self.format), status: 200)
        response.firstRank = firstRank
        return response
    }

    /// Reads the names in `<hnsearch_id>` elements: a number, a hyphen, five hexadecimal digits.
    static func itemNames(in response: FetchResponse, host: String) throws(SourceError) -> [String] {
        let text = String(decoding: response.body, as: UTF8.self)
        let names = text.components(separatedBy: "<hnsearch_id>").dropFirst().map {
            $0.prefix { $0 != "<" }.trimmingCharacters(in: .whitespacesAndNewlines)
        }.filter(isItemName)
        guard !names.isEmpty || text.contains("<rss") else {
            throw .unreadable(FailureCause(.unexpectedContent(.storyList), at: host))
        }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    private static func isItemName(_ text: String) -> Bool {
        let parts = text.split(separator: "-")
        return parts.count == 2 && UntrustedInteger(digits: parts[0]) != nil && parts[1].allSatisfy(\.isHexDigit)
    }

    private func story(_ value: JSONValue) -> FetchedStory? {
        guard let id = value["id"]?.int, let name = value["_id"]?.nonEmptyString else { return nil }
        var item = HackerNewsItem(id: id, type: value["type"]?.nonEmptyString == "job" ? "job" : "story")
        item.by = value["username"]?.nonEmptyString
        item.title = value["title"]?.string
        item.url = value["url"]?.nonEmptyString
        item.text = value["text"]?.string
        item.score = value["points"]?.int
        item.descendants = value["num_comments"]?.count
        item.time = Self.time(value)
        var story = mapper.story(item)
        // Comments are fetched by this id.
        story?.key = name
        if story?.labels.moderationState == .shown { story?.labels.moderationState = nil }
        return story
    }

    private static func time(_ value: JSONValue) -> Int? {
        guard let text = value["create_ts"]?.nonEmptyString else { return nil }
        do { return try Date(text, strategy: .iso8601).seconds } catch { return nil }
    }

    // MARK: Comments

    func thread(_ request: DiscussionRequest) async throws(SourceError) -> DiscussionResponse {
        let name = request.storyKey
        guard Self.isItemName(name) else { throw .notThere }
        var found: [JSONValue] = []
        // The limit holds until the first response states the total.
        var total = Self.maxHits
        while found.count < min(total, Self.maxStart + Self.maxHits) {
            let value = try await fetchJSON(
                "\(endpoints.hnsearchItemsRoot)/_search?filter[fields][discussion.sigid]=\(name)&limit=\(Self.maxHits)"
                    + "&start=\(found.count)&sortby=points%20asc")
            guard let results = value["results"]?.elements else { throw unreadableError }
            found += results.compactMap { $0["item"] }
            total = value["hits"]?.count ?? found.count
            if results.isEmpty { break }
        }
        let comments = found.compactMap { comment($0, of: name) }.uniqued()
        let fingerprint = HackerNewsThreadState.fingerprint(of: comments)
        let state = HackerNewsThreadState(print: fingerprint, top: [], count: comments.count, askedAt: 0, ranked: [:])
        return DiscussionResponse(
            comments: HackerNewsThreadState(request.sourceState)?.print == fingerprint ? nil : comments,
            missingCount: max(0, total - found.count), sourceState: SourceState(encoding: state))
    }

    private func comment(_ value: JSONValue, of story: String) -> FetchedComment? {
        guard let id = value["id"]?.int, let name = value["_id"]?.nonEmptyString,
            value["type"]?.nonEmptyString == "comment"
        else {
            return nil
        }
        let (author, html) = (value["username"]?.nonEmptyString, value["text"]?.string)
        var comment = mapper.comment(
            id: id, parent: nil, by: author, html: html, publishedAt: Self.time(value).flatMap { Date(seconds: $0) },
            moderationState: HackerNewsMapper.moderationState(ofText: html) ?? (author == nil ? .deleted : .shown),
            storyAuthor: nil)
        comment.key = name
        comment.parentKey = value["parent_sigid"]?.nonEmptyString.flatMap { $0 == story ? nil : $0 }
        return comment
    }

    // MARK: Requests

    private func fetchJSON(_ address: String) async throws(SourceError) -> JSONValue {
        try client.value(of: try await client.fetch(address))
    }

    private var host: String { WebAddress(endpoints.hnsearchItemsRoot)?.host ?? endpoints.hnsearchItemsRoot }
    private var unreadableError: SourceError { .unreadable(FailureCause(.unexpectedContent(.itemList), at: host)) }
}
