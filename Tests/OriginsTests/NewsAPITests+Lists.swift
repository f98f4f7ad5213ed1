import Foundation
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of lists, publishers and followed topics.
extension NewsAPITests {
    @Test(.mission("BREAK-29"))
    func `pages go on until all are there, or until the plan ends them quietly`() async throws {
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

    @Test(.mission("BREAK-31")) func `words are looked for in everything, the newest first`() async throws {
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
        (.publisher(NewsPublisher(title: "A", publisherID: "bell & co")), "/v2/top-headlines?sources=bell%20%26%20co"),
        (.publisher(NewsPublisher(title: "A", publisherID: "a,b")), nil), (.publisher(NewsPublisher(title: "A")), nil),
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

    @Test(.mission("BREAK-37", "BREAK-39", "BREAK-47"), arguments: topics)
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

    @Test(.mission("BREAK-47")) func `publishers are channels by their ids`() async throws {
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
}
