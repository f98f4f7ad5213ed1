import Foundation
import Markup
import News
import SampleOrigins
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Origins

/// News API v2, from pages that the tests write. `SourceContractTests` has what it shares with other sources.
@Suite struct NewsAPITests {
    private static let headlines = "/v2/top-headlines"
    private static let emptyList = #"{"status":"ok","totalResults":0,"articles":[],"sources":[]}"#

    // MARK: Requests

    @Test(arguments: [
        ("/v2/top-headlines?country=us", "/v2/top-headlines?country=us&pageSize=100"),
        ("/v2/top-headlines/?category=health&country=us", "/v2/top-headlines?category=health&country=us&pageSize=100"),
        ("/v2/top-headlines?sources=a,b%2Cc", "/v2/top-headlines?sources=a,b,c&pageSize=100"),
        ("/v2/top-headlines?country=us&apiKey=leak&page=3&pageSize=5#x", "/v2/top-headlines?country=us&pageSize=100"),
        (
            "/v2/everything?q=%22harbour+wall%22&searchIn=title,description&language=en&sortBy=publishedAt",
            "/v2/everything?q=%22harbour%20wall%22&searchIn=title,description&language=en&sortBy=publishedAt"
                + "&pageSize=100"
        ),
        ("/v2/top-headlines/sources?language=en", "/v2/top-headlines/sources?language=en"),
        ("/v2/sources", "/v2/top-headlines/sources"),
    ])
    func `a channel's address is the request's, whose key stands in a header only`(channel: String, target: String)
        async throws
    {
        try await open { run async throws in
            for endpoint in NewsAPIEndpoint.allCases { run.serve(Self.emptyList, at: "/v2/" + endpoint.rawValue) }
            _ = try await run.fetch(channel, reason: .viewed)
            let request = try #require(run.fixture.origin.requests.last)
            #expect(request.target == target && request.header("accept") == "application/json")
            #expect(request.header("x-api-key") == SampleAccount.key)
            #expect(request.headers.filter { $0.value.contains(SampleAccount.key) }.count == 1)
            #expect(run.account.claims == [.viewed])
        }
    }

    private static func sources(_ count: Int) -> String {
        (1...count).map { "s\($0)" }.joined(separator: ",")
    }

    private static func words(_ count: Int) -> String { String(repeating: "%C3%A9", count: count) }

    private static let refused: [(String, ServiceFault)] = [
        ("/v2/top-headlines", .missingParameter),
        ("/v2/top-headlines?language=en", .missingParameter),
        ("/v2/everything?language=en&q=+", .missingParameter),
        ("/v2/top-headlines?sources=a&country=us", .invalidParameter("sources")),
        ("/v2/top-headlines?sources=a&category=science", .invalidParameter("sources")),
        ("/v2/everything?sources=\(sources(21))", .tooManySources(limit: 20)),
        ("/v2/everything?q=\(words(501))", .queryTooLong(limit: 500)),
    ]

    @Test(arguments: refused)
    func `what the service would refuse is not sent`(channel: String, fault: ServiceFault) async throws {
        try await open { run async throws in
            #expect(try await run.failure(channel) == run.error(.notAllowed, fault))
            #expect(run.fixture.origin.requests.isEmpty && run.account.claims.isEmpty)
        }
    }

    @Test func `as much as the service takes is sent`() async throws {
        try await open { run async throws in
            run.serve(Self.emptyList, at: "/v2/everything")
            for query in ["sources=\(Self.sources(20))", "q=\(Self.words(500))"] {
                #expect(try await run.failure("/v2/everything?\(query)") == nil)
            }
        }
    }

