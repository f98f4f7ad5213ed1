import Foundation
import Library
import SampleOrigins
import TestSupport
import Testing

@testable import Delivery

/// Many messages to many devices, of which a third fails in each known way.
@Suite struct DeliveryEnduranceTests {
    private static let messageCount = 12

    /// The failures of devices; three of each.
    private static let failures: [(name: String, behaviour: OriginBehaviour)] = [
        ("404", .status(404)), ("410", .gone), ("413", .status(413)), ("429", .status(429, retryAfter: .seconds(600))),
        ("500", .status(500)), ("slow", .delayed(.milliseconds(300))),
    ]

    @Test func `messages to fifty devices arrive once at those that work, and end where they must`() async throws {
        try await FaultInjectingProxy.open { proxy in
            try await proxy.cut(.atOnce)
            try await SamplePushService.open(now: TestClock().read) { service in
                let broken = Int(proxy.host.split(separator: ":").last ?? "") ?? 0
                let fixture = try DeliveryFixture(ports: [service.origin.port, broken])
                let devices = (0..<47).map { _ in service.subscribe() }
                for device in devices { try await fixture.subscribe(device, at: service) }
                for (number, device) in devices.prefix(3).enumerated() {
                    let cut = PushAddress(
                        endpoint: "\(proxy.site)/push/\(number)", publicKey: device.publicKey, secret: device.secret)
                    try await fixture.library.deliveries.save(.push(cut), named: "Cut \(number)", for: fixture.me)
                }
                for (number, device) in devices.prefix(18).enumerated() {
                    await service.origin.simulate(Self.failures[number / 3].behaviour, at: device.path)
                }
                for number in 0..<Self.messageCount {
                    try await fixture.library.deliveries.enqueue(fixture.message(id: "m\(number)"), for: fixture.me)
                }
                try await sendAll(fixture)
                try await check(fixture, service, devices)
            }
        }
    }

    /// Sends until nothing waits; services are asked again at their times.
    private func sendAll(_ fixture: DeliveryFixture) async throws {
        for _ in 0..<40 {
            await fixture.sendDue()
            let waiting = try await fixture.library.deliveries.ways(for: fixture.me).map(\.waitingCount).reduce(0, +)
            if waiting == 0 { return }
            fixture.clock.advance(3 * 3_600)
        }
        Issue.record("messages wait for ever")
    }

    private func check(
        _ fixture: DeliveryFixture, _ service: SamplePushService, _ devices: [SamplePushService.Device]
    ) async throws {
        let all = Set((0..<Self.messageCount).map { "m\($0)" })
        let arrived = Dictionary(grouping: service.messages, by: \.path).mapValues { $0.compactMap(\.topic) }
        for device in devices.dropFirst(15) {
            let topics = arrived[device.path] ?? []
            #expect(Set(topics) == all && topics.count == all.count, "each arrives, and once")
        }
        let ways = try await fixture.library.deliveries.ways(for: fixture.me)
        let codes = ways.map(\.lastFailure?.code)
        #expect(codes[0..<6].allSatisfy { $0 == .ended } && ways[0..<6].allSatisfy { $0.endedAt != nil })
        #expect(codes[6..<9].allSatisfy { $0 == .tooLarge } && codes[9..<15].allSatisfy { $0 == .gaveUp })
        #expect(codes[15..<47].allSatisfy { $0 == nil } && codes[47..<50].allSatisfy { $0 == .gaveUp })
        for (number, device) in devices.prefix(15).enumerated() {
            let count = service.origin.requests(at: device.path).count
            // An ended device gets only the messages that were under way; a busy one is not asked for every message.
            let limit = number < 6 ? 6 : number < 9 ? Self.messageCount : 24 * 6
            #expect(count <= limit, "\(Self.failures[number / 3].name): \(count)")
        }
    }

    /// A service that takes twenty seconds for each message has its own place only.
    @Test func `a slow service holds up no other`() async throws {
        try await SampleOrigin.open(["/hook": SampleResource("", contentType: "text/plain")]) { hook in
            try await SamplePushService.open(now: TestClock().read) { slow in
                let fixture = try DeliveryFixture(ports: [slow.origin.port, hook.port])
                for _ in 0..<60 { try await fixture.subscribe(slow.subscribe(), at: slow) }
                let address = WebhookAddress(address: hook.address("/hook"), secret: "")
                try await fixture.library.deliveries.save(.webhook(address), named: "Hook", for: fixture.me)
                await slow.origin.simulate(.held)
                try await fixture.library.deliveries.enqueue(fixture.message(), for: fixture.me)
                let sending = Task { await fixture.sendDue() }
                while hook.requests.isEmpty { await Task.yield() }
                #expect(slow.messages.isEmpty && slow.origin.requests.count <= 6)
                await slow.origin.resetBehaviour()
                await sending.value
                #expect(slow.messages.count == 60)
            }
        }
    }
}
