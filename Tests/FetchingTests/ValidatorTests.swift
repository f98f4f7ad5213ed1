import Fetching
import Foundation
import Hummingbird
import Synchronization
import TestSupport
import Testing

/// What an origin gives to ask with goes back as it came, to nobody else, or not at all.
@Suite(.timeLimit(.minutes(1))) struct ValidatorTests {
    private func echoed(_ line: String) async throws -> (tag: String?, hits: [String]) {
        let reply = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\(line)\r\n\r\nok".utf8)
        return try await RawOrigin.serving { _ in
            .bytes(reply)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let first = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                let kept = try JSONDecoder().decode(HTTPValidators.self, from: JSONEncoder().encode(first.validators))
                _ = try await fetcher.fetch(FetchRequest(address: origin.address("/"), validators: kept))
                let last = String(decoding: origin.heads.last ?? [], as: UTF8.self)
                return (kept.entityTag ?? kept.lastModified, last.split(separator: "\r\n").map(String.init))
            }
        }
    }

    @Test(
        arguments: [
            ("ETag", "If-None-Match", "unquoted"), ("ETag", "If-None-Match", "W/\"weak\""),
            ("ETag", "If-None-Match", "\"two words, a comma; and 'signs'\""), ("ETag", "If-None-Match", "\"\""),
            ("ETag", "If-None-Match", "\"a\", \"b\""), ("ETag", "If-None-Match", "*"),
            ("etag", "If-None-Match", "\"" + String(repeating: "x", count: 8190) + "\""),
            ("Last-Modified", "If-Modified-Since", "yesterday, around noon"),
            ("Last-Modified", "If-Modified-Since", "0"),
            ("Last-Modified", "If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 +0000"),
            ("last-modified", "If-Modified-Since", "sunday, 06-nov-94 08:49:37 gmt"),
        ])
    func `a validator goes back byte for byte`(given: String, asked: String, value: String) async throws {
        let (kept, lines) = try await echoed("\(given): \(value)")
        #expect(kept == value)
        #expect(lines.contains("\(asked): \(value)"))
        #expect(lines.filter { $0.hasPrefix("If-") }.count == 1)
    }

    @Test(arguments: ["ETag:", "ETag:   ", "ETag: \"" + String(repeating: "x", count: 9000) + "\"", "X-Tag: \"no\""])
    func `what could not go back as it came is not kept`(line: String) async throws {
        let (kept, lines) = try await echoed(line)
        #expect(kept == nil)
        #expect(!lines.contains { $0.hasPrefix("If-") })
    }

    /// They are no part of the value (RFC 9110 §5.5), so whoever reads the echo sees the same value again.
    @Test func `spaces around a value do it no harm`() async throws {
        let (_, lines) = try await echoed("ETag: \t \"spaced\"  \t")
        let echo = lines.first { $0.hasPrefix("If-None-Match:") }?.dropFirst(14)
        #expect(echo?.trimmingCharacters(in: .whitespaces) == "\"spaced\"")
    }

    @Test func `validators of one address are shown to no other on the way`() async throws {
        try await TestOrigin.serving { recorded in
            recorded.path == "/feed"
                ? answer(.found, "", [("Location", "/there")]) : answer(.ok, "news", [("ETag", "\"there\"")])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let first = try await fetcher.fetch(FetchRequest(address: origin.address("/feed")))
                var request = FetchRequest(address: origin.address("/feed"), validators: first.validators)
                request.validatorsAddress = first.address
                _ = try await fetcher.fetch(request)
                #expect(origin.requests.map { $0.header("If-None-Match") } == [nil, nil, nil, "\"there\""])
            }
        }
    }

    @Test func `a host's wish is kept in the book and heeded by another program`() async throws {
        let backoffs = Mutex<[String: Date]>([:])
        let store = BackoffStore(
            read: { host in backoffs.withLock { $0[host] } },
            write: { host, until in backoffs.withLock { $0[host] = until } })
        let clock = TestClock()
        try await TestOrigin.serving { _ in
            answer(.tooManyRequests, "", [("Retry-After", "90")])
        } _: { origin in
            let request = FetchRequest(address: origin.address("/"))
            let until = clock.now.addingTimeInterval(90)
            try await withFetcher(of: origin.allowed, clock: clock, backoffStore: store) { fetcher in
                #expect(await failure(fetcher, request) == .busy(until: until, status: 429))
            }
            #expect(backoffs.withLock { $0 } == ["127.0.0.1:\(origin.port)": until])
            try await withFetcher(of: origin.allowed, clock: clock, backoffStore: store) { fetcher in
                #expect(await failure(fetcher, request) == .busy(until: until, status: 429))
                #expect(origin.hits == 1)
                clock.advance(90)
                _ = await failure(fetcher, request)
                #expect(origin.hits == 2)
            }
        }
    }
}
