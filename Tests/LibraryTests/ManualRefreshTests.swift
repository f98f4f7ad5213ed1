import Foundation
import Markup
import News
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `A round of refreshing` {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    /// Returns all SQL statements of one round.
    private func statements() async throws -> [String] {
        let log = Mutex<[String]>([])
        let library = try NewsLibrary.open(
            at: fixture.folder, now: { [clock = fixture.clock] in clock.now }, retention: .standard
        ) { text in
            log.withLock { $0.append(text) }
        }
        defer { library.close() }
        let refresher = Refresher(library: library.withSources(fixture.source.catalog), jitter: { 0 })
        #expect(await refresher.runOnce(reason: .manual).unchanged == 200)
        return log.withLock { $0 }
    }

    @Test func `What brings nothing new is claimed and written down many at a time`() async throws {
        let feeds = try (0..<200).map { ImportedFeed(address: try webAddress("https://h\($0 % 50).test/\($0)")) }
        _ = try await fixture.library.subscriptions.importOutlines(feeds, for: fixture.me)
        for feed in feeds { fixture.source.put(.success(ChannelResponse(stories: nil)), at: feed.address.text) }
        fixture.clock.advance(3600)
        let log = try await statements()
        let writes = log.filter { $0.uppercased().hasPrefix("BEGIN IMMEDIATE") }.count
        #expect(writes <= 40, "\(writes) transactions")
        #expect(fixture.source.requests.count == 200 && fixture.source.maxConcurrentOfHost == 1)
        for folder in try await fixture.library.subscriptions.folders(for: fixture.me) {
            for feed in folder.subscriptions {
                #expect(feed.health.state == .fine && feed.health.lastSuccessAt == fixture.clock.now)
                #expect(try await fixture.library.refreshing.log(of: feed.id).map(\.event.code) == ["unchanged"])
            }
        }
    }

    @Test func `Of a host with many feeds all are asked, one after the other`() async throws {
        let feeds = try (0..<40).map { ImportedFeed(address: try webAddress("https://h.test/\($0)")) }
        _ = try await fixture.library.subscriptions.importOutlines(feeds, for: fixture.me)
        for feed in feeds { fixture.source.put(.success(ChannelResponse(stories: nil)), at: feed.address.text) }
        fixture.clock.advance(3600)
        #expect(await fixture.refresher.runOnce().unchanged == 40)
        #expect(fixture.source.maxConcurrentOfHost == 1)
        #expect(try await fixture.number("select count(*) from channel where claimed_until > 0") == 0)
    }

    @Test func `When its host asks for peace, the rest of a group is not asked and as due as the host allows`()
        async throws
    {
        let feeds = try (0..<5).map { ImportedFeed(address: try webAddress("https://h.test/\($0)")) }
        _ = try await fixture.library.subscriptions.importOutlines(feeds, for: fixture.me)
        let until = fixture.clock.now.addingTimeInterval(9000)
        for feed in feeds { fixture.source.put(.failure(.busy(until: until)), at: feed.address.text) }
        let summary = await fixture.refresher.runOnce(awaitsAll: true)
        #expect(fixture.source.requests.count == 1)
        #expect(summary.fetched == 1 && summary.waiting == 5)
        #expect(
            try await fixture.number(
                "select count(*) from channel where last_attempt_at is null and due_at >= backoff_until")
                == 4)
    }

    @Test func `What a stopped round has not asked is as due as before`() async throws {
        let feeds = try (0..<8).map { ImportedFeed(address: try webAddress("https://h.test/\($0)")) }
        _ = try await fixture.library.subscriptions.importOutlines(feeds, for: fixture.me)
        let now = fixture.clock.now
        let claims = try await fixture.library.context.database.write { transaction in
            try DueChannelQueue(transaction: transaction, now: now, policy: .standard, channels: nil).groups(hosts: 1)
        }.flatMap(\.self)
        #expect(claims.count == 8)
        // All requests are recorded before they are sent.
        #expect(
            try await fixture.number("select min(due_at) from channel").map { Date(milliseconds: $0) } ?? now
                >= now.addingTimeInterval(3600))
        try await fixture.library.context.database.write { transaction in
            for claim in claims.dropFirst() { try FetchLeaseStore.rollBack(claim.lease, transaction) }
        }
        #expect(await fixture.refresher.runOnce().fetched == 0)
        fixture.clock.advance(181)
        #expect(await fixture.refresher.runOnce().fetched == 7)
        fixture.clock.advance(3600)
        #expect(await fixture.refresher.runOnce().fetched == 1)
    }

    @Test func `A question that waited for its turn counts from when it is sent`() async throws {
        try await fixture.follow("https://h.test/1")
        fixture.clock.advance(90_000)
        let claim = try await fixture.library.context.database.write { [now = fixture.clock.now] transaction in
            try DueChannelQueue(transaction: transaction, now: now, policy: .standard, channels: nil).next()
        }
        let first = try #require(claim)
        fixture.clock.advance(40)
        let renewed = try await fixture.library.context.database.write { [now = fixture.clock.now] transaction in
            let queue = DueChannelQueue(transaction: transaction, now: now, policy: .standard, channels: nil)
            return (try queue.renew([first]), try queue.renew([first]))
        }
        #expect(renewed.0.count == 1 && renewed.1.isEmpty)
        let due = try await fixture.number("select due_at from channel").map { Date(milliseconds: $0) }
        #expect(try #require(due) >= fixture.clock.now.addingTimeInterval(3600))
    }

    @Test func `One answer that cannot be kept takes no other with it`() async throws {
        try await fixture.follow("https://a.test/feed")
        try await fixture.follow("https://b.test/feed")
        fixture.source.put(.failure(.notThere), at: "https://a.test/feed")
        fixture.source.put(.success(ChannelResponse(stories: nil)), at: "https://b.test/feed")
        fixture.clock.advance(90_000)
        let summary = await fixture.refresher.runOnce()
        #expect(summary.failed.map(\.outcome.description) == ["there is nothing at its address"])
        #expect(summary.unchanged == 1)
    }

    @Test func `A refusal quotes the origin's own words`() {
        let failure = FetchFailure(
            code: .refused, status: 403, cause: FailureCause(.originError("Members only"), at: "a.test"))
        #expect("\(RefreshOutcome.failed(failure))" == "its site refused (status 403): “Members only”")
        let down = FetchFailure(code: .refused, status: 502)
        #expect("\(RefreshOutcome.failed(down))" == "its site failed (status 502)", "a server error is no refusal")
    }

    @Test func `After an import a person who refreshes is told of every feed`() async throws {
        let feeds = try (0..<100).map { ImportedFeed(address: try webAddress("https://h\($0).test/")) }
        _ = try await fixture.library.subscriptions.importOutlines(feeds, for: fixture.me)
        let loop = await fixture.refresher.runOnce()
        #expect(loop.fetched == 20)
        fixture.clock.advance(1)
        let summary = await fixture.refresher.runOnce(awaitsAll: true)
        // The round fetches the channels of the next minute, and reports the others with their time.
        #expect(summary.fetched == 61)
        #expect(summary.notYetFetched == 19)
        #expect(summary.notYetFetchedUntil == fixture.clock.now.addingTimeInterval(79))
    }

    @Test func `Stories without dates are not taken for a rate`() async throws {
        let stories = try (0..<20).map { number in
            var story = try fixture.story("\(number)")
            story.publishedAt = nil
            return story
        }
        let channel = try await fixture.follow("https://a.test/feed", stories: stories)
        let health = try await fixture.library.subscriptions.one(channel, for: fixture.me).health
        #expect(health.reason == .undated)
    }

    @Test func `Who waits is counted also in a round that does not ask`() async throws {
        let channel = try await fixture.follow("https://h.test/1")
        fixture.source.put(.failure(.busy(until: fixture.clock.now.addingTimeInterval(9000))), at: "https://h.test/1")
        try await fixture.refresh(channel)
        fixture.clock.advance(70)
        let summary = await fixture.refresher.runOnce(reason: .manual, awaitsAll: true)
        #expect(summary.fetched == 0 && summary.waiting == 1)
    }
}