    @Test func `another site, another path and a forged cursor see no request and no key`() async throws {
        try await open { run async throws in
            let site = run.fixture.origin.site
            for address in [
                "https://other.example/v2/top-headlines?country=us", "https://127.0.0.1/v2/top-headlines?country=us",
                site + "/v2/top-headlines/../../v1/articles?country=us", site + "/v2/top-headlinesX?country=us",
            ] {
                let channel = ChannelRequest(address: try #require(WebAddress(address)), reason: .manual)
                await #expect(throws: SourceError.self) { try await run.source.stories(in: channel) }
            }
            for cursor in [
                "2", "https://other.example/v2/everything?q=x&page=2", site + "/v2/everything?q=x",
                site + "/v2/everything?q=x&page=99999999999999999999", site + "/v2/top-headlines/sources?page=2",
            ] {
                await #expect(throws: SourceError.self, "\(cursor)") {
                    try await run.fetch(after: SourceCursor(rawValue: cursor))
                }
            }
            #expect(run.fixture.origin.requests.isEmpty && run.account.claims.isEmpty)
        }
    }

    @Test(arguments: [(nil, .keyMissing), (" ", .keyMissing), ("a\nb", .keyInvalid)] as [(String?, ServiceFault)])
    func `without a usable key nothing is sent`(key: String?, fault: ServiceFault) async throws {
        try await open(SampleAccount(key: key)) { run async throws in
            #expect(try await run.failure() == run.error(.keyNeeded, fault))
            #expect(run.fixture.origin.requests.isEmpty && run.account.claims.isEmpty)
        }
    }

    @Test func `each request is counted before it is sent, and none is sent that the plan does not allow`()
        async throws
    {
        try await open(SampleAccount(allowed: 1)) { run async throws in
            run.serve(Self.emptyList, at: Self.headlines)
            _ = try await run.fetch(reason: .due)
            #expect(try await run.failure() == .busy(until: SampleAccount.spentUntil))
            #expect(run.account.claims == [.due, .manual] && run.fixture.origin.requests.count == 1)
        }
    }

    // MARK: Errors

    @Test(
        arguments: [
            ("apiKeyMissing", 401, .keyNeeded, .keyMissing), ("apiKeyInvalid", 401, .keyNeeded, .keyInvalid),
            ("apiKeyInvalid", 200, .keyNeeded, .keyInvalid), ("apiKeyDisabled", 401, .keyNeeded, .keyDisabled),
            ("parametersMissing", 400, .notAllowed, .missingParameter),
            ("parameterInvalid", 400, .notAllowed, .invalidParameter("country")),
            ("sourcesTooMany", 400, .notAllowed, .tooManySources(limit: 20)),
            ("sourceDoesNotExist", 400, .notAllowed, .unknownSource),
            ("unexpectedError", 500, .unreachable, .serverError),
            ("maximumResultsReached", 426, .notAllowed, .pageLimit),
            ("corsNotAllowed", 426, .notAllowed, .browserOnly), ("upgradeRequired", 426, .notAllowed, .planTooSmall),
        ] as [(String, Int, FailureCode, ServiceFault)])
    func `an error is told by its code, whatever its status`(
        code: String, status: Int, failure: FailureCode, fault: ServiceFault
    ) async throws {
        try await open { run async throws in
            run.serve(Self.error(code), at: Self.headlines, status: status)
            let error = try await run.failure()
            #expect(error == run.error(failure, fault) && run.account.exhaustions.isEmpty)
            #expect(!String(reflecting: error).contains(SampleAccount.key))
            #expect(error?.cause?.message.contains("Words of the service") == false)
        }
    }

    @Test func `a key that the service rejected is not sent again until a person asks`() async throws {
        try await open { run async throws in
            run.serve(Self.error("apiKeyInvalid"), at: Self.headlines, status: 401)
            for reason in [RefreshReason.due, .due, .viewed] {
                #expect(try await run.failure(reason: reason) == run.error(.keyNeeded, .keyInvalid))
            }
            #expect(run.fixture.origin.requests.count == 1 && run.account.claims == [.due])
            #expect(try await run.failure(reason: .manual) == run.error(.keyNeeded, .keyInvalid))
            run.serve(Self.emptyList, at: Self.headlines)
            #expect(try await run.failure(reason: .manual) == nil, "the service has changed its mind")
            #expect(try await run.failure(reason: .due) == nil)
            #expect(run.fixture.origin.requests.count == 4 && run.account.claims == [.due, .manual, .manual, .due])
        }
    }

