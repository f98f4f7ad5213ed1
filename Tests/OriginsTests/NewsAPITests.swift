import Foundation
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of News API v2, with pages that the tests write. `SourceContractTests` tests the rules shared with other
/// sources.
@Suite struct NewsAPITests {
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

    private static let refused: [(String, KeyedAPIFailure)] = [
        ("/v2/top-headlines", .missingParameter),
        ("/v2/top-headlines?language=en", .missingParameter),
        ("/v2/everything?language=en&q=+", .missingParameter),
        ("/v2/top-headlines?sources=a&country=us", .invalidParameter("sources")),
        ("/v2/top-headlines?sources=a&category=science", .invalidParameter("sources")),
        ("/v2/everything?sources=\(sources(21))", .tooManySources(limit: 20)),
        ("/v2/everything?q=\(words(501))", .queryTooLong(limit: 500)),
    ]

    @Test(.mission("BREAK-31"), arguments: refused)
    func `what the service would refuse is not sent`(channel: String, fault: KeyedAPIFailure) async throws {
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

    @Test(.mission("BREAK-48"))
    func `another site, another path and a forged cursor see no request and no key`() async throws {
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

    @Test(arguments: [(nil, .keyMissing), (" ", .keyMissing), ("a\nb", .keyInvalid)] as [(String?, KeyedAPIFailure)])
    func `without a usable key nothing is sent`(key: String?, fault: KeyedAPIFailure) async throws {
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
        ] as [(String, Int, FailureCode, KeyedAPIFailure)])
    func `an error is told by its code, whatever its status`(
        code: String, status: Int, failure: FailureCode, fault: KeyedAPIFailure
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
            let fault: KeyedAPIFailure = code == "apiKeyExhausted" ? .keyExhausted : .rateLimited
            let cause = FailureCause(.keyedAPI(fault), at: "127.0.0.1")
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
}
