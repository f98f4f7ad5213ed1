import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import Synchronization
import TestSupport
import Testing

@testable import Origins

/// A story independent of any origin's format.
struct PlainStory: Sendable {
    var key: String
    var title: String
    var html: String
    var minutesAgo: Double
    /// The text that replaces the date; nil for none.
    var badDate: String?

    init(_ key: String, title: String? = nil, html: String = "<p>Some words.</p>", minutesAgo: Double = 0) {
        self.key = key
        self.title = title ?? "Story \(key)"
        self.html = html
        self.minutesAgo = minutesAgo
    }

    var link: String { "https://ledger.example/\(key)" }
    func publishedAt(_ now: Date) -> Date { now.addingTimeInterval(-minutesAgo * 60) }

    /// Returns the date and time in UTC.
    func rfc3339(_ now: Date) -> String { badDate ?? publishedAt(now).ISO8601Format() }
}

/// A source kind under `SourceContractTests`: the place and format of its origin's lists. Add new kinds to `all`.
struct ContractFixture: Sendable, CustomTestStringConvertible {
    static let all: [ContractFixture] = [.syndication, .mitNews, .wordPress, .newsAPI]

    var kind: SourceKind
    /// The path of the root that the catalog gets.
    var root: String
    /// The channel's address at the origin.
    var channel: String
    /// The path at which the origin serves the channel.
    var path: String
    /// Writes a list; `next` is the path of the following page, if any.
    var page: @Sendable (_ stories: [PlainStory], _ now: Date, _ next: String?) -> SampleResource
    /// Returns the key of a story.
    var key: @Sendable (PlainStory) -> String = { $0.key }
    /// True if lists have further pages.
    var hasPages = false
    /// The origin's list of channels; nil if it has none.
    var directory: (path: String, page: SampleResource, titles: [String])?

    var testDescription: String { kind.rawValue }

    static let syndication = ContractFixture(
        kind: .feed, root: "/", channel: "/feed", path: "/feed",
        page: { stories, now, _ in
            let items = stories.map { story in
                """
                <entry><id>\(story.key)</id><title>\(story.title)</title><link href="\(story.link)"/>
                <published>\(story.rfc3339(now))</published>
                <content type="html"><![CDATA[\(story.html)]]></content></entry>
                """
            }
            return SampleResource(
                "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>The Ledger</title>\(items.joined())</feed>",
                contentType: "application/atom+xml")
        })

    static let mitNews = ContractFixture(
        kind: .mitNews, root: "/apis/news", channel: "/apis/news/stories?category=7", path: "/apis/news/stories",
        page: { stories, now, next in
            let items = stories.map { story in
                JSON.object(
                    "id", story.key, "source_url", story.link, "title", story.title, "body_html", story.html,
                    "published_at", story.rfc3339(now))
            }
            var page = JSON.page("[" + items.joined(separator: ",") + "]")
            if let next { page.headers = [("Link", "<\(next)>; rel=\"next\"")] }
            return page
        },
        hasPages: true,
        directory: (
            "/apis/news/categories",
            JSON.page(
                "["
                    + [("7", "Physics"), ("in_the_media", "In the Media")].map {
                        JSON.object("id", $0.0, "name", $0.1, "url", "https://ledger.example/\($0.0)")
                    }.joined(separator: ",") + "]"),
            ["Physics", "In the Media"]
        ))

    /// The contract of a news API, whose further pages have the first one's path, so that the contract does not cover
    /// them.
    static let newsAPI = ContractFixture(
        kind: .newsAPI, root: "/", channel: "/v2/top-headlines?country=us", path: "/v2/top-headlines",
        page: { stories, now, _ in
            let items = stories.map { story in
                JSON.object(
                    "url", story.link, "title", story.title, "description", story.html,
                    "publishedAt", story.rfc3339(now))
            }
            let articles = items.joined(separator: ",")
            return JSON.page("{\"status\":\"ok\",\"totalResults\":\(items.count),\"articles\":[\(articles)]}")
        },
        key: { $0.link },
        directory: (
            "/v2/top-headlines/sources",
            JSON.page(
                #"{"status":"ok","sources":[{"id":"ledger","name":"The Ledger"},"#
                    + #"{"id":"tide-and-times","name":"Tide &amp; Times","country":"us"}]}"#),
            ["The Ledger", "Tide & Times"]
        ))

    static let wordPress = ContractFixture(
        kind: .wordPress, root: "/", channel: "/wp-json/wp/v2/posts?categories=7", path: "/wp-json/wp/v2/posts",
        page: { stories, now, next in
            let items = stories.map { story in
                """
                {"id":1,"guid":{"rendered":\(JSON.text(story.key))},"link":\(JSON.text(story.link)),\
                "title":{"rendered":\(JSON.text(story.title))},"date_gmt":\(JSON.text(story.gmt(now))),\
                "content":{"rendered":\(JSON.text(story.html)),"protected":false},"comment_status":"open"}
                """
            }
            var page = JSON.page("[" + items.joined(separator: ",") + "]")
            if let next { page.headers = [("Link", "<\(next)>; rel=\"next\"")] }
            return page
        },
        hasPages: true,
        directory: (
            "/wp-json/wp/v2/categories",
            JSON.page(
                #"[{"id":7,"count":3,"name":"News"},{"id":9,"count":1,"name":"Arts &amp; Letters"},"#
                    + #"{"id":1,"count":0,"name":"Uncategorised"}]"#),
            ["News", "Arts & Letters"]
        ))
}

extension PlainStory {
    /// Returns the date as WordPress writes it: UTC without a zone.
    func gmt(_ now: Date) -> String { badDate ?? String(rfc3339(now).dropLast()) }
}

/// A plan of any number of requests until the service reports that it is exhausted; then requests have to wait, as in
/// the Library.
final class SpentPlan: Sendable {
    private let until = Mutex<Date?>(nil)

    func access(at clock: TestClock) -> KeyedAPIAccess {
        KeyedAPIAccess(
            key: { "key" },
            claimRequest: { [self] (_) async throws(SourceError) in
                if let until = until.withLock({ $0 }), until > clock.now { throw .busy(until: until) }
            }, recordExhaustion: { [self] end in until.withLock { $0 = end } })
    }
}

/// A writer of JSON for tests.
enum JSON {
    static func page(_ text: String, status: Int = 200) -> SampleResource {
        SampleResource(text, contentType: "application/json", status: status)
    }

    /// Returns an object of alternating names and texts.
    static func object(_ parts: String...) -> String {
        let pairs = stride(from: 0, to: parts.count - 1, by: 2).map { "\(text(parts[$0])):\(text(parts[$0 + 1]))" }
        return "{" + pairs.joined(separator: ",") + "}"
    }

    static func text(_ text: String) -> String {
        do { return String(decoding: try JSONEncoder().encode(text), as: UTF8.self) } catch { return "\"\"" }
    }
}