    @Test(
        arguments: [
            ("rateLimited", 429, nil), ("rateLimited", 429, 7_200), ("apiKeyExhausted", 429, 60),
            ("apiKeyExhausted", 401, nil), ("", 429, 90),
        ] as [(String, Int, Double?)])
    func `a spent plan is recorded, and asked again when the service says`(
        code: String, status: Int, seconds: Double?
    ) async throws {
        try await open { run async throws in
            var page = JSON.page(code.isEmpty ? "" : Self.error(code), status: status)
            if let seconds { page.headers = [("Retry-After", "\(Int(seconds))")] }
            run.fixture.origin.serve(page, at: Self.headlines)
            let now = run.fixture.clock.now
            let fault: ServiceFault = code == "apiKeyExhausted" ? .keyExhausted : .rateLimited
            let cause = FailureCause(.service(fault), at: "127.0.0.1")
            #expect(try await run.failure() == .busy(until: now.addingTimeInterval(seconds ?? 3_600), cause: cause))
            #expect(run.account.exhaustions == [seconds.map { now.addingTimeInterval($0) }])
        }
    }

    @Test func `an unknown error has its status, or is unreadable`() async throws {
        try await open { run async throws in
            run.serve(Self.error("somethingNew"), at: Self.headlines, status: 418)
            #expect(try await run.failure() == .refused(status: 418))
            run.serve(Self.error("somethingNew"), at: Self.headlines)
            #expect(try await run.failure()?.code == .unreadable)
        }
    }

    // MARK: Lists

    @Test func `pages go on until all are there, or until the plan ends them quietly`() async throws {
        try await open { run async throws in
            run.serve(Self.list(["a"], total: 250), at: Self.headlines)
            let first = try await run.fetch()
            let second = "/v2/top-headlines?country=us&page=2"
            #expect(first.next?.rawValue == run.fixture.origin.site + second)
            let next = try await run.fetch(after: first.next)
            #expect(run.fixture.origin.requests.last?.target == "/v2/top-headlines?country=us&pageSize=100&page=2")
            #expect(next.next?.rawValue.hasSuffix("&page=3") == true && next.stories?.count == 1)
            let last = try await run.fetch(after: next.next)
            #expect(last.next == nil)
            run.serve(Self.error("maximumResultsReached"), at: Self.headlines, status: 426)
            let end = try await run.fetch(after: first.next)
            #expect(end.stories?.isEmpty == true && end.next == nil)
            #expect(run.account.claims.count == 4)
            run.serve(Self.list([], total: 250), at: Self.headlines)
            #expect(try await run.fetch(after: first.next).next == nil)
        }
    }

    @Test(
        arguments: [
            ("country=us", []), ("category=science", []),
            ("country=fr", ["127.0.0.1 lists no headlines for the country “fr”"]),
        ] as [(String, [String])])
    func `a country without headlines is said to have none`(query: String, diagnostics: [String]) async throws {
        try await open { run async throws in
            run.serve(Self.emptyList, at: Self.headlines)
            let response = try await run.fetch("/v2/top-headlines?\(query)")
            #expect(response.stories?.isEmpty == true && response.diagnostics == diagnostics)
            #expect(response.pollingHints.intervalSeconds == 7_200 && response.pollingHints.viewFreshSeconds == 900)
            #expect(response.metadata?.format == "News API v2")
        }
    }

    @Test func `words are looked for in everything, the newest first`() async throws {
        try await open { run async throws in
            run.serve(Self.list(["a", "b"], total: 101), at: "/v2/everything")
            let search = try #require(run.source.search)
            let found = try await search.stories(matching: "Löwe & \"salt\"")
            #expect(found.stories.count == 2)
            let target = "/v2/everything?q=L%C3%B6we%20%26%20%22salt%22&sortBy=publishedAt&pageSize=100"
            #expect(run.fixture.origin.requests.last?.target == target)
            _ = try await search.stories(matching: "Löwe & \"salt\"", after: found.next)
            #expect(run.fixture.origin.requests.last?.target == target + "&page=2")
            #expect(run.account.claims == [.manual, .manual])
        }
    }

