import Failures
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@Suite(.timeLimit(.minutes(1))) struct FetcherTests {
    @Test func `an answer comes whole and the question says who asks and nothing more`() async throws {
        try await TestOrigin.serving { _ in
            answer(
                .ok, "<rss/>",
                [
                    ("Content-Type", "Application/RSS+xml; Charset=\"ISO-8859-1\""), ("ETag", "W/\"a b\""),
                    ("Last-Modified", "yesterday-ish"), ("Cache-Control", "max-age=60"), ("Set-Cookie", "a=b"),
                ])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let address = origin.address("/feed?x=1#part")
                for _ in 0..<2 {
                    let found = try await fetcher.fetch(FetchRequest(address: address, accept: "text/xml"))
                    #expect(found.status == 200)
                    #expect(found.body == Array("<rss/>".utf8))
                    #expect(found.address == address)
                    #expect(found.permanentAddress == nil)
                    #expect(found.contentType == "application/rss+xml")
                    #expect(found.charset == "ISO-8859-1")
                    #expect(found.validators == HTTPValidators(entityTag: "W/\"a b\"", lastModified: "yesterday-ish"))
                    #expect(found.freshnessLifetime == .seconds(60))
                    #expect(found.bytesOnWire == 6)
                    #expect(found.header("SET-cookie") == "a=b")
                }
                let recorded = try #require(origin.requests.last)
                #expect(origin.hits == 2)
                #expect(recorded.path == "/feed?x=1")
                #expect(recorded.header("Host") == "127.0.0.1:\(origin.port)")
                let names = Set(recorded.headers.map { $0.name.lowercased() }).subtracting(["host", "connection"])
                #expect(names == ["user-agent", "accept", "accept-encoding"])
                #expect(recorded.header("User-Agent") == "Tidings-tests (+https://tidings.example/about)")
                #expect(recorded.header("Accept") == "text/xml")
                #expect(recorded.header("Accept-Encoding") == "gzip, deflate")
            }
        }
    }

    @Test func `validators go back as they came and a 304 brings no body`() async throws {
        try await TestOrigin.serving { recorded in
            guard recorded.header("If-None-Match") == nil else {
                return answer(.notModified, "", [("Last-Modified", "Tue, 2 Jan 2001 00:00:00 GMT")])
            }
            return answer(
                .ok, "news", [("ETag", "\"one, 'two'\""), ("Last-Modified", "Mon, 1 Jan 2001 00:00:00 +0000")])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let first = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                #expect(!first.isNotModified)
                let second = try await fetcher.fetch(
                    FetchRequest(address: origin.address("/"), validators: first.validators))
                #expect(second.isNotModified && second.status == 304 && second.body.isEmpty)
                #expect(origin.requests.last?.header("If-None-Match") == "\"one, 'two'\"")
                #expect(origin.requests.last?.header("If-Modified-Since") == "Mon, 1 Jan 2001 00:00:00 +0000")
                #expect(second.validators.entityTag == "\"one, 'two'\"")
                #expect(second.validators.lastModified == "Tue, 2 Jan 2001 00:00:00 GMT")
            }
        }
    }

    @Test func `a 304 to somebody who has nothing yet is unreadable`() async throws {
        try await TestOrigin.serving { _ in
            answer(.notModified)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                for validators in [nil, HTTPValidators()] {
                    let found = await failure(
                        fetcher, FetchRequest(address: origin.address("/"), validators: validators))
                    guard case .unreadable = found else {
                        Issue.record("\(String(describing: found))")
                        return
                    }
                }
            }
        }
    }

    @Test(
        arguments: [
            (HTTPResponse.Status.notFound, FetchError.notThere), (.gone, .gone), (.forbidden, .refused(status: 403)),
            (.internalServerError, .refused(status: 500)), (.serviceUnavailable, .refused(status: 503)),
            (.multipleChoices, .refused(status: 300)),
        ])
    func `a refusal has its case`(status: HTTPResponse.Status, error: FetchError) async throws {
        try await TestOrigin.serving { _ in
            answer(status, "no")
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                #expect(await failure(fetcher, FetchRequest(address: origin.address("/"))) == error)
            }
        }
    }

    @Test func `a refusal can be asked for its words, and something can be sent`() async throws {
        try await TestOrigin.serving { recorded in
            answer(
                .conflict, "{\"said\":\"\(recorded.method) \(recorded.body)\"}", [("Content-Type", "application/json")])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                var request = FetchRequest(address: origin.address("/comments"))
                request.method = .post
                request.body = Array("héllo".utf8)
                request.headers = [("Content-Type", "text/plain"), ("X-Key", "k")]
                #expect(await failure(fetcher, request) == .refused(status: 409))
                request.acceptsErrorStatuses = true
                let found = try await fetcher.fetch(request)
                #expect(found.status == 409)
                #expect(String(decoding: found.body, as: UTF8.self) == "{\"said\":\"POST héllo\"}")
                #expect(origin.requests.last?.header("x-key") == "k")
            }
        }
    }

    @Test func `a name and password of the address become a field and leave the address`() async throws {
        try await TestOrigin.serving { _ in
            answer(.ok, "in")
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                _ = try await fetcher.fetch(FetchRequest(address: "http://me:p%40ss@127.0.0.1:\(origin.port)/"))
                #expect(origin.requests.first?.header("Authorization") == "Basic bWU6cEBzcw==")
                #expect(origin.requests.first?.header("Host") == "127.0.0.1:\(origin.port)")
            }
        }
    }

    @Test func `nobody listening is unreachable and says so`() async throws {
        let port = try await TestOrigin.serving { _ in
            answer()
        } _: {
            $0.port
        }
        let pair = try #require(AllowedAddress("127.0.0.1:\(port)"))
        try await withFetcher(of: [pair]) { fetcher in
            let found = await failure(fetcher, FetchRequest(address: "http://127.0.0.1:\(port)/"))
            #expect(found == .unreachable(.refused))
            #expect(
                found?.message(about: "Harbour Post")
                    == "Harbour Post could not be reached: nothing listens there (connection refused).")
        }
    }

    @Test func `a host that does not exist is unreachable`() async throws {
        try await withFetcher(of: []) { fetcher in
            let found = await failure(fetcher, FetchRequest(address: "http://nowhere.invalid/"))
            guard case .unreachable(let reason, _) = found else {
                Issue.record("\(String(describing: found))")
                return
            }
            #expect(reason == .unknownHost("nowhere.invalid") || reason == .lookupFailed("nowhere.invalid"))
        }
    }
}
