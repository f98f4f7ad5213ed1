import Foundation
import Markup
import News
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `Refreshing` {
    let fixture: LibraryFixture
    let address = "https://a.test/feed"
    init() throws { fixture = try LibraryFixture() }

    private func health(_ channel: ChannelID) async throws -> ChannelHealth {
        try await fixture.library.subscriptions.one(channel, for: fixture.me).health
    }

    @Test func `A new subscription is due at once and reports its stories`() async throws {
        fixture.source.put(
            .success(ChannelResponse(stories: [try fixture.story("1"), try fixture.story("2")])), at: address)
        let subscription = try await fixture.library.subscriptions.follow(
            .feed, at: webAddress(address), for: fixture.me)
        #expect(subscription.health.state == .new)
        let before = try await fixture.library.refreshing.status(for: fixture.me)
        #expect(before.waiting == 1 && before.firstRun == FirstRunProgress(succeeded: 0, failed: 0, total: 1))
        let summary = await fixture.refresher.runOnce()
        #expect(summary.fetched == 1 && summary.new == 1 && summary.newStories == 2 && summary.failed.isEmpty)
        let after = try await fixture.library.refreshing.status(for: fixture.me)
        #expect(
            after.waiting == 0 && after.firstRun == nil && after.lastFetchedAt == fixture.clock.now && !after.isUpdating
        )
        let health = try await health(subscription.id)
        #expect(health.state == .fine && health.storyCount == 2 && health.dueAt != nil && health.reason != nil)
    }

    @Test func `A refresh twice brings each story once`() async throws {
        let stories = try [fixture.story("1"), fixture.story("2")]
        let channel = try await fixture.follow(address, stories: stories)
        let summary = try await fixture.deliver(stories, in: channel, at: address)
        #expect(summary.unchanged == 1 && summary.newStories == 0)
        #expect(try await fixture.titles(.everything).count == 2)
    }

    @Test func `Hundreds of stories are stored in several transactions, the oldest first`() async throws {
        let stories = try (1...600).map { try fixture.story("\($0)", minutesAgo: Double($0)) }
        let channel = try await fixture.follow(address)
        let summary = try await fixture.deliver(stories, in: channel, at: address)
        #expect(summary.newStories == 600 && summary.new == 1)
        #expect(try await fixture.titles(.everything, depth: 600) == stories.map(\.title))
        let disordered = try await fixture.number(
            """
            select count(*) from story a join story b on b.id = a.id + 1 where b.shown_at < a.shown_at
            """)
        #expect(disordered == 0)
        #expect(try await fixture.deliver(stories, in: channel, at: address).unchanged == 1)
    }

    @Test func `No transaction of a refresh stores more than 250 stories, so that readers' writes wait shortly`()
        async throws
    {
        let inserts = Mutex((now: 0, most: 0))
        let source = fixture.source
        let library = try NewsLibrary.open(
            at: temporaryFolder(), now: { [clock = fixture.clock] in clock.now }, retention: .standard,
            sources: source.catalog
        ) { statement in
            inserts.withLock { count in
                if statement.hasPrefix("BEGIN") { count.now = 0 }
                if statement.hasPrefix("insert into story_text") { count.now += 1 }
                count.most = max(count.most, count.now)
            }
        }
        source.put(try (1...600).map { try fixture.story("\($0)") }, at: address)
        _ = try await library.subscriptions.follow(.feed, at: webAddress(address), for: fixture.me)
        #expect(await Refresher(library: library, jitter: { 0 }).runOnce().newStories == 600)
        #expect(inserts.withLock { $0.most } == 250)
    }

    @Test(.mission("BREAK-20")) func `A changed story keeps its place, its marks and its publication`() async throws {
        let channel = try await fixture.follow(
            address, stories: [fixture.story("2", minutesAgo: 1), fixture.story("1", minutesAgo: 9)])
        let id = try await fixture.id("Story 1")
        try await fixture.library.marks.markOpened(id, for: fixture.me)
        _ = try await fixture.library.marks.mark([id], as: .saved, true, for: fixture.me)
        fixture.clock.advance(100)
        let summary = try await fixture.deliver([fixture.story("1", title: "Corrected")], in: channel, at: address)
        #expect(summary.changed == 1)
        #expect(try await fixture.titles(.saved) == ["Corrected"])
        #expect(try await fixture.titles(.everything) == ["Story 2", "Corrected"])
        #expect(try await fixture.titles(.unread) == ["Story 2"])
    }

    @Test func `A story from the future is shown as of its arrival`() async throws {
        try await fixture.follow(address, stories: [fixture.story("1", minutesAgo: -600)])
        let row = try #require(
            try await fixture.library.stories.list(.everything, for: fixture.me, depth: 1).rows.first)
        #expect(row.shownAt == fixture.clock.now)
    }

    @Test func `Ids ascend with time within one answer`() async throws {
        try await fixture.follow(address, stories: (0..<9).map { try fixture.story("\($0)", minutesAgo: Double($0)) })
        let ids = try await fixture.library.stories.list(.everything, for: fixture.me, depth: 9).rows.map(\.id)
        #expect(ids == ids.sorted(by: >))
    }

    @Test func `What the source remembers comes back to it, however long`() async throws {
        let memory = SourceState(bytes: [1, 2, 3])
        fixture.source.put(.success(ChannelResponse(stories: [], sourceState: memory)), at: address)
        let channel = try await fixture.library.subscriptions.follow(.feed, at: webAddress(address), for: fixture.me).id
        try await fixture.refresh(channel)
        fixture.source.put(.success(ChannelResponse(stories: nil, sourceState: memory)), at: address)
        try await fixture.refresh(channel)
        fixture.clock.advance(86401)
        try await fixture.refresh(channel)
        #expect(fixture.source.requests.map(\.sourceState) == [nil, memory, memory])
    }

    @Test(.mission("MIT-69"))
    func `A failure is kept in the channel's health and log, and the stories stay`() async throws {
        let channel = try await fixture.follow(address, stories: [fixture.story("1")])
        fixture.source.put(.failure(.refused(status: 503)), at: address)
        let summary = try await fixture.refresh(channel)
        #expect(summary.failed.map(\.outcome.description) == ["its site failed (status 503)"])
        let health = try await health(channel)
        #expect(health.state == .failing && health.lastError == .refused && health.httpStatus == 503)
        #expect(health.consecutiveFailures == 1 && health.storyCount == 1)
        let log = try await fixture.library.refreshing.log(of: channel)
        #expect(log.map(\.event.code) == ["refused", "new"])
        #expect(log.first?.reason == .manual && log.first?.status == 503)
        fixture.source.put(.success(ChannelResponse(stories: nil)), at: address)
        try await fixture.refresh(channel)
        let healed = try await self.health(channel)
        #expect(healed.state == .fine && healed.consecutiveFailures == 0 && healed.lastError == nil)
    }

    @Test func `What is gone is not asked again`() async throws {
        let channel = try await fixture.follow(address)
        fixture.source.put(.failure(.gone), at: address)
        try await fixture.refresh(channel)
        let health = try await health(channel)
        #expect(health.state == .gone && health.dueAt == nil)
        let request = try await fixture.library.refreshing.requestRefresh(
            nil, reason: .manual, for: fixture.me, minimumInterval: .zero)
        #expect(request == DueMarkerResult(accepted: 0, gone: 1))
    }

    @Test func `A host that asks to wait is left alone with all its feeds`() async throws {
        let first = try await fixture.follow("https://h.test/1")
        let second = try await fixture.follow("https://h.test/2")
        let other = try await fixture.follow("https://other.test/feed")
        let until = fixture.clock.now.addingTimeInterval(8061)
        fixture.source.put(.failure(.busy(until: until)), at: "https://h.test/1")
        fixture.clock.advance(61)
        let asked = fixture.source.requests.count
        _ = try await fixture.library.refreshing.requestRefresh([first], reason: .manual, for: fixture.me)
        await fixture.refresher.runOnce(only: [first])
        let request = try await fixture.library.refreshing.requestRefresh(nil, reason: .manual, for: fixture.me)
        #expect(request == DueMarkerResult(accepted: 1, tooSoon: 0, waiting: 2))
        await fixture.refresher.runOnce()
        #expect(
            fixture.source.requests.dropFirst(asked).map(\.address.text) == [
                "https://h.test/1", "https://other.test/feed",
            ])
        for channel in [first, second] {
            let health = try await health(channel)
            #expect(health.state == .waiting && health.waitUntil == until)
        }
        #expect(try await health(other).state == .fine)
        fixture.clock.advance(8001 + 61)
        #expect(try await health(second).waitUntil == nil)
    }

    @Test func `A feed that waits for its host does not keep the first run going`() async throws {
        for number in 1...2 {
            let address = "https://h.test/\(number)"
            fixture.source.put(.failure(.busy(until: fixture.clock.now.addingTimeInterval(8000))), at: address)
            try await fixture.library.subscriptions.follow(.feed, at: webAddress(address), for: fixture.me)
        }
        await fixture.refresher.runOnce()
        #expect(fixture.source.requests.count == 1)
        #expect(try await fixture.library.refreshing.status(for: fixture.me).firstRun == nil)
        let failures = try await fixture.library.refreshing.failures(for: fixture.me)
        #expect(failures.channels.map(\.failure.code) == [.busy] && failures.failing == 1 && failures.total == 2)
    }

    @Test(.mission("BREAK-30")) func `A person's own refresh waits a minute`() async throws {
        try await fixture.follow(address)
        fixture.clock.advance(59)
        let early = try await fixture.library.refreshing.requestRefresh(nil, reason: .manual, for: fixture.me)
        fixture.clock.advance(1)
        let late = try await fixture.library.refreshing.requestRefresh(nil, reason: .manual, for: fixture.me)
        #expect(early == DueMarkerResult(accepted: 0, tooSoon: 1) && late == DueMarkerResult(accepted: 1))
        await fixture.refresher.runOnce()
        #expect(fixture.source.requests.last?.reason == .manual)
    }

    @Test func `A permanent move is believed the second time, and nothing is forgotten for it`() async throws {
        let channel = try await fixture.follow(address, folder: "Craft", stories: [fixture.story("1")])
        try await fixture.library.marks.markOpened(fixture.id("Story 1"), for: fixture.me)
        let moved = try webAddress("https://new.test/feed")
        let memory = SourceState(bytes: [7])
        fixture.source.put(.success(ChannelResponse(stories: nil, sourceState: memory, movedTo: moved)), at: address)
        try await fixture.refresh(channel)
        let waiting = try await fixture.library.subscriptions.one(channel, for: fixture.me)
        #expect(waiting.address.text == address && waiting.health.movedTo == moved)
        try await fixture.refresh(channel)
        let adopted = try await fixture.library.subscriptions.one(channel, for: fixture.me)
        #expect(adopted.address == moved && adopted.health.movedTo == nil && adopted.sectionTitle == "Craft")
        #expect(try await fixture.library.refreshing.log(of: channel).first?.event.code == "moved")
        try await fixture.deliver([fixture.story("1")], in: channel, at: moved.text)
        #expect(fixture.source.requests.last?.sourceState == memory)
        #expect(try await fixture.titles(.everything).count == 1)
        #expect(try await fixture.titles(.unread).isEmpty)
    }

    @Test func `A move that is not confirmed is not believed`() async throws {
        let channel = try await fixture.follow(address)
        let (here, there) = (try webAddress("https://here.test/feed"), try webAddress("https://there.test/feed"))
        for moved in [here, there, nil, here] {
            fixture.source.put(.success(ChannelResponse(stories: nil, movedTo: moved)), at: address)
            try await fixture.refresh(channel)
        }
        fixture.source.put(.failure(.unreadable(FailureCause(.notAFeed(.text), at: "old.test"))), at: address)
        try await fixture.refresh(channel)
        #expect(try await fixture.library.subscriptions.one(channel, for: fixture.me).address.text == address)
    }

    @Test func `A feed that moves to where another is becomes one with it`() async throws {
        let other = try await fixture.follow("https://new.test/feed", stories: [fixture.story("1", minutesAgo: 1)])
        let old = try await fixture.follow(
            address, folder: "Craft",
            stories: [
                fixture.story("1", minutesAgo: 1), fixture.story("2", minutesAgo: 2), fixture.story("3", minutesAgo: 3),
            ])
        try await fixture.library.marks.markOpened(fixture.id("Story 2"), for: fixture.me)
        fixture.source.put(
            .success(ChannelResponse(stories: nil, movedTo: try webAddress("https://new.test/feed"))), at: address)
        for _ in 0..<2 { try await fixture.refresh(old) }
        let all = try await fixture.library.subscriptions.folders(for: fixture.me).flatMap(\.subscriptions)
        #expect(all.map(\.id) == [other])
        #expect(try await fixture.titles(.channel(other)) == ["Story 1", "Story 2", "Story 3"])
        #expect(try await fixture.titles(.unread) == ["Story 1", "Story 3"])
        // The stories from the new address are known already.
        let summary = try await fixture.deliver(
            [fixture.story("1", minutesAgo: 1), fixture.story("2", minutesAgo: 2)], in: other,
            at: "https://new.test/feed")
        #expect(summary.newStories == 0)
        let asked = fixture.source.requests.count
        fixture.clock.advance(9 * 86400)
        await fixture.refresher.runOnce()
        #expect(fixture.source.requests.dropFirst(asked).map(\.address.text) == ["https://new.test/feed"])
    }

    @Test func `Who did not follow the other follows it instead, in the same folder`() async throws {
        let other = try await fixture.follow("https://new.test/feed", stories: [fixture.story("1", minutesAgo: 1)])
        _ = try await fixture.library.subscriptions.unfollow(other, for: fixture.me)
        let old = try await fixture.follow(address, folder: "Craft", stories: [fixture.story("2", minutesAgo: 2)])
        fixture.source.put(
            .success(ChannelResponse(stories: nil, movedTo: try webAddress("https://new.test/feed"))), at: address)
        for _ in 0..<2 { try await fixture.refresh(old) }
        let all = try await fixture.library.subscriptions.folders(for: fixture.me).flatMap(\.subscriptions)
        #expect(all.map(\.id) == [other] && all.first?.sectionTitle == "Craft" && all.first?.health.dueAt != nil)
        #expect(Set(try await fixture.titles(.channel(other))) == ["Story 1", "Story 2"])
    }

    @Test func `Somebody who names a feed that is gone asks for it once more`() async throws {
        let channel = try await fixture.follow(address)
        fixture.source.put(.failure(.gone), at: address)
        try await fixture.refresh(channel)
        try await fixture.refresh(channel)
        #expect(try await health(channel).dueAt == nil)
        fixture.source.put(.success(ChannelResponse(stories: [try fixture.story("1")])), at: address)
        try await fixture.refresh(channel)
        let revived = try await health(channel)
        #expect(revived.state == .fine && revived.dueAt != nil)
    }

    @Test func `A feed that is gone is asked once more when it is followed again`() async throws {
        let channel = try await fixture.follow(address)
        fixture.source.put(.failure(.gone), at: address)
        try await fixture.refresh(channel)
        let undo = try await fixture.library.subscriptions.unfollow(channel, for: fixture.me)
        _ = try await fixture.library.marks.undo(undo.id, for: fixture.me)
        let undone = try await health(channel)
        #expect(undone.state == .gone && undone.dueAt == nil, "an undo changes nothing")
        _ = try await fixture.library.subscriptions.unfollow(channel, for: fixture.me)
        let again = try await fixture.library.subscriptions.follow(.feed, at: webAddress(address), for: fixture.me)
        #expect(again.id == channel && again.health.state == .new && again.health.dueAt == fixture.clock.now)
        await fixture.refresher.runOnce()
        let told = try await health(channel)
        #expect(told.state == .gone && told.dueAt == nil)
    }

    @Test func `A host's wish outlasts a restart and holds for feeds that are followed later`() async throws {
        let until = fixture.clock.now.addingTimeInterval(7200)
        await fixture.library.hostBackoffs.record("h.test", until: until)
        let again = try NewsLibrary.open(at: fixture.folder, now: { [clock = fixture.clock] in clock.now })
        defer { again.close() }
        #expect(await again.hostBackoffs.end(of: "h.test") == until)
        #expect(await again.hostBackoffs.end(of: "other.test") == nil)
        let later = try await again.subscriptions.follow(.feed, at: webAddress("https://h.test/later"), for: fixture.me)
        #expect(later.health.state == .waiting && later.health.dueAt == until)
        await Refresher(library: again.withSources(fixture.source.catalog)).runOnce()
        #expect(fixture.source.requests.isEmpty)
        fixture.clock.advance(7200)
        #expect(await again.hostBackoffs.end(of: "h.test") == nil)
        await Refresher(library: again.withSources(fixture.source.catalog)).runOnce()
        #expect(fixture.source.requests.count == 1)
    }

    @Test func `A host's wish holds at once where it was heard`() async throws {
        let until = fixture.clock.now.addingTimeInterval(7200)
        #expect(await fixture.library.hostBackoffs.end(of: "h.test") == nil)
        await fixture.library.hostBackoffs.record("h.test", until: until)
        #expect(await fixture.library.hostBackoffs.end(of: "h.test") == until)
        #expect(await fixture.library.withSources(.none).hostBackoffs.end(of: "h.test") == until)
    }

    @Test func `A wish without end ends after a week`() async throws {
        await fixture.library.hostBackoffs.record("h.test", until: .distantFuture)
        #expect(
            await fixture.library.hostBackoffs.end(of: "h.test")
                == fixture.clock.now.addingTimeInterval(7 * 86400))
    }

    @Test func `A list that is shown is asked for when its freshness has run out, once`() async throws {
        fixture.source.put(
            .success(ChannelResponse(stories: [], pollingHints: PollingHints(freshSeconds: 600))), at: address)
        let channel = try await fixture.library.subscriptions.follow(.feed, at: webAddress(address), for: fixture.me).id
        try await fixture.refresh(channel)
        func asked(after seconds: Double) async throws -> Int {
            fixture.clock.advance(seconds)
            for _ in 0..<3 { try await fixture.library.refreshing.refreshIfStale(channel, for: fixture.me) }
            return await fixture.refresher.runOnce().fetched
        }
        #expect(try await asked(after: 599) == 0)
        #expect(try await asked(after: 1) == 1)
        #expect(fixture.source.requests.last?.reason == .viewed)
        fixture.source.put(.failure(.refused(status: 500)), at: address)
        #expect(try await asked(after: 600) == 1)
        // A failed channel keeps to its back-off, however often it is shown.
        #expect(try await asked(after: 3599) == 0)
    }

    @Test func `What kept a feed from being asked is in its log`() async throws {
        let channel = try await fixture.follow(address)
        fixture.clock.advance(5)
        for _ in 0..<3 {
            _ = try await fixture.library.refreshing.requestRefresh([channel], reason: .manual, for: fixture.me)
        }
        let log = try await fixture.library.refreshing.log(of: channel)
        #expect(log.map(\.event.code) == ["skipped", "unchanged"])
        #expect(log.first?.event == .skipped(.tooSoon) && log.first?.reason == .manual)
    }

    @Test func `A kind this version does not know is no reason to stop`() async throws {
        try await fixture.library.subscriptions.follow(
            SourceKind(rawValue: "gopher"), at: webAddress("https://g.test/"), for: fixture.me)
        try await fixture.library.subscriptions.follow(.feed, at: webAddress(address), for: fixture.me)
        let summary = await fixture.refresher.runOnce()
        #expect(summary.fetched == 2 && summary.failed.count == 1)
    }

    @Test func `Two Libraries never ask one channel twice, nor one host at once`() async throws {
        let second = try NewsLibrary.open(at: fixture.folder, now: { [clock = fixture.clock] in clock.now })
        defer { second.close() }
        let feeds = try (0..<120).map { ImportedFeed(address: try webAddress("https://h\($0 % 7).test/\($0)")) }
        _ = try await fixture.library.subscriptions.importOutlines(feeds, for: fixture.me)
        fixture.clock.advance(3600)
        let other = Refresher(library: second.withSources(fixture.source.catalog))
        async let a = fixture.refresher.runOnce()
        async let b = other.runOnce()
        let (first, last) = await (a, b)
        #expect(first.error == nil && last.error == nil)
        let asked = fixture.source.requests.map(\.address.text)
        #expect(asked.count == Set(asked).count)
        #expect(first.fetched + last.fetched == asked.count)
        #expect(fixture.source.maxConcurrentOfHost == 1)
        // Channels that neither process took at the end are still due.
        let rest = await fixture.refresher.runOnce()
        #expect(asked.count + rest.fetched == 120)
    }

    @Test func `A claim runs out when its process is gone`() async throws {
        let channel = try await fixture.follow(address)
        _ = try await fixture.library.refreshing.requestRefresh(
            [channel], reason: .manual, for: fixture.me, minimumInterval: .zero)
        let now = fixture.clock.now
        let claim = try await fixture.library.context.database.write { transaction in
            try DueChannelQueue(transaction: transaction, now: now, policy: .standard, channels: nil).next()
        }
        #expect(claim?.channel.id == channel.rawValue)
        #expect(await fixture.refresher.runOnce().fetched == 0)
        #expect(try await fixture.library.refreshing.status(for: fixture.me).isUpdating)
        fixture.clock.advance(181)
        #expect(try await fixture.library.refreshing.status(for: fixture.me).isUpdating == false)
        // The origin may have received a request before the process died, so its minimum hour applies.
        #expect(await fixture.refresher.runOnce().fetched == 0)
        fixture.clock.advance(3600)
        #expect(await fixture.refresher.runOnce().fetched == 1)
    }

    @Test func `However often it is stopped and started, an origin has its hour`() async throws {
        try await fixture.library.subscriptions.follow(.feed, at: webAddress(address), for: fixture.me)
        for _ in 0..<20 {
            let refresher = fixture.refresher
            let round = Task { await refresher.runOnce() }
            await Task.yield()
            round.cancel()
            _ = await round.value
            await fixture.refresher.runOnce()
            fixture.clock.advance(100)
        }
        #expect(fixture.source.requests.count == 1)
    }

    @Test func `What another hand took is counted for who wants to know`() async throws {
        let channels = try await [fixture.follow(address), fixture.follow("https://b.test/feed")]
        fixture.source.put(.success(ChannelResponse(stories: [try fixture.story("9")])), at: address)
        let loop = Task { [refresher = fixture.refresher] in await refresher.run() }
        for _ in 0..<20 {
            fixture.clock.advance(61)
            let summary = await fixture.refresher.runOnce(only: channels, reason: .manual, awaitsAll: true)
            #expect(summary.fetched == 2 && summary.failed.isEmpty)
        }
        loop.cancel()
        await loop.value
    }

    @Test(arguments: 0..<20) func `A cancelled refresh gives its claims back`(yields: Int) async throws {
        try await fixture.library.subscriptions.follow(.feed, at: webAddress(address), for: fixture.me)
        let refresher = fixture.refresher
        let round = Task { await refresher.runOnce() }
        // The cancellation is a little later each time, so that it happens at every stage.
        for _ in 0..<(yields * yields) { await Task.yield() }
        round.cancel()
        _ = await round.value
        let status = try await fixture.library.refreshing.status(for: fixture.me)
        #expect(!status.isUpdating)
        #expect(status.waiting == 1 || status.lastFetchedAt != nil)
    }

    @Test func `The loop asks what becomes due, without being told when`() async throws {
        let changes = fixture.library.changes()
        let refresher = fixture.refresher
        let loop = Task { await refresher.run() }
        fixture.source.put(.success(ChannelResponse(stories: [try fixture.story("1")])), at: address)
        try await fixture.library.subscriptions.follow(.feed, at: webAddress(address), for: fixture.me)
        for await _ in changes where try await fixture.library.stories.newestStory(for: fixture.me) != nil { break }
        loop.cancel()
        await loop.value
        #expect(try await fixture.titles(.everything) == ["Story 1"])
    }

    @Test func `Only the last fifty lines of a channel's log are kept`() async throws {
        let channel = try await fixture.follow(address)
        for _ in 0..<60 { try await fixture.refresh(channel) }
        #expect(try await fixture.library.refreshing.log(of: channel, limit: 999).count == 50)
    }
}