    @Test func `publishers have a category, a language and a country, as far as the service says`() async throws {
        try await open { run async throws in
            run.serve(
                #"{"status":"ok","sources":[{"id":"a","name":"A","category":"Sports","language":"ud","country":"PK"},"#
                    + #"{"id":"b","name":"B","category":"weather","language":"","country":null}]}"#,
                at: "/v2/top-headlines/sources")
            let directory = try #require(run.source.topics?.publishers)
            #expect(directory.text == run.fixture.origin.site + "/v2/top-headlines/sources")
            let response = try await run.fetch("/v2/top-headlines/sources")
            #expect(response.channels?.map(\.category) == [.sports, nil])
            #expect(response.channels?.map(\.language) == ["ur", nil])
            #expect(response.channels?.map(\.country) == ["pk", nil])
        }
    }

    private static let marlow = PlaceName(name: "Marlow", region: "England", country: "gb")

    private static let topics: [(TopicSubject, String?)] = [
        (.headlines(country: "gb"), "/v2/top-headlines?country=gb"),
        (.category(.science), "/v2/top-headlines?category=science&country=us"),
        (.publisher(NewsPublisher(title: "A", serviceKey: "bell & co")), "/v2/top-headlines?sources=bell%20%26%20co"),
        (.publisher(NewsPublisher(title: "A", serviceKey: "a,b")), nil), (.publisher(NewsPublisher(title: "A")), nil),
        (.words("tides"), "/v2/everything?q=tides&sortBy=publishedAt"),
        (.words("tide \"barrier\""), "/v2/everything?q=%22tide%20barrier%22&sortBy=publishedAt"),
        (.words("NOT"), "/v2/everything?q=%22NOT%22&sortBy=publishedAt"),
        (.words("c++"), "/v2/everything?q=%22c%2B%2B%22&sortBy=publishedAt"),
        (
            .words(String(repeating: "a", count: 500)),
            "/v2/everything?q=\(String(repeating: "a", count: 500))&sortBy=publishedAt"
        ),
        (.words(String(repeating: "a", count: 501)), nil),
        (.place(marlow), "/v2/everything?q=Marlow&sortBy=publishedAt"),
        (
            .place(PlaceName(name: "York", district: "North Yorkshire", region: "England", country: "gb")),
            "/v2/everything?q=York%20OR%20%22North%20Yorkshire%22&sortBy=publishedAt"
        ),
        (.place(PlaceName(name: "Ay", region: "Marne", country: "fr")), "/v2/everything?q=Marne&sortBy=publishedAt"),
        (.place(PlaceName(name: "Ay", country: "fr")), nil),
    ]

    @Test(arguments: topics)
    func `what readers follow is asked for by country, category, publisher, words or place`(
        subject: TopicSubject, target: String?
    ) async throws {
        try await open { run async throws in
            for endpoint in NewsAPIEndpoint.allCases { run.serve(Self.emptyList, at: "/v2/" + endpoint.rawValue) }
            let channel = run.source.topics?.channel(about: subject)
            #expect(channel?.text == target.map { run.fixture.origin.site + $0 })
            guard let target, channel != nil else { return }
            _ = try await run.fetch(target, reason: .viewed)
            #expect(run.fixture.origin.requests.last?.target == target + "&pageSize=100")
        }
    }

