import Foundation
import Library
import News
import SampleOrigins
import TestSupport
import Testing

@testable import Delivery

/// Push messages to a service that decrypts and checks what it is sent.
@Suite struct PushDeliveryTests {
    @Test func `a message reaches the device encrypted, with its lifetime, urgency and topic, and a signed token`()
        async throws
    {
        let clock = TestClock()
        try await SamplePushService.open(now: clock.read) { service in
            let fixture = try DeliveryFixture(ports: [service.origin.port])
            let device = service.subscribe()
            try await fixture.subscribe(device, at: service)
            let message = fixture.message("Œuvres “closed” <now>", id: "barrier-1")
            try await fixture.library.deliveries.enqueue(message, for: fixture.me)
            await fixture.sendDue()
            #expect(service.rejections == [])
            let sent = try #require(service.messages.first)
            #expect(sent.topic == "barrier-1" && sent.urgency == "high" && sent.timeToLive == 2 * 86_400)
            #expect(sent.contact == "mailto:keeper@news.test")
            #expect(sent.serverKey == (try await fixture.ways.pushKey()), "browsers bind subscriptions to this key")
            let content = try #require(
                try JSONSerialization.jsonObject(with: Data(sent.payload.utf8)) as? [String: Any])
            #expect(content["id"] as? String == "barrier-1" && content["path"] as? String == "/mine/")
            #expect(content["title"] as? String == "Œuvres “closed” <now>")
            let way = try #require(try await fixture.way())
            #expect(way.lastFailure == nil && way.lastAttemptAt == clock.now && way.waitingCount == 0)
        }
    }

    @Test(arguments: [404, 410])
    func `a subscription that has ended gets nothing more, and says so`(status: Int) async throws {
        try await SamplePushService.open(now: TestClock().read) { service in
            let fixture = try DeliveryFixture(ports: [service.origin.port])
            try await fixture.subscribe(service.subscribe(), at: service)
            await service.origin.simulate(.status(status))
            for number in 0..<3 {
                try await fixture.library.deliveries.enqueue(fixture.message(id: "m\(number)"), for: fixture.me)
            }
            await fixture.sendDue()
            let way = try #require(try await fixture.way())
            #expect(way.endedAt != nil && way.lastFailure?.code == .ended && way.waitingCount == 0)
            let count = service.origin.requests.count
            try await fixture.library.deliveries.enqueue(fixture.message(), for: fixture.me)
            await fixture.sendDue()
            #expect(service.origin.requests.count == count)
        }
    }

    @Test func `a service that asks to wait is asked again at its time, and the message comes once`() async throws {
        try await SamplePushService.open(now: TestClock().read) { service in
            let fixture = try DeliveryFixture(ports: [service.origin.port])
            try await fixture.subscribe(service.subscribe(), at: service)
            await service.origin.simulate(.status(429, retryAfter: .seconds(600)), times: 1)
            try await fixture.library.deliveries.enqueue(fixture.message(), for: fixture.me)
            await fixture.sendDue()
            #expect(try await fixture.way()?.lastFailure?.code == .rateLimited)
            fixture.clock.advance(599)
            // Another message meanwhile is no reason to ask earlier.
            try await fixture.library.deliveries.enqueue(fixture.message(id: "later"), for: fixture.me)
            await fixture.sendDue()
            #expect(service.origin.requests.count == 1)
            fixture.clock.advance(1)
            await fixture.sendDue()
            #expect(service.messages.count == 2 && service.rejections == [])
            #expect(try await fixture.way()?.waitingCount == 0)
        }
    }

    /// A device that is asked to wait lets no other wait.
    @Test func `each device has its own fate at one service`() async throws {
        try await SamplePushService.open(now: TestClock().read) { service in
            let fixture = try DeliveryFixture(ports: [service.origin.port])
            let devices = (0..<6).map { _ in service.subscribe() }
            for device in devices { try await fixture.subscribe(device, at: service) }
            await service.origin.simulate(.status(429, retryAfter: .seconds(60)), at: devices[0].path)
            await service.origin.simulate(.gone, at: devices[1].path)
            await service.origin.simulate(.status(413), at: devices[2].path)
            await service.origin.simulate(.status(500), at: devices[3].path)
            await service.origin.simulate(.status(403), at: devices[4].path)
            try await fixture.library.deliveries.enqueue(fixture.message(), for: fixture.me)
            await fixture.sendDue()
            let ways = try await fixture.library.deliveries.ways(for: fixture.me)
            #expect(
                ways.map(\.lastFailure?.code) == [.rateLimited, .ended, .tooLarge, .serverError, .keyRefused, nil])
            #expect(ways.map(\.waitingCount) == [1, 0, 0, 1, 0, 0])
            #expect(service.messages.map(\.path) == [devices[5].path])
        }
    }

    @Test func `a message is given up after two days, and says so`() async throws {
        try await SamplePushService.open(now: TestClock().read) { service in
            let fixture = try DeliveryFixture(ports: [service.origin.port])
            try await fixture.subscribe(service.subscribe(), at: service)
            await service.origin.simulate(.status(500))
            try await fixture.library.deliveries.enqueue(fixture.message(), for: fixture.me)
            for _ in 0..<60 {
                await fixture.sendDue()
                fixture.clock.advance(3_600)
            }
            let way = try #require(try await fixture.way())
            #expect(way.lastFailure?.code == .gaveUp && way.waitingCount == 0 && way.endedAt == nil)
            #expect((15...25).contains(service.origin.requests.count), "\(service.origin.requests.count)")
        }
    }

    @Test func `a process that was killed while it sent leaves the message for the next one`() async throws {
        try await SamplePushService.open(now: TestClock().read) { service in
            let fixture = try DeliveryFixture(ports: [service.origin.port])
            try await fixture.subscribe(service.subscribe(), at: service)
            try await fixture.library.deliveries.enqueue(fixture.message(id: "once"), for: fixture.me)
            // It had claimed the message, and perhaps sent it.
            let claimed = try await fixture.library.deliveries.claimDue(limit: 5)
            #expect(claimed.count == 1)
            await fixture.sendDue()
            #expect(service.messages.isEmpty)
            // The next process puts back what was claimed; without that it would wait for five minutes.
            let runner = DeliveryRunner(library: fixture.library, gateway: fixture.ways)
            await runner.recover()
            await runner.run(untilIdle: true)
            #expect(service.messages.map(\.topic) == ["once"])
            #expect(try await fixture.library.deliveries.enqueue(fixture.message(id: "once"), for: fixture.me) == 0)
        }
    }

    @Test func `addresses of the own network, plain http and keys that are none are refused`() throws {
        let fixture = try DeliveryFixture()
        let device = SamplePushService.Device.example
        func rejection(_ endpoint: String, _ key: String = device.0, _ secret: String = device.1) -> DeliveryFailure
            .Code?
        {
            fixture.ways.rejection(
                of: .push(PushAddress(endpoint: endpoint, publicKey: key, secret: secret)))?.code
        }
        #expect(rejection("https://push.example/x") == nil)
        #expect(rejection("http://push.example/x") == .notSecure)
        #expect(rejection("https://127.0.0.1/x") == .addressRefused)
        #expect(rejection("https://[::1]/x") == .addressRefused)
        #expect(rejection("https://192.168.1.20/x") == .addressRefused)
        #expect(rejection("ftp://push.example/x") == .notSecure)
        #expect(rejection("https://push.example/\(String(repeating: "x", count: 3_000))") == .notSecure)
        #expect(rejection("https://push.example/x", String(repeating: "A", count: 100_000)) == .keys)
        #expect(rejection("https://push.example/x", device.0, "AAAA") == .keys)
    }

    @Test func `a device of another reader stays that reader's`() async throws {
        let fixture = try DeliveryFixture()
        let device = SamplePushService.Device.example
        let push = DeliveryAddress.push(
            PushAddress(endpoint: "https://push.example/x", publicKey: device.0, secret: device.1))
        try await fixture.library.deliveries.save(push, named: "Phone", for: fixture.me)
        await #expect(throws: LibraryError.alreadyThere) {
            try await fixture.library.deliveries.save(push, named: "Mine", for: .init(rawValue: 2))
        }
        #expect(try await fixture.way()?.name == "Phone")
    }
}

extension SamplePushService.Device {
    /// The public key and secret of RFC 8291, appendix A.
    static let example = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg"
    )
}
