import Foundation
import Markup
import News
import Synchronization
import Testing

@testable import Library

@Suite struct `A round of refreshing` {
    let house: TestHouse

    init() throws { house = try TestHouse() }

    /// All statements of one round.
    private func statements() async throws -> [String] {
        let log = Mutex<[String]>([])
        let library = try NewsLibrary.open(
            at: house.folder, now: { [clock = house.clock] in clock.now }, retention: .standard
        ) { text in
            log.withLock { $0.append(text) }
        }
        defer { library.close() }
        let refresher = Refresher(library: library, catalog: house.origins.catalog, jitter: { 0 })
        #expect(await refresher.runOnce(reason: .asked).unchanged == 200)
        return log.withLock { $0 }
    }

    @Test func `What brings nothing new is claimed and written down many at a time`() async throws {
        let feeds = try (0..<200).map { ImportedFeed(address: try web("https://h\($0 % 50).test/\($0)")) }
        _ = try await house.library.subscriptions.importOutlines(feeds, for: house.me)
        for feed in feeds { house.origins.put(.success(ChannelAnswer(stories: nil)), at: feed.address.text) }
        house.clock.advance(3600)
        let log = try await statements()
        let writes = log.filter { $0.uppercased().hasPrefix("BEGIN IMMEDIATE") }.count
        #expect(writes <= 40, "\(writes) transactions")
        #expect(house.origins.requests.count == 200 && house.origins.mostAtOnceOfHost == 1)
        for folder in try await house.library.subscriptions.all(for: house.me) {
            for feed in folder.subscriptions {
                #expect(feed.health.state == .fine && feed.health.lastAnsweredAt == house.clock.now)
                #expect(try await house.library.refreshing.decisions(of: feed.id).map(\.outcome) == ["unchanged"])
            }
        }
    }

    @Test func `Of a host with many feeds all are asked, one after the other`() async throws {
        let feeds = try (0..<40).map { ImportedFeed(address: try web("https://h.test/\($0)")) }
        _ = try await house.library.subscriptions.importOutlines(feeds, for: house.me)
        for feed in feeds { house.origins.put(.success(ChannelAnswer(stories: nil)), at: feed.address.text) }
        house.clock.advance(3600)
        #expect(await house.refresher.runOnce().unchanged == 40)
        #expect(house.origins.mostAtOnceOfHost == 1)
        #expect(try await house.number("select count(*) from channel where claimed_until > 0") == 0)
    }

    @Test func `When its host asks for peace, the rest of a group is not asked and as due as the host allows`()
        async throws
    {
        let feeds = try (0..<5).map { ImportedFeed(address: try web("https://h.test/\($0)")) }
        _ = try await house.library.subscriptions.importOutlines(feeds, for: house.me)
        let until = house.clock.now.addingTimeInterval(9000)
        for feed in feeds { house.origins.put(.failure(.busy(until: until)), at: feed.address.text) }
        let summary = await house.refresher.runOnce(isWhole: true)
        #expect(house.origins.requests.count == 1)
        #expect(summary.asked == 1 && summary.waiting == 5)
        #expect(
            try await house.number("select count(*) from channel where asked_at is null and due_at >= wait_until") == 4)
    }

    @Test func `What a stopped round has not asked is as due as before`() async throws {
        let feeds = try (0..<8).map { ImportedFeed(address: try web("https://h.test/\($0)")) }
        _ = try await house.library.subscriptions.importOutlines(feeds, for: house.me)
        let now = house.clock.now
        let claims = try await house.library.house.store.write { session in
            try Claiming(session: session, now: now, bounds: .standard, only: nil).groups(hosts: 1)
        }.flatMap(\.self)
        #expect(claims.count == 8)
        // A question counts before it is sent: all of them do.
        #expect(
            try await house.number("select min(due_at) from channel").map { Date(milliseconds: $0) } ?? now
                >= now.addingTimeInterval(3600))
        try await house.library.house.store.write { session in
            for claim in claims.dropFirst() { try Claiming.giveBack(claim, session) }
        }
        #expect(await house.refresher.runOnce().asked == 0)
        house.clock.advance(181)
        #expect(await house.refresher.runOnce().asked == 7)
        house.clock.advance(3600)
        #expect(await house.refresher.runOnce().asked == 1)
    }

    @Test func `A question that waited for its turn counts from when it is sent`() async throws {
        try await house.follow("https://h.test/1")
        house.clock.advance(90_000)
        let claim = try await house.library.house.store.write { [now = house.clock.now] session in
            try Claiming(session: session, now: now, bounds: .standard, only: nil).next()
        }
        let first = try #require(claim)
        house.clock.advance(40)
        let renewed = try await house.library.house.store.write { [now = house.clock.now] session in
            let claiming = Claiming(session: session, now: now, bounds: .standard, only: nil)
            return (try claiming.renew([first]), try claiming.renew([first]))
        }
        #expect(renewed.0.count == 1 && renewed.1.isEmpty)
        let due = try await house.number("select due_at from channel").map { Date(milliseconds: $0) }
        #expect(try #require(due) >= house.clock.now.addingTimeInterval(3600))
    }

    @Test func `One answer that cannot be kept takes no other with it`() async throws {
        try await house.follow("https://a.test/feed")
        try await house.follow("https://b.test/feed")
        house.origins.put(.failure(.notThere), at: "https://a.test/feed")
        house.origins.put(.success(ChannelAnswer(stories: nil)), at: "https://b.test/feed")
        house.clock.advance(90_000)
        let summary = await house.refresher.runOnce()
        #expect(summary.failed.map(\.words) == ["nothing lives at its address"] && summary.unchanged == 1)
    }

    @Test func `After an import a person who refreshes is told of every feed`() async throws {
        let feeds = try (0..<100).map { ImportedFeed(address: try web("https://h\($0).test/")) }
        _ = try await house.library.subscriptions.importOutlines(feeds, for: house.me)
        let loop = await house.refresher.runOnce()
        #expect(loop.asked == 20)
        house.clock.advance(1)
        let summary = await house.refresher.runOnce(isWhole: true)
        // Those of the next minute, and the others by name of their time.
        #expect(summary.asked == 61)
        #expect(summary.unread == 19)
        #expect(summary.unreadUntil == house.clock.now.addingTimeInterval(79))
    }

    @Test func `Stories without dates are not taken for a rate`() async throws {
        let stories = try (0..<20).map { number in
            var story = try house.story("\(number)")
            story.publishedAt = nil
            return story
        }
        let channel = try await house.follow("https://a.test/feed", stories: stories)
        let health = try await house.library.subscriptions.one(channel, for: house.me).health
        #expect(health.reason == "does not say when its stories were published")
    }

    @Test func `Who waits is counted also in a round that does not ask`() async throws {
        let channel = try await house.follow("https://h.test/1")
        house.origins.put(.failure(.busy(until: house.clock.now.addingTimeInterval(9000))), at: "https://h.test/1")
        try await house.ask(channel)
        house.clock.advance(70)
        let summary = await house.refresher.runOnce(reason: .asked, isWhole: true)
        #expect(summary.asked == 0 && summary.waiting == 1)
    }
}
