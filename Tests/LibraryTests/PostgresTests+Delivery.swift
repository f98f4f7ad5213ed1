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

    /// The use of app passwords, and of what other programs list and mark.
    func syncPrograms(_ library: NewsLibrary, _ me: ReaderID) async throws {
        let made = try await library.appPasswords.create(named: "Phone", for: me)
        let client = LoginClient(address: "192.0.2.9", isLocal: false)
        let (_, token) = try await library.appPasswords.signIn(
            userName: made.userName, secret: made.secret, from: client)
        _ = try await library.appPasswords.identity(token: token)
        do { _ = try await library.appPasswords.identity(feverKey: "0123", from: client) } catch {
            guard error == .wrongPassword else { throw error }
        }
        let list = try await library.sync.feeds(in: [], for: me)
        for isRead in [nil, true, false] {
            for isSaved in [nil, true, false] {
                var filter = SyncStoryFilter(of: list, limit: 10)
                (filter.isRead, filter.isSaved, filter.isKeptUnread) = (isRead, isSaved, isRead == false)
                (filter.arrivedFrom, filter.arrivedUntil) = (Date(timeIntervalSince1970: 0), Date())
                let page = try await library.sync.storyIDs(filter, for: me)
                _ = try await library.sync.stories(page.stories, in: list, for: me)
                if let feed = list.feeds.first?.id { filter.feeds = [feed] }
                filter.order = .oldestFirst
                _ = try await library.sync.storyIDs(filter, for: me)
            }
        }
        _ = try await library.sync.unreadCounts(for: me)
        _ = try await library.sync.storyCount(in: Set(list.feeds.map(\.id)))
        try await library.sync.markUnread(readSince: Date(timeIntervalSince1970: 0), for: me)
        try await library.sync.markAllRead(Set(list.feeds.map(\.id)), arrivedUntil: Date(), for: me)
        try await library.appPasswords.revoke(made.password.id, for: me)
    }
}
