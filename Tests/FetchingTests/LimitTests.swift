import Failures
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@Suite(.timeLimit(.minutes(1))) struct LimitTests {
    @Test func `a body of the limit is taken and one byte more is not`() async throws {
        try await TestOrigin.serving { recorded in
            answer(bytes: [UInt8](repeating: 7, count: Int(recorded.path.dropFirst()) ?? 0))
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: origin.address("/5000"), bodyLimit: 5000))
                #expect(found.body.count == 5000)
                #expect(
                    await failure(fetcher, FetchRequest(address: origin.address("/5001"), bodyLimit: 5000))
                        == .tooLarge(limit: 5000))
            }
        }
    }

    @Test func `a body without end is stopped at the limit`() async throws {
        let head = Array("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n".utf8)
        try await RawOrigin.serving { _ in
            .endless(head, [UInt8](repeating: 65, count: 8192))
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                #expect(
                    await failure(fetcher, FetchRequest(address: origin.address("/"), bodyLimit: 1 << 20))
                        == .tooLarge(limit: 1 << 20))
            }
        }
    }

    @Test func `a head without end is unreadable`() async throws {
        let start = Array("HTTP/1.1 200 OK\r\n".utf8)
        let more = (0..<50).flatMap { Array("X-Field-\($0): \(String(repeating: "a", count: 60))\r\n".utf8) }
        try await RawOrigin.serving { _ in
            .endless(start, more)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = await failure(fetcher, FetchRequest(address: origin.address("/")))
                guard case .unreadable = found else {
                    Issue.record("\(String(describing: found))")
                    return
                }
            }
        }
    }

    @Test func `a site that says nothing is given up in time`() async throws {
        let limit = Duration.milliseconds(200)
        try await RawOrigin.serving { _ in
            .silence
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                #expect(
                    await failure(fetcher, FetchRequest(address: origin.address("/"), timeout: limit))
                        == .timedOut(after: limit))
            }
        }
    }

    @Test func `a site that stops in the middle of its answer is given up in time`() async throws {
        let limit = Duration.milliseconds(200)
        let part = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf".utf8)
        try await RawOrigin.serving { _ in
            .bytes(part)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                #expect(
                    await failure(fetcher, FetchRequest(address: origin.address("/"), timeout: limit))
                        == .timedOut(after: limit))
            }
        }
    }

    @Test func `an answer shorter than announced is not taken for whole`() async throws {
        let part = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf".utf8)
        try await RawOrigin.serving { _ in
            .bytesThenClose(part)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = await failure(fetcher, FetchRequest(address: origin.address("/")))
                guard case .unreachable = found else {
                    Issue.record("\(String(describing: found))")
                    return
                }
            }
        }
    }

    @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "\u{0}\u{1}\u{2}garbage\r\n\r\n", "HTTP/9 nonsense\r\n\r\n"])
    func `what is not HTTP is unreadable`(words: String) async throws {
        let bytes = Array(words.utf8)
        try await RawOrigin.serving { _ in
            .bytesThenClose(bytes)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                #expect(
                    await failure(fetcher, FetchRequest(address: origin.address("/")))
                        == .unreadable(.notHTTP))
            }
        }
    }

    /// A status below 100 once stopped the whole process, inside AsyncHTTPClient.
    @Test(arguments: ["000", "099"], ["", "\r\n\r\n"])
    func `a status that cannot be is unreadable and does no harm`(status: String, before: String) async throws {
        let answer = Array("\(before)HTTP/1.1 \(status) No\r\nContent-Length: 5\r\n\r\nhello".utf8)
        try await RawOrigin.serving { _ in
            .bytes(answer)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                #expect(
                    await failure(fetcher, FetchRequest(address: origin.address("/")))
                        == .unreadable(.notHTTP))
            }
        }
    }

    @Test func `empty lines before an answer leave its body as it is`() async throws {
        let body = Array(String(repeating: "Größe ", count: 40_000).utf8)
        let answer = Array("\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
        try await RawOrigin.serving { _ in
            .bytes(answer)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                #expect(found.body == body)
            }
        }
    }

    @Test func `an answer longer than announced ends where it was announced`() async throws {
        let reply = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and much more".utf8)
        try await RawOrigin.serving { _ in
            .bytes(reply)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                #expect(found.body == Array("ok".utf8))
            }
        }
    }

    @Test(arguments: ["zz\r\nxx", "5\r\nab", "-1\r\nab\r\n", "FFFFFFFFFFFFFFFFFF\r\nab"])
    func `pieces that are counted wrong are no answer`(pieces: String) async throws {
        let reply = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(pieces)".utf8)
        try await RawOrigin.serving { _ in
            .bytesThenClose(reply)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                switch await failure(fetcher, FetchRequest(address: origin.address("/"))) {
                case .unreadable, .unreachable: break
                case let other: Issue.record("\(String(describing: other))")
                }
            }
        }
    }

    @Test func `preliminary answers are passed over`() async throws {
        let early = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        let reply = Array((early + early + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok").utf8)
        try await RawOrigin.serving { _ in
            .bytes(reply)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                #expect(found.status == 200 && found.body == Array("ok".utf8))
            }
        }
    }

    @Test(arguments: ["100 Continue", "103 Early Hints"])
    func `preliminary answers without end are given up at once`(status: String) async throws {
        let again = Array("HTTP/1.1 \(status)\r\n\r\n".utf8)
        try await RawOrigin.serving { _ in
            .endless(again, Array(repeating: again, count: 500).flatMap(\.self))
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let began = ContinuousClock.now
                let found = await failure(fetcher, FetchRequest(address: origin.address("/")))
                #expect(found == .unreadable(.endlessAnnouncements))
                #expect(ContinuousClock.now - began < .seconds(5))
            }
        }
    }

    @Test func `the house's own limits bind every request`() async throws {
        try await RawOrigin.serving { head in
            String(decoding: head, as: UTF8.self).hasPrefix("GET /silent")
                ? .silence : .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nhello world".utf8))
        } _: { origin in
            try await withFetcher(of: origin.allowed, limits: FetchLimits(size: 10)) { fetcher in
                let large = FetchRequest(address: origin.address("/large"))
                #expect(await failure(fetcher, large) == .tooLarge(limit: 10))
            }
            try await withFetcher(of: origin.allowed, limits: FetchLimits(timeout: .milliseconds(300))) { fetcher in
                let silent = FetchRequest(address: origin.address("/silent"), timeout: .seconds(50))
                #expect(await failure(fetcher, silent) == .timedOut(after: .milliseconds(300)))
            }
        }
    }

    @Test func `bytes of an entity tag survive the way here and back`() async throws {
        let tag: [UInt8] = [34, 0xE9, 0xC3, 0xA9, 0xFF, 34]
        let reply =
            Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nETag: ".utf8) + tag + Array("\r\n\r\n".utf8) + [0xC3, 0xFF]
        try await RawOrigin.serving { _ in
            .bytes(reply)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let first = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                #expect(first.body == [0xC3, 0xFF])
                let kept = try JSONDecoder().decode(HTTPValidators.self, from: JSONEncoder().encode(first.validators))
                let second = try await fetcher.fetch(FetchRequest(address: origin.address("/"), validators: kept))
                #expect(second.body == [0xC3, 0xFF])
                let line = Array("If-None-Match: ".utf8) + tag + [13, 10]
                let recorded = try #require(origin.heads.last)
                #expect(recorded.indices.contains { recorded[$0...].starts(with: line) })
                #expect(origin.connections == 1)
            }
        }
    }
}
