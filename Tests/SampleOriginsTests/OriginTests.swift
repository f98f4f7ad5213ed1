import Foundation
import Testing

@testable import SampleOrigins

private let page = SampleResource(String(repeating: "A plain line of text. ", count: 100), contentType: "text/plain")

@Suite struct OriginTests {
    @Test func `an origin counts what it is asked, with the headers`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            _ = try await RawHTTPResponse.fetch(
                origin.port, "/feed?again=1", ["User-Agent": "asker", "If-None-Match": "\"x\""])
            _ = try await RawHTTPResponse.fetch(origin.port, "/other")
            #expect(origin.requests.count == 2)
            let record = try #require(origin.requests(at: "/feed").first)
            #expect(record.header("User-Agent") == "asker")
            #expect(record.header("if-none-match") == "\"x\"")
            #expect(record.header("host") == origin.host)
            #expect(record.query == "again=1")
            origin.clearRequests()
            #expect(origin.requests.isEmpty)
        }
    }

    @Test func `statuses, Retry-After, redirects and gone are answered as ordered`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            await origin.simulate(.status(429, retryAfter: .seconds(120)), at: "/feed", times: 1)
            let busy = try await RawHTTPResponse.fetch(origin.port, "/feed")
            #expect(busy.status == 429 && busy.header("retry-after") == "120")
            #expect(try await RawHTTPResponse.fetch(origin.port, "/feed").status == 200)
            await origin.simulate(.redirected(to: "/new", permanent: true), at: "/feed")
            let moved = try await RawHTTPResponse.fetch(origin.port, "/feed")
            #expect(moved.status == 301 && moved.header("location") == "/new")
            await origin.simulate(.redirectLoop)
            let round = try await RawHTTPResponse.fetch(origin.port, "/feed?round=4")
            #expect(round.status == 302 && round.header("location") == "/feed?round=5")
            await origin.simulate(.gone)
            #expect(try await RawHTTPResponse.fetch(origin.port, "/feed").status == 410)
            await origin.resetBehaviour()
            #expect(try await RawHTTPResponse.fetch(origin.port, "/feed").status == 200)
        }
    }

    @Test func `a truncated body ends early, garbage is garbage, and a type can be wrong`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            await origin.simulate(.truncated)
            let half = try await RawHTTPResponse.fetch(origin.port, "/feed")
            #expect(half.header("content-length") == "\(page.body.count)")
            #expect(half.body.count == page.body.count / 2)
            await origin.simulate(.garbage)
            let garbage = try await RawHTTPResponse.fetch(origin.port, "/feed")
            #expect(garbage.header("content-type") == "text/plain" && garbage.body.count == 4096)
            await origin.simulate(.contentType("image/png"))
            let wrong = try await RawHTTPResponse.fetch(origin.port, "/feed")
            #expect(wrong.header("content-type") == "image/png" && wrong.body == page.body)
        }
    }

    @Test func `an endless body goes on until the reader has had enough`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            await origin.simulate(.endless)
            let response = try await RawHTTPResponse.fetch(origin.port, "/feed", limit: 3_000_000)
            #expect(response.body.count > 2_900_000)
            #expect(response.header("content-length") == nil)
        }
    }

    @Test func `validators can be left off, and 304 be given to anyone`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            let tag = try #require(try await RawHTTPResponse.fetch(origin.port, "/feed").header("etag"))
            #expect(try await RawHTTPResponse.fetch(origin.port, "/feed", ["If-None-Match": tag]).status == 304)
            await origin.simulate(.withoutValidators)
            let bare = try await RawHTTPResponse.fetch(origin.port, "/feed", ["If-None-Match": tag])
            #expect(bare.status == 200 && bare.header("etag") == nil)
            await origin.simulate(.alwaysNotModified)
            #expect(try await RawHTTPResponse.fetch(origin.port, "/feed").status == 304)
        }
    }

    @Test func `an origin offline refuses the connection, and comes back at the same port`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            let port = origin.port
            await origin.simulate(.offline)
            await #expect(throws: (any Error).self) { try await RawHTTPResponse.fetch(port, "/feed") }
            await origin.resetBehaviour()
            #expect(origin.port == port)
            let back = try await RawHTTPResponse.fetch(port, "/feed")
            #expect(back.status == 200)
        }
    }

    @Test func `a slow body comes in pieces and whole`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            await origin.simulate(.slow(bytesPerSecond: 10_000))
            let began = ContinuousClock.now
            let response = try await RawHTTPResponse.fetch(origin.port, "/feed")
            #expect(response.body == page.body)
            #expect(began.duration(to: .now) > .milliseconds(150))
        }
    }

    @Test func `HEAD has the headers and no body`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            let response = try await RawHTTPResponse.fetch(origin.port, "/feed", method: "HEAD")
            #expect(response.status == 200 && response.body.isEmpty)
            #expect(response.header("content-length") == "\(page.body.count)")
        }
    }
}
