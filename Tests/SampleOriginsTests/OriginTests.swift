import Foundation
import Testing

@testable import SampleOrigins

private let page = SamplePage(String(repeating: "A plain line of text. ", count: 100), contentType: "text/plain")

@Suite struct OriginTests {
    @Test func `an origin counts what it is asked, with the headers`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            _ = try await Asker.ask(origin.port, "/feed?again=1", ["User-Agent": "asker", "If-None-Match": "\"x\""])
            _ = try await Asker.ask(origin.port, "/other")
            #expect(origin.hits.count == 2)
            let hit = try #require(origin.hits(at: "/feed").first)
            #expect(hit.header("User-Agent") == "asker")
            #expect(hit.header("if-none-match") == "\"x\"")
            #expect(hit.header("host") == origin.host)
            #expect(hit.query == "again=1")
            origin.forgetHits()
            #expect(origin.hits.isEmpty)
        }
    }

    @Test func `statuses, Retry-After, redirects and gone are answered as ordered`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            await origin.behave(.status(429, retryAfter: .seconds(120)), at: "/feed", times: 1)
            let busy = try await Asker.ask(origin.port, "/feed")
            #expect(busy.status == 429 && busy.header("retry-after") == "120")
            #expect(try await Asker.ask(origin.port, "/feed").status == 200)
            await origin.behave(.redirected(to: "/new", permanent: true), at: "/feed")
            let moved = try await Asker.ask(origin.port, "/feed")
            #expect(moved.status == 301 && moved.header("location") == "/new")
            await origin.behave(.redirectLoop)
            let round = try await Asker.ask(origin.port, "/feed?round=4")
            #expect(round.status == 302 && round.header("location") == "/feed?round=5")
            await origin.behave(.gone)
            #expect(try await Asker.ask(origin.port, "/feed").status == 410)
            await origin.behaveWell()
            #expect(try await Asker.ask(origin.port, "/feed").status == 200)
        }
    }

    @Test func `a truncated body ends early, garbage is garbage, and a type can be wrong`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            await origin.behave(.truncated)
            let half = try await Asker.ask(origin.port, "/feed")
            #expect(half.header("content-length") == "\(page.body.count)")
            #expect(half.body.count == page.body.count / 2)
            await origin.behave(.garbage)
            let garbage = try await Asker.ask(origin.port, "/feed")
            #expect(garbage.header("content-type") == "text/plain" && garbage.body.count == 4096)
            await origin.behave(.contentType("image/png"))
            let wrong = try await Asker.ask(origin.port, "/feed")
            #expect(wrong.header("content-type") == "image/png" && wrong.body == page.body)
        }
    }

    @Test func `an endless body goes on until the reader has had enough`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            await origin.behave(.endless)
            let answer = try await Asker.ask(origin.port, "/feed", limit: 3_000_000)
            #expect(answer.body.count > 2_900_000)
            #expect(answer.header("content-length") == nil)
        }
    }

    @Test func `validators can be left off, and 304 be given to anyone`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            let tag = try #require(try await Asker.ask(origin.port, "/feed").header("etag"))
            #expect(try await Asker.ask(origin.port, "/feed", ["If-None-Match": tag]).status == 304)
            await origin.behave(.withoutValidators)
            let bare = try await Asker.ask(origin.port, "/feed", ["If-None-Match": tag])
            #expect(bare.status == 200 && bare.header("etag") == nil)
            await origin.behave(.alwaysUnmodified)
            #expect(try await Asker.ask(origin.port, "/feed").status == 304)
        }
    }

    @Test func `an origin offline refuses the connection, and comes back at the same port`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            let port = origin.port
            await origin.behave(.offline)
            await #expect(throws: (any Error).self) { try await Asker.ask(port, "/feed") }
            await origin.behaveWell()
            #expect(origin.port == port)
            let back = try await Asker.ask(port, "/feed")
            #expect(back.status == 200)
        }
    }

    @Test func `a slow body comes in pieces and whole`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            await origin.behave(.slow(bytesPerSecond: 10_000))
            let began = ContinuousClock.now
            let answer = try await Asker.ask(origin.port, "/feed")
            #expect(answer.body == page.body)
            #expect(began.duration(to: .now) > .milliseconds(150))
        }
    }

    @Test func `HEAD has the headers and no body`() async throws {
        try await SampleOrigin.open(["/feed": page]) { origin in
            let answer = try await Asker.ask(origin.port, "/feed", method: "HEAD")
            #expect(answer.status == 200 && answer.body.isEmpty)
            #expect(answer.header("content-length") == "\(page.body.count)")
        }
    }
}
