import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import TestSupport
import Testing

@testable import Fetching

@Suite(.timeLimit(.minutes(1))) struct HostPolitenessTests {
    @Test(
        arguments: [
            (429, "120", 120), (503, "120", 120), (429, "Fri, 15 Jan 2027 08:02:00 GMT", 120),
            (503, "Fri, 15 Jan 2027 08:02:00 GMT", 120), (429, nil, 600), (429, "soon", 600),
        ] as [(Int, String?, Double)])
    func `a host that asks for peace gets it`(status: Int, wish: String?, seconds: Double) async throws {
        let clock = TestClock()
        try await TestOrigin.serving { recorded in
            guard recorded.path == "/busy" else { return answer(.ok, "other") }
            return answer(.init(code: status), "", wish.map { [("Retry-After", $0)] } ?? [])
        } _: { origin in
            try await withFetcher(of: origin.allowed, clock: clock) { fetcher in
                let busy = FetchError.busy(until: clock.now.addingTimeInterval(seconds), status: status)
                #expect(await failure(fetcher, FetchRequest(address: origin.address("/busy"))) == busy)
                // The whole host is left alone, and is not even asked.
                #expect(await failure(fetcher, FetchRequest(address: origin.address("/other"))) == busy)
                clock.advance(seconds - 1)
                #expect(await failure(fetcher, FetchRequest(address: origin.address("/other"))) == busy)
                #expect(origin.hits == 1)
                clock.advance(1)
                _ = try await fetcher.fetch(FetchRequest(address: origin.address("/other")))
                #expect(origin.hits == 2)
            }
        }
    }

    @Test func `a clock that is set back makes no wait longer`() async throws {
        let clock = TestClock()
        try await TestOrigin.serving { _ in
            answer(.tooManyRequests, "", [("Retry-After", "120")])
        } _: { origin in
            try await withFetcher(of: origin.allowed, clock: clock) { fetcher in
                _ = await failure(fetcher, FetchRequest(address: origin.address("/")))
                clock.advance(days: -40)
                let busy = FetchError.busy(until: clock.now.addingTimeInterval(120), status: 429)
                #expect(await failure(fetcher, FetchRequest(address: origin.address("/"))) == busy)
                clock.advance(121)
                _ = await failure(fetcher, FetchRequest(address: origin.address("/")))
                #expect(origin.hits == 2)
            }
        }
    }

    @Test func `one host's wish does not bind another`() async throws {
        try await TestOrigin.serving { _ in
            answer(.tooManyRequests)
        } _: { busy in
            try await TestOrigin.serving { _ in
                answer(.ok, "news")
            } _: { calm in
                try await withFetcher(of: busy.allowed + calm.allowed) { fetcher in
                    _ = await failure(fetcher, FetchRequest(address: busy.address("/")))
                    _ = try await fetcher.fetch(FetchRequest(address: calm.address("/")))
                    #expect(calm.hits == 1)
                }
            }
        }
    }

    @Test func `one connection serves a round and the next round opens its own`() async throws {
        let reply = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
        try await RawOrigin.serving { _ in
            .bytes(reply)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                for _ in 0..<5 { _ = try await fetcher.fetch(FetchRequest(address: origin.address("/"))) }
                #expect(origin.connections == 1)
                await fetcher.closeIdleConnections()
                _ = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                #expect(origin.connections == 2)
                #expect(origin.heads.count == 6)
            }
        }
    }

    /// How many requests are inside a site at once, and how many were at most.
    private final class ConcurrencyProbe: Sendable {
        private let counts = Mutex((inside: 0, most: 0))
        private let gate = Mutex<[CheckedContinuation<Void, Never>]>([])
        private let isOpen = Mutex(false)

        var active: Int { counts.withLock { $0.inside } }
        var maxActive: Int { counts.withLock { $0.most } }

        func run() async {
            counts.withLock {
                $0.inside += 1
                $0.most = max($0.most, $0.inside)
            }
            await withCheckedContinuation { visitor in
                let waits = isOpen.withLock { open in
                    if !open { gate.withLock { $0.append(visitor) } }
                    return !open
                }
                if !waits { visitor.resume() }
            }
            counts.withLock { $0.inside -= 1 }
        }

        func open() {
            isOpen.withLock { open in
                open = true
                gate.withLock { $0.forEach { $0.resume() } }
            }
        }
    }

    @Test func `a host is asked one thing at a time`() async throws {
        let probe = ConcurrencyProbe()
        try await TestOrigin.serving { _ in
            await probe.run()
            return answer(.ok, "news")
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                try await withThrowingTaskGroup(of: FetchResponse.self) { group in
                    for step in 0..<6 {
                        let address = origin.address("/\(step)")
                        group.addTask { try await fetcher.fetch(FetchRequest(address: address)) }
                    }
                    while await fetcher.hostLimiter.waitingCount < 5 || probe.active < 1 { await Task.yield() }
                    #expect(origin.hits == 1)
                    probe.open()
                    for try await found in group { #expect(found.status == 200) }
                }
                #expect(probe.maxActive == 1)
                #expect(origin.hits == 6)
            }
        }
    }

    @Test(.mission("HN-78"), arguments: [(4, 4), (100, 6)])
    func `an interface is asked as many things at a time as the question says, and never more than six`(
        atOnce: Int, most: Int
    ) async throws {
        let probe = ConcurrencyProbe()
        try await TestOrigin.serving { _ in
            await probe.run()
            return answer(.ok, "news")
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                try await withThrowingTaskGroup(of: FetchResponse.self) { group in
                    for step in 0..<9 {
                        var request = FetchRequest(address: origin.address("/\(step)"))
                        request.maxConcurrentPerHost = atOnce
                        group.addTask { [request] in try await fetcher.fetch(request) }
                    }
                    while await fetcher.hostLimiter.waitingCount < 9 - most || probe.active < most {
                        await Task.yield()
                    }
                    #expect(origin.hits == most)
                    probe.open()
                    for try await found in group { #expect(found.status == 200) }
                }
                #expect(probe.maxActive == most && origin.hits == 9)
            }
        }
    }

    @Test func `a status that a question names silences its host as 429 does, and others are not`() async throws {
        let clock = TestClock()
        try await TestOrigin.serving { _ in
            answer(.forbidden)
        } _: { origin in
            try await withFetcher(of: origin.allowed, clock: clock) { fetcher in
                var request = FetchRequest(address: origin.address("/"))
                #expect(await failure(fetcher, request) == .refused(status: 403))
                request.backoffStatuses = [403]
                let busy = FetchError.busy(until: clock.now.addingTimeInterval(600), status: 403)
                #expect(await failure(fetcher, request) == busy)
                #expect(await failure(fetcher, FetchRequest(address: origin.address("/x"))) == busy)
                #expect(origin.hits == 2)
            }
        }
    }

    @Test(
        arguments: [
            (429, "90", 90, false), (429, "90", 90, true), (429, nil, nil, true), (503, "90", 90, true),
        ] as [(Int, String?, Double?, Bool)])
    func `a request for peace can come with its words, and binds the host unless it concerns a key`(
        status: Int, wish: String?, seconds: Double?, limitsCallerOnly: Bool
    ) async throws {
        let clock = TestClock()
        try await TestOrigin.serving { _ in
            answer(
                status == 429 ? .tooManyRequests : .serviceUnavailable, "{\"code\":\"spent\"}",
                wish.map { [("Retry-After", $0)] } ?? [])
        } _: { origin in
            try await withFetcher(of: origin.allowed, clock: clock) { fetcher in
                var request = FetchRequest(address: origin.address("/"))
                request.acceptsErrorStatuses = true
                request.acceptsBackoffStatuses = true
                request.limitsCallerOnly = limitsCallerOnly
                let found = try await fetcher.fetch(request)
                #expect(found.status == status && String(decoding: found.body, as: UTF8.self) == "{\"code\":\"spent\"}")
                #expect(found.retryAfter == seconds.map { clock.now.addingTimeInterval($0) })
                guard status == 503 || !limitsCallerOnly else {
                    // Whoever has counted by key waits; another key may be sent.
                    #expect(try await fetcher.fetch(request).status == status)
                    return
                }
                let until = clock.now.addingTimeInterval(90)
                #expect(await failure(fetcher, request) == .busy(until: until, status: status))
                #expect(origin.hits == 1)
            }
        }
    }

    @Test func `a host is left in peace between two questions that want it so`() async throws {
        try await TestOrigin.serving { _ in
            answer(.ok, "news")
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                var request = FetchRequest(address: origin.address("/"))
                request.minimumSpacing = .milliseconds(200)
                let began = ContinuousClock.now
                for _ in 0..<3 { _ = try await fetcher.fetch(request) }
                #expect(ContinuousClock.now - began >= .milliseconds(400))
            }
        }
    }

    @Test func `many hosts are asked at once but no more than allowed`() async throws {
        let probe = ConcurrencyProbe()
        try await TestOrigin.serving { _ in
            await probe.run()
            return answer(.ok, "news")
        } _: { origin in
            let pairs = (1...5).compactMap { AllowedAddress("127.0.0.\($0):\(origin.port)") }
            // The site listens on 127.0.0.1 only; the others are names of the same machine.
            try await withFetcher(of: pairs, maxConcurrentHosts: 2) { fetcher in
                try await withThrowingTaskGroup(of: FetchResponse.self) { group in
                    for host in ["127.0.0.1", "localhost", "127.0.0.1", "localhost"] {
                        let address = "http://\(host):\(origin.port)/"
                        group.addTask { try await fetcher.fetch(FetchRequest(address: address)) }
                    }
                    while await fetcher.hostLimiter.waitingCount < 2 || probe.active < 2 { await Task.yield() }
                    probe.open()
                    for try await found in group { #expect(found.status == 200) }
                }
                #expect(probe.maxActive == 2)
            }
        }
    }

    @Test func `who gives up in the line does not hold it up`() async throws {
        let probe = ConcurrencyProbe()
        try await TestOrigin.serving { _ in
            await probe.run()
            return answer(.ok, "news")
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let request = FetchRequest(address: origin.address("/"))
                async let first = fetcher.fetch(request)
                while probe.active < 1 { await Task.yield() }
                let second = Task { await failure(fetcher, request) }
                while await fetcher.hostLimiter.waitingCount < 1 { await Task.yield() }
                second.cancel()
                #expect(await second.value == .cancelled)
                probe.open()
                let found = try await first
                #expect(found.status == 200)
                #expect(origin.hits == 1)
            }
        }
    }

    @Test func `after the end nobody is asked`() async throws {
        try await TestOrigin.serving { _ in
            answer()
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                await fetcher.shutdown()
                #expect(await failure(fetcher, FetchRequest(address: origin.address("/"))) == .cancelled)
                #expect(origin.hits == 0)
            }
        }
    }
}
