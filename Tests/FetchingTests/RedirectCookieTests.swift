import Foundation
import HTTPTypes
import Testing

@testable import Fetching

@Suite(.timeLimit(.minutes(1))) struct RedirectCookieTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    struct Case: Sendable, CustomTestStringConvertible {
        var fields: [String]
        var from = "https://www.journal.example/index.php/a/feed"
        var to = "https://www.journal.example/index.php/a/feed"
        var sent: String?
        var testDescription: String { "\(fields) \(from) → \(to)" }

        init(_ fields: String..., from: String? = nil, to: String? = nil, sent: String?) {
            self.fields = fields
            self.from = from ?? self.from
            self.to = to ?? self.to
            self.sent = sent
        }
    }

    static let cases: [Case] = [
        Case("OJSSID=abc; path=/; HttpOnly; SameSite=Lax", sent: "OJSSID=abc"),
        Case("a=1", "b=2; Path=/index.php", "c=\"3\"; Path=/", sent: "a=1; b=2; c=\"3\""),
        Case("root=1; Path=/", "deep=2; Path=/index.php/a", sent: "deep=2; root=1"),
        Case("a=1", "a=2", sent: "a=2"), Case("a=1", "a=; Max-Age=0", sent: nil), Case("a=", sent: "a="),
        Case("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", sent: nil), Case("a=1; Max-Age=-1", sent: nil),
        Case("a=1; Expires=Thu, 01-Jan-1970 00:00:00 GMT; Max-Age=60", sent: "a=1"),
        Case("a=1; Max-Age=soon", sent: "a=1"),
        Case("a=1; Max-Age=99999999999999999999", sent: "a=1"), Case("a=1; Max-Age=-99999999999999999999", sent: nil),
        Case("nameless", sent: nil), Case("=x", sent: nil), Case("a=x\u{1}y", sent: nil), Case("a=é", sent: nil),
        // Hosts.
        Case("a=1", to: "https://journal.example/", sent: nil),
        Case("a=1; Path=/", to: "https://sub.www.journal.example/", sent: nil),
        Case("a=1; Path=/; Domain=.journal.example", to: "https://journal.example/", sent: "a=1"),
        Case("a=1; Path=/; Domain=JOURNAL.example", to: "https://feeds.journal.example/", sent: "a=1"),
        Case("a=1; Path=/; Domain=journal.example", to: "https://otherjournal.example/", sent: nil),
        Case("a=1; Domain=other.example", sent: nil), Case("a=1; Domain=www.www.journal.example", sent: nil),
        Case("a=1; Domain=example", sent: nil), Case("a=1; Domain=", sent: "a=1"),
        Case("a=1; Domain=co.uk", from: "https://x.co.uk/", to: "https://x.co.uk/", sent: nil),
        Case("a=1; Domain=co.uk", from: "https://co.uk/", to: "https://x.co.uk/", sent: nil),
        Case("a=1; Domain=co.uk", from: "https://co.uk/", to: "https://co.uk/", sent: "a=1"),
        Case("a=1; Domain=0.0.1", from: "http://127.0.0.1/", to: "http://127.0.0.1/", sent: nil),
        Case("a=1; Domain=127.0.0.1", from: "http://127.0.0.1/", to: "http://127.0.0.1/", sent: "a=1"),
        // Schemes and ports.
        Case("a=1", to: "http://www.journal.example/index.php/a/x", sent: "a=1"),
        Case("a=1; Secure", to: "http://www.journal.example/index.php/a/x", sent: nil),
        Case("a=1; secure", sent: "a=1"),
        Case("a=1; Secure", from: "http://j.example/", to: "https://j.example/", sent: nil),
        Case("a=1", from: "http://j.example/", to: "https://j.example/", sent: "a=1"),
        Case("a=1", from: "http://j.example:8080/", to: "http://j.example:8081/", sent: nil),
        Case("a=1", from: "http://j.example:8080/", to: "http://j.example/", sent: nil),
        // Paths.
        Case("a=1", to: "https://www.journal.example/index.php/b", sent: nil),
        Case("a=1; Path=/index.php/a", to: "https://www.journal.example/index.php/abc", sent: nil),
        Case("a=1; Path=/index.php/a/", to: "https://www.journal.example/index.php/a?x=/", sent: nil),
        Case("a=1; Path=index", to: "https://www.journal.example/index.php/a/other?x", sent: "a=1"),
    ]

    @Test(arguments: cases) func `a cookie goes where RFC 6265 lets it go`(given: Case) throws {
        var cookies = RedirectCookies()
        cookies.store(given.fields, from: try #require(RequestURL(given.from)), now: now)
        #expect(cookies.header(for: try #require(RequestURL(given.to))) == given.sent)
    }

    @Test func `cookies are bounded in number and size`() throws {
        let url = try #require(RequestURL("https://j.example/"))
        var cookies = RedirectCookies()
        cookies.store((0..<100).map { "n\($0)=1" }, from: url, now: now)
        #expect(cookies.header(for: url)?.split(separator: ";").count == 20)
        var large = RedirectCookies()
        large.store(["a=" + String(repeating: "x", count: 4094)], from: url, now: now)
        #expect(large.header(for: url)?.utf8.count == 4096)
        large.store(["b=" + String(repeating: "x", count: 4096)], from: url, now: now)
        #expect(large.header(for: url)?.contains("b=") == false)
        for name in ["c", "d", "e"] {
            large.store(["\(name)=" + String(repeating: "x", count: 4000)], from: url, now: now)
        }
        #expect((large.header(for: url)?.utf8.count ?? .max) <= 8192)
    }

    @Test func `a site that redirects to the same page until its cookie comes back is read, and forgotten`()
        async throws
    {
        try await TestOrigin.serving { recorded in
            recorded.header("Cookie") == "OJSSID=abc"
                ? answer(.ok, "feed")
                : answer(.found, "", [("Location", "/feed"), ("Set-Cookie", "OJSSID=abc; Path=/")])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                for _ in 0..<2 {
                    let found = try await fetcher.fetch(FetchRequest(address: origin.address("/feed")))
                    #expect(found.body == Array("feed".utf8) && found.address == origin.address("/feed"))
                }
                #expect(origin.requests.map { $0.header("Cookie") } == [nil, "OJSSID=abc", nil, "OJSSID=abc"])
            }
        }
    }

    @Test func `a site that never takes its cookie is left at the second try`() async throws {
        try await TestOrigin.serving { _ in
            answer(.found, "", [("Location", "/feed"), ("Set-Cookie", "a=1")])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                #expect(await failure(fetcher, FetchRequest(address: origin.address("/feed"))) == .tooManyRedirects)
                #expect(origin.hits == 2)
            }
        }
    }

    @Test func `no other site gets a redirect's cookie, and a request with its own gets none`() async throws {
        try await TestOrigin.serving { _ in
            answer(.ok, "end")
        } _: { other in
            let target = other.address("/")
            try await TestOrigin.serving { recorded in
                answer(.found, "", [("Location", recorded.path == "/" ? "/2" : target), ("Set-Cookie", "a=1; Path=/")])
            } _: { origin in
                try await withFetcher(of: origin.allowed + other.allowed) { fetcher in
                    _ = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                    #expect(origin.requests.map { $0.header("Cookie") } == [nil, "a=1"])
                    var request = FetchRequest(address: origin.address("/"))
                    request.headers = [("Cookie", "own=1")]
                    _ = try await fetcher.fetch(request)
                    #expect(origin.requests.suffix(2).map { $0.header("Cookie") } == ["own=1", "own=1"])
                    #expect(other.requests.map { $0.header("Cookie") } == [nil, nil])
                }
            }
        }
    }
}