    @Test func `publishers are channels by their ids`() async throws {
        try await open { run async throws in
            run.serve(
                #"{"status":"ok","sources":[{"Id":"ledger","Name":"The Ledger"},{"id":null,"name":"Nobody"},"#
                    + #"{"id":"ledger","name":"Twice"},{"id":"bell & co","name":null}]}"#,
                at: "/v2/top-headlines/sources")
            let response = try await run.fetch("/v2/top-headlines/sources")
            #expect(response.channels?.map(\.key) == ["ledger", "bell & co"])
            #expect(response.channels?.map(\.title) == ["The Ledger", "bell & co"])
            #expect(
                response.channels?.map { $0.address.text.dropFirst(run.fixture.origin.site.count) } == [
                    "/v2/top-headlines?sources=ledger", "/v2/top-headlines?sources=bell%20%26%20co",
                ])
            #expect(response.diagnostics == ["Publisher 2 has no id"])
        }
    }

    // MARK: Articles

    @Test func `all but the address may be missing, and withdrawn articles are left out`() async throws {
        let text = """
            {"Status":"ok","TotalResults":8,"Articles":[
             {"Source":{"Id":null,"Name":"The Ledger"},"Author":"Oda Fennimore","Title":"Tide &amp; times",
              "Description":"The wall holds.","Url":"https://ledger.example/tide?utm_source=x&id=7#top",
              "UrlToImage":"https://ledger.example/tide.jpg","PublishedAt":"2026-09-21T05:33:00.250Z",
              "Content":"Water came at noon… [+1234 chars]"},
             {"url":"https://ledger.example/bare","source":null,"author":null,"title":null,"description":null,
              "urlToImage":null,"publishedAt":"1970-01-01T00:00:00Z","content":null},
             {"source":{"id":null,"name":"[Removed]"},"title":"[Removed]","description":"[Removed]",
              "content":"[Removed]","url":"https://removed.com","publishedAt":"1970-01-01T00:00:00Z"},
             {"title":"Gone too","url":"https://removed.com/","publishedAt":"2026-09-21T05:33:00Z"},
             {"title":"Nowhere","url":"null"}, 5,
             {"title":"Again","url":"https://ledger.example/tide?id=7","publishedAt":"2026-09-21T05:33:00Z"},
             {"title":"Odd","url":"https://ledger.example/odd","author":"https://social.example/oda",
              "urlToImage":"null","publishedAt":"last night"}]}
            """
        try await open { run async throws in
            run.serve(text, at: "/v2/everything")
            let response = try await run.fetch("/v2/everything?q=tide&language=ud")
            let stories = try #require(response.stories)
            #expect(stories.map(\.title) == ["Tide & times", "https://ledger.example/bare", "Odd"])
            let (whole, bare, odd) = (stories[0], stories[1], stories[2])
            #expect(whole.key == "https://ledger.example/tide?id=7")
            #expect(whole.link?.text == "https://ledger.example/tide?utm_source=x&id=7#top")
            #expect(whole.byline == "Oda Fennimore" && whole.labels.siteName == "The Ledger")
            #expect(whole.text == "The wall holds. Water came at noon…" && whole.dek == nil && whole.language == "ur")
            #expect(whole.pictures.map(\.address.text) == ["https://ledger.example/tide.jpg"])
            let seconds = try #require(whole.publishedAt?.timeIntervalSince1970)
            #expect(seconds.rounded(.down) == 1_789_968_780)
            #expect(bare.publishedAt == nil && bare.byline == nil && bare.text.isEmpty && bare.pictures.isEmpty)
            #expect(bare.labels.siteName == nil && !whole.isHostedElsewhere && run.source.hasStoryPages)
            #expect(odd.byline == nil && odd.publishedAt == nil && odd.pictures.isEmpty)
            #expect(
                response.diagnostics == [
                    "Article 5 has no address", "Article 6 has no address",
                    "“Odd” has a date that cannot be read (last night)",
                ])
        }
    }

    @Test(
        arguments: [
            (nil, nil, ""), ("A wall.", nil, "<p>A wall.</p>"), (nil, "A wall.", "<p>A wall.</p>"),
            (nil, "One\r\n\r\nTwo… [+99 chars]", "<p>One</p><p>Two…</p>"),
            (nil, "One two... [+99 chars]", "<p>One two…</p>"), (nil, "One two [+1 chars]", "<p>One two…</p>"),
            ("The wall holds today.", "The wall hol… [+99 chars]", "<p>The wall holds today.</p>"),
            ("The wall…", "The wall holds tod… [+99 chars]", "<p>The wall holds tod…</p>"),
            ("In short.", "At leng… [+99 chars]", "<p>In short.</p><p>At leng…</p>"),
            ("<p>In <b>short</b>", " ", "<p>In <b>short</b>"), ("5 < 6", nil, "<p>5 < 6</p>"),
        ] as [(String?, String?, String)])
    func `the text has what is in description and content once, and shows where it is cut`(
        description: String?, content: String?, html: String
    ) {
        #expect(NewsAPIText(description: description, content: content).html == html)
    }

    @Test(arguments: [
        ("https://newsapi.org", "https://newsapi.org/v2"), ("https://newsapi.org/v2/", "https://newsapi.org/v2"),
        ("http://127.0.0.1:8080/news/", "http://127.0.0.1:8080/news/v2"),
    ])
    func `the service's address is configuration`(given: String, root: String) throws {
        #expect(NewsAPIEndpoints(site: try #require(WebAddress(given))).root == root)
    }

    // MARK: -

    private static func error(_ code: String) -> String {
        let words = "Words of the service about the country, which nobody is to read."
        return "{\"status\":\"error\",\"code\":\"\(code)\",\"message\":\"\(words)\"}"
    }

    private static func list(_ names: [String], total: Int) -> String {
        let articles = names.map { JSON.object("url", "https://ledger.example/\($0)", "title", $0) }
        return "{\"status\":\"ok\",\"totalResults\":\(total),\"articles\":[\(articles.joined(separator: ","))]}"
    }

    private func open(
        _ account: SampleAccount = SampleAccount(), _ body: (NewsAPIRun) async throws -> Void
    ) async throws {
        try await SourceFixture.open { fixture in
            let source = NewsAPISource(
                fetcher: fixture.fetcher, site: try fixture.address("/"), access: account.access,
                now: { [clock = fixture.clock] in clock.now })
            try await body(NewsAPIRun(fixture: fixture, source: source, account: account))
        }
    }
}

