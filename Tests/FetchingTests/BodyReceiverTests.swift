import Failures
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import Testing

/// Bodies that are taken as they arrive.
@Suite(.timeLimit(.minutes(1))) struct BodyReceiverTests {
    struct Full: Error {}

    private final class Collector: Sendable {
        let bytes = Mutex<[UInt8]>([])
        let heads = Mutex<[BodyHead]>([])

        func request(_ address: String, bodyLimit: Int = 1 << 30, room: Int = .max) -> FetchRequest {
            var request = FetchRequest(address: address, bodyLimit: bodyLimit)
            request.receiver = BodyReceiver(
                begin: { head in self.heads.withLock { $0.append(head) } },
                receive: { piece in
                    let count = self.bytes.withLock { bytes in
                        bytes += piece
                        return bytes.count
                    }
                    if count > room { throw Full() }
                })
            return request
        }
    }

    @Test func `a body may be larger than those that are kept in memory, and is given on as it is`() async throws {
        let body = [UInt8](repeating: 7, count: 300_000)
        try await TestOrigin.serving { _ in
            answer(bytes: body, [("ETag", "\"a\"")])
        } _: { origin in
            try await withFetcher(of: origin.allowed, limits: FetchLimits(size: 1_000)) { fetcher in
                let collector = Collector()
                let found = try await fetcher.fetch(collector.request(origin.address("/")))
                #expect(found.body.isEmpty && found.bytesOnWire == body.count)
                #expect(collector.bytes.withLock { $0 } == body)
                #expect(collector.heads.withLock { $0.map(\.validators.entityTag) } == ["\"a\""])
                #expect(origin.requests.first?.header("accept-encoding") == "identity")
            }
        }
    }

    @Test func `a part says where it begins, and no error's body is given on`() async throws {
        try await TestOrigin.serving { recorded in
            recorded.path == "/part"
                ? answer(.partialContent, "cde", [("Content-Range", "bytes 2-4/9")]) : answer(.notFound, "nothing")
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let collector = Collector()
                _ = try await fetcher.fetch(collector.request(origin.address("/part")))
                let part = collector.heads.withLock { $0.first?.part }
                #expect(part?.first == 2 && part?.length == 9)
                #expect(await failure(fetcher, collector.request(origin.address("/none"))) == .notThere)
                #expect(collector.heads.withLock { $0.count } == 1)
            }
        }
    }

    @Test func `a body that is given on has the request's own limit, and ends when it is refused`() async throws {
        try await TestOrigin.serving { recorded in
            answer(
                bytes: [UInt8](repeating: 7, count: 200_000),
                recorded.path == "/coded" ? [("Content-Encoding", "gzip")] : [])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let (small, full, coded) = (Collector(), Collector(), Collector())
                #expect(
                    await failure(fetcher, small.request(origin.address("/"), bodyLimit: 1_000))
                        == .tooLarge(limit: 1_000))
                #expect(small.bytes.withLock { $0.isEmpty })
                #expect(await failure(fetcher, full.request(origin.address("/"), room: 10)) == .unreachable(.other))
                #expect(
                    await failure(fetcher, coded.request(origin.address("/coded"))) == .unreadable(.unknownCoding))
            }
        }
    }
}
