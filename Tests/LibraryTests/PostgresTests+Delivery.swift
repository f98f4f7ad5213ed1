import Foundation
import News
import TestSupport
import URLs

@testable import Library

/// The use of ways out, and of hubs.
extension `The SQL that both engines share` {
    func deliverMessages(_ library: NewsLibrary, _ me: ReaderID) async throws {
        let deliveries = library.deliveries
        let hook = DeliveryAddress.webhook(WebhookAddress(address: "https://hook.test/", secret: "x"))
        let way = try await deliveries.save(hook, named: "Hook", for: me)
        _ = try await deliveries.address(of: way, for: me)
        _ = try await deliveries.pushKey(or: "key")
        let outcomes: [DeliveryOutcome] = [
            .later(nil, DeliveryFailure(.serverError)), .sent, .refused(DeliveryFailure(.tooLarge)),
            .ended(DeliveryFailure(.ended)),
        ]
        for (number, outcome) in outcomes.enumerated() {
            let message = OutgoingMessage(id: "m\(number)", title: "T", text: "t", path: "/", createdAt: Date())
            try await deliveries.enqueue(message, for: me)
            let claimed = try await deliveries.claimDue(limit: 5, excluding: [.init(rawValue: 99)])
            try await deliveries.release(claimed)
            for delivery in claimed { try await deliveries.record(outcome, of: delivery) }
        }
        try await deliveries.releaseClaims()
        try await deliveries.recordTest(.sent, of: way, for: me)
        _ = try await deliveries.ways(for: me)
        try await deliveries.remove(way, for: me)
    }

    func tellByHub(_ library: NewsLibrary, _ clock: TestClock) async throws {
        let (now, token) = (clock.now, SecretToken())
        let links = HubLinks(hub: try webAddress("https://hub.test/"), topic: "https://a.test/feed")
        try await library.context.database.write { transaction in
            let store = HubStore(transaction: transaction, now: now, policy: .standard)
            let known = try transaction.number(
                "select max(id) from channel where due_at is not null and id > ?", [.number(0)])
            guard let channel = known else { throw MissingValue(what: "a channel") }
            try store.record(links, of: channel)
            _ = try store.setChoice(.always, of: channel)
            _ = try (store.isAnythingDue(), store.nextRequestAt(), DueChannel.read(channel, transaction))
            let tasks = try store.claimDue(limit: 4)
            try store.setKey([1], hash: token.hash, origin: "https://news.test", of: channel)
            for task in tasks { try store.record(.refused(status: 403), of: task) }
            let asked = HubVerification(
                mode: "subscribe", topic: links.topic, challenge: "x", leaseSeconds: nil, reason: nil)
            _ = try (store.verify(asked, token: token), store.receiver(token), store.countContent(of: channel))
            try store.recordImport(of: channel)
            try store.recordMiss(channel)
            _ = try (store.isTold(channel), store.subscription(of: channel))
            try store.dropContent(of: channel)
            try store.recordFault(.signature, of: channel)
            try store.recover(origin: nil)
            try store.record(nil, of: channel)
        }
    }
}