/// The source at an origin on loopback.
private struct NewsAPIRun {
    let fixture: SourceFixture
    let source: NewsAPISource
    let account: SampleAccount

    func serve(_ text: String, at path: String, status: Int = 200) {
        fixture.origin.serve(JSON.page(text, status: status), at: path)
    }

    func fetch(
        _ channel: String = "/v2/top-headlines?country=us", reason: RefreshReason = .manual,
        after cursor: SourceCursor? = nil
    ) async throws -> ChannelResponse {
        try await source.stories(
            in: ChannelRequest(address: try fixture.address(channel), reason: reason, after: cursor))
    }

    /// The error of a fetch, if any.
    func failure(
        _ channel: String = "/v2/top-headlines?country=us", reason: RefreshReason = .manual
    ) async throws -> SourceError? {
        do {
            _ = try await fetch(channel, reason: reason)
            return nil
        } catch let error as SourceError {
            return error
        }
    }

    /// Of the codes that have a cause.
    func error(_ code: FailureCode, _ fault: ServiceFault) -> SourceError? {
        let cause = FailureCause(.service(fault), at: "127.0.0.1")
        return switch code {
        case .keyNeeded: .keyNeeded(cause)
        case .notAllowed: .notAllowed(cause)
        case .unreachable: .unreachable(cause)
        default: nil
        }
    }
}

/// A reader's account at the service, and what was asked of it.
private final class SampleAccount: Sendable {
    static let key = "k3y-of-the-reader"
    static let spentUntil = FeedFixture.start.addingTimeInterval(5_000)

    private struct State {
        var claims: [RefreshReason] = []
        var exhaustions: [Date?] = []
    }

    private let key: String?
    private let allowed: Int
    private let state = Mutex(State())

    init(key: String? = SampleAccount.key, allowed: Int = .max) {
        self.key = key
        self.allowed = allowed
    }

    /// Those refused too.
    var claims: [RefreshReason] { state.withLock { $0.claims } }
    var exhaustions: [Date?] { state.withLock { $0.exhaustions } }

    var access: ServiceAccess {
        ServiceAccess(
            key: { self.key }, claimRequest: { (reason) async throws(SourceError) in try self.claim(reason) },
            recordExhaustion: { until in self.state.withLock { $0.exhaustions.append(until) } })
    }

    private func claim(_ reason: RefreshReason) throws(SourceError) {
        let count = state.withLock { state in
            state.claims.append(reason)
            return state.claims.count
        }
        if count > allowed { throw .busy(until: Self.spentUntil) }
    }
}
