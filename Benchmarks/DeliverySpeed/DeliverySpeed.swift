import Delivery
import Fetching
import Foundation
import Library
import News
import SampleOrigins
import Synchronization
import Yardstick

/// How long messages to many devices take, of which a third fails in each known way, and what becomes of them.
///
///     DeliverySpeed FOLDER MESSAGES      so many messages to fifty devices; one JSON object
@main enum DeliverySpeed {
    private static let me = ReaderID.first
    private static let deviceCount = 50
    private static let failures: [OriginBehaviour] = [
        .status(404), .gone, .status(413), .status(429, retryAfter: .seconds(600)), .status(500),
        .delayed(.milliseconds(200)), .truncated,
    ]

    /// A clock that is moved by hand from round to round.
    private final class Clock: Sendable {
        private let instant = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        var now: Date { instant.withLock { $0 } }
        func advance(_ seconds: TimeInterval) { instant.withLock { $0 += seconds } }
    }

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 2, let count = Int(arguments[1]) else { return print("DeliverySpeed FOLDER MESSAGES") }
        try await measure(URL(fileURLWithPath: arguments[0]), messages: count)
    }

    private static func measure(_ folder: URL, messages count: Int) async throws {
        let clock = Clock()
        try await SamplePushService.open(now: { clock.now }) { service in
            try await run(service, clock, folder, messages: count)
        }
    }

    private static func run(
        _ service: SamplePushService, _ clock: Clock, _ folder: URL, messages count: Int
    ) async throws {
        let policy = AddressPolicy(allowing: AllowedAddress("127.0.0.1:\(service.origin.port)").map { [$0] } ?? [])
        let library = try NewsLibrary.open(
            at: folder.appending(path: "data"), now: { clock.now },
            masterKeyFile: MasterKeyFile(url: folder.appending(path: "secrets.key")))
        defer { library.close() }
        let fetcher = Fetcher(policy: policy, userAgent: "Tidings/bench", now: { clock.now })
        let ways = DeliveryWays(
            library: library, fetcher: fetcher, policy: policy, origin: "https://news.test",
            contact: "mailto:keeper@news.test", now: { clock.now })
        let devices = (0..<deviceCount).map { _ in service.subscribe() }
        for (number, device) in devices.enumerated() {
            let address = PushAddress(
                endpoint: service.origin.address(device.path), publicKey: device.publicKey, secret: device.secret)
            try await library.deliveries.save(.push(address), named: "Phone \(number)", for: me)
            if number % 3 == 0 {
                await service.origin.simulate(failures[number / 3 % failures.count], at: device.path)
            }
        }
        let queueing = try await Stopwatch.seconds {
            for number in 0..<count {
                let message = OutgoingMessage(
                    id: "m\(number)", title: "The barrier closes", text: "At nine.", path: "/mine/", urgency: .high,
                    createdAt: clock.now)
                try await library.deliveries.enqueue(message, for: me)
            }
        }
        let runner = DeliveryRunner(library: library, gateway: ways)
        var (first, rounds, waiting) = (0.0, 0, count)
        while waiting > 0, rounds < 80 {
            let seconds = await Stopwatch.seconds { await runner.run(untilIdle: true) }
            if rounds == 0 { first = seconds }
            rounds += 1
            waiting = try await library.deliveries.ways(for: me).map(\.waitingCount).reduce(0, +)
            clock.advance(3_600)
        }
        let arrived = Dictionary(grouping: service.messages, by: \.path).mapValues { $0.compactMap(\.topic) }
        let healthy = devices.enumerated().filter { $0.offset % 3 != 0 }.map { arrived[$0.element.path] ?? [] }
        let ended = devices.enumerated().filter { $0.offset % 3 == 0 && ($0.offset / 3) % failures.count < 2 }
        FactLine.say([
            "messages": count, "devices": deviceCount, "queueing": queueing, "first": first, "rounds": rounds,
            "waiting": waiting, "lost": healthy.map { count - Set($0).count }.reduce(0, +),
            "twice": healthy.map { $0.count - Set($0).count }.reduce(0, +),
            "afterEnd": ended.map { service.origin.requests(at: $0.element.path).count }.max() ?? 0,
        ])
        await fetcher.shutdown()
    }
}
