import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import Testing

@testable import Fetching

/// Requests that change something at a site, by whatever method.
@Suite(.timeLimit(.minutes(1))) struct StateChangingRequestTests {
    private func request(_ address: String) -> FetchRequest {
        var request = FetchRequest(address: address)
        request.changesState = true
        request.acceptsErrorStatuses = true
        return request
    }

    @Test func `a link that changes something is followed once, and its redirect is told`() async throws {
        try await TestOrigin.serving { _ in
            answer(.found, "", [("Location", "/news")])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(request(origin.address("/vote?id=1")))
                #expect(found.status == 302)
                #expect(found.header("Location") == "/news")
                #expect(origin.requests.map(\.path) == ["/vote?id=1"])
            }
        }
    }

    @Test func `an idle connection is not used, so that none is closed under the request`() async throws {
        let reply = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
        try await RawOrigin.serving { _ in
            .bytes(reply)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                _ = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                _ = try await fetcher.fetch(request(origin.address("/vote")))
                #expect(origin.connections == 2)
            }
        }
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal"])
    func `a connection that breaks off after the request leaves its fate open, and nothing is repeated`(
        reply: String
    ) async throws {
        try await RawOrigin.serving { _ in
            .bytesThenClose(Array(reply.utf8))
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let error = await failure(fetcher, request(origin.address("/vote")))
                #expect(error?.isUnsent == false)
                #expect(origin.heads.count == 1)
            }
        }
    }

    @Test func `a request that found nobody listening is known to be unsent`() async throws {
        // A port that was free a moment ago.
        let (allowed, address) = try await RawOrigin.serving { _ in
            .silence
        } _: { origin in
            (origin.allowed, origin.address("/vote"))
        }
        try await withFetcher(of: allowed) { fetcher in
            #expect(await failure(fetcher, request(address))?.isUnsent == true)
        }
    }

    @Test func `it goes before what waits for its host`() async throws {
        let (gate, opener) = AsyncStream<Void>.makeStream()
        try await TestOrigin.serving { recorded in
            if recorded.path == "/0" { for await _ in gate {} }
            return answer(.ok, "news")
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for step in 0..<3 {
                        let address = origin.address("/\(step)")
                        group.addTask { _ = try await fetcher.fetch(FetchRequest(address: address)) }
                        while await fetcher.hostLimiter.waitingCount < step || origin.hits < 1 { await Task.yield() }
                    }
                    let vote = request(origin.address("/vote"))
                    group.addTask { _ = try await fetcher.fetch(vote) }
                    while await fetcher.hostLimiter.waitingCount < 3 { await Task.yield() }
                    opener.finish()
                    try await group.waitForAll()
                }
                #expect(origin.requests.map(\.path) == ["/0", "/vote", "/1", "/2"])
            }
        }
    }
}
