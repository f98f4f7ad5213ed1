import Fetching
import Foundation
import Markup
import News
import Untrusted

/// The search service of 2013 (hnsearch.com, closed in 2014) as a way in, for whoever runs a server that still speaks as it
/// did: numbers from a feed, items in bulk, and comments in no order (`docs/sources/hacker-news.md`).
struct OldSearch: Sendable {
    let json: JSONInterface
    let reading: HackerNewsReading
    let addresses: HackerNewsAddresses

    private static let pageSize = 30
    /// The service gave a hundred at a time, and began at no more than about a thousand.
    private static let mostHits = 100
    private static let farthest = 1_000
    private static let format = "hnsearch"

    init(fetcher: Fetcher, reading: HackerNewsReading, addresses: HackerNewsAddresses) {
        json = JSONInterface(fetcher: fetcher)
        self.reading = reading
        self.addresses = addresses
    }

    // MARK: The front page

    /// The stories of the feed `bigrss`, in its order, whichever order their items come in.
    func front(after cursor: Cursor?) async throws(SourceError) -> ChannelAnswer {
        let names: [String]
        if let cursor {
            names = cursor.rawValue.split(separator: ",").map(String.init).filter(Self.isName)
        } else {
            names = try Self.names(in: try await json.ask("\(addresses.oldList)/bigrss"), host: host)
        }
        let page = Array(names.prefix(Self.pageSize))
        let list = page.map { $0 + "," }.joined()
        let value = page.isEmpty ? .list([]) : try await value("\(addresses.oldItems)/_bulk/get_multi?ids=\(list)")
        guard let elements = value.elements else { throw unreadable }
        let items = Dictionary(
            elements.compactMap { value in value["_id"]?.name.map { ($0, value) } }, uniquingKeysWith: { one, _ in one }
        )
        let rest = names.dropFirst(Self.pageSize)
        var answer = ChannelAnswer(
            stories: page.compactMap { items[$0] }.compactMap(story),
            next: rest.isEmpty ? nil : Cursor(rawValue: rest.joined(separator: ",")),
            facts: ChannelFacts(site: addresses.base, language: "en", format: Self.format), status: 200)
        answer.firstRank = 0
        return answer
    }

    /// The names between `<hnsearch_id>` and its end: a number, a hyphen and five hexadecimal digits.
    static func names(in answer: FetchAnswer, host: String) throws(SourceError) -> [String] {
        let text = String(decoding: answer.body, as: UTF8.self)
        let names = text.components(separatedBy: "<hnsearch_id>").dropFirst().map {
            $0.prefix { $0 != "<" }.trimmingCharacters(in: .whitespacesAndNewlines)
        }.filter(isName)
        guard !names.isEmpty || text.contains("<rss") else {
            throw .unreadable(why: "\(host) answered with something that is no list of stories.")
        }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    private static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: "-")
        return parts.count == 2 && UntrustedInteger(digits: parts[0]) != nil && parts[1].allSatisfy(\.isHexDigit)
    }

    private func story(_ value: JSONValue) -> ArrivingStory? {
        guard let id = value["id"]?.int, let name = value["_id"]?.name else { return nil }
        var item = HackerNewsItem(id: id, type: value["type"]?.name == "job" ? "job" : "story")
        item.by = value["username"]?.name
        item.title = value["title"]?.string
        item.url = value["url"]?.name
        item.text = value["text"]?.string
        item.score = value["points"]?.int
        item.descendants = value["num_comments"]?.count
        item.time = Self.time(value)
        var story = reading.story(item)
        // By this name the service finds the comments again.
        story?.key = name
        return story
    }

    private static func time(_ value: JSONValue) -> Int? {
        guard let text = value["create_ts"]?.name else { return nil }
        do { return try Date(text, strategy: .iso8601).seconds } catch { return nil }
    }

    // MARK: Comments

    /// All that was said, a hundred at a time: the app of 2013 asked for the first hundred only.
    func thread(_ request: DiscussionRequest) async throws(SourceError) -> DiscussionAnswer {
        let name = request.story
        guard Self.isName(name) else { throw .notThere }
        var found: [JSONValue] = []
        // Until the first answer says how many there are.
        var total = Self.mostHits
        while found.count < min(total, Self.farthest + Self.mostHits) {
            let value = try await value(
                "\(addresses.oldItems)/_search?filter[fields][discussion.sigid]=\(name)&limit=\(Self.mostHits)"
                    + "&start=\(found.count)&sortby=points%20asc")
            guard let results = value["results"]?.elements else { throw unreadable }
            found += results.compactMap { $0["item"] }
            total = value["hits"]?.count ?? found.count
            if results.isEmpty { break }
        }
        let comments = CommentTree.thread(found.compactMap { comment($0, of: name) })
        let print = HackerNewsThreadMemory.print(of: comments)
        let memory = HackerNewsThreadMemory(print: print, top: [], count: comments.count, askedAt: 0, ranked: [:])
        return DiscussionAnswer(
            comments: HackerNewsThreadMemory(request.memory)?.print == print ? nil : comments,
            missing: max(0, total - found.count), memory: ChannelMemory(writing: memory))
    }

    private func comment(_ value: JSONValue, of story: String) -> ArrivingComment? {
        guard let id = value["id"]?.int, let name = value["_id"]?.name, value["type"]?.name == "comment" else {
            return nil
        }
        var comment = reading.comment(
            id: id, parent: nil, by: value["username"]?.name, html: value["text"]?.string,
            publishedAt: Self.time(value).flatMap { Date(seconds: $0) },
            standing: value["username"]?.name == nil ? .deleted : .shown, storyAuthor: nil)
        comment.key = name
        comment.parent = value["parent_sigid"]?.name.flatMap { $0 == story ? nil : $0 }
        return comment
    }

    // MARK: Asking

    private func value(_ address: String) async throws(SourceError) -> JSONValue {
        try json.value(of: try await json.ask(address))
    }

    private var host: String { WebAddress(addresses.oldItems)?.host ?? addresses.oldItems }
    private var unreadable: SourceError {
        .unreadable(why: "\(host) answered with something that is no list of items.")
    }
}
