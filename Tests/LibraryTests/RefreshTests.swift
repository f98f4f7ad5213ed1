import Foundation
import Markup
import News
import Testing

@testable import Library

@Suite struct `Refreshing` {
    let house: TestHouse
    let address = "https://a.test/feed"
    init() throws { house = try TestHouse() }

    private func health(_ channel: ChannelID) async throws -> ChannelHealth {
        try await house.library.subscriptions.one(channel, for: house.me).health
    }

    @Test func `A new subscription is due at once and reports its stories`() async throws {
        house.origins.put(.success(ChannelAnswer(stories: [try house.story("1"), try house.story("2")])), at: address)
        let subscription = try await house.library.subscriptions.follow(.feed, at: web(address), for: house.me)
        #expect(subscription.health.state == .new)
        let before = try await house.library.refreshing.status(for: house.me)
        #expect(before.waiting == 1 && before.firstRun == FirstRunProgress(arrived: 0, refused: 0, total: 1))
        let summary = await house.refresher.runOnce()
        #expect(summary.asked == 1 && summary.new == 1 && summary.newStories == 2 && summary.failed.isEmpty)
        let after = try await house.library.refreshing.status(for: house.me)
        #expect(
            after.waiting == 0 && after.firstRun == nil && after.lastAskedAt == house.clock.now && !after.isUpdating)
        let health = try await health(subscription.id)
        #expect(health.state == .fine && health.storyCount == 2 && health.dueAt != nil && !health.reason.isEmpty)
    }

    @Test func `A refresh twice brings each story once`() async throws {
        let stories = try [house.story("1"), house.story("2")]
        let channel = try await house.follow(address, stories: stories)
        let summary = try await house.arrive(stories, in: channel, at: address)
        #expect(summary.unchanged == 1 && summary.newStories == 0)
        #expect(try await house.titles(.everything).count == 2)
    }

    @Test func `A changed story keeps its place, its marks and its publication`() async throws {
        let channel = try await house.follow(
            address, stories: [house.story("2", minutesAgo: 1), house.story("1", minutesAgo: 9)])
        try await house.library.marks.open(house.id("Story 1"), for: house.me)
        house.clock.advance(100)
        let summary = try await house.arrive([house.story("1", title: "Corrected")], in: channel, at: address)
        #expect(summary.changed == 1)
        #expect(try await house.titles(.everything) == ["Story 2", "Corrected"])
        #expect(try await house.titles(.unread) == ["Story 2"])
        let facts = try await house.library.stories.story(house.id("Corrected"), for: house.me, in: nil)
        #expect(facts.updatedAt == house.clock.now)
    }

    @Test func `A story from the future is shown as of its arrival`() async throws {
        try await house.follow(address, stories: [house.story("1", minutesAgo: -600)])
        let row = try #require(try await house.library.stories.list(.everything, for: house.me, depth: 1).rows.first)
        #expect(row.shownAt == house.clock.now)
    }

    @Test func `Ids ascend with time within one answer`() async throws {
        try await house.follow(address, stories: (0..<9).map { try house.story("\($0)", minutesAgo: Double($0)) })
        let ids = try await house.library.stories.list(.everything, for: house.me, depth: 9).rows.map(\.id)
        #expect(ids == ids.sorted(by: >))
    }

    @Test func `What the source remembers comes back to it, however long`() async throws {
        let memory = ChannelMemory(bytes: [1, 2, 3])
        house.origins.put(.success(ChannelAnswer(stories: [], memory: memory)), at: address)
        let channel = try await house.library.subscriptions.follow(.feed, at: web(address), for: house.me).id
        try await house.ask(channel)
        house.origins.put(.success(ChannelAnswer(stories: nil, memory: memory)), at: address)
        try await house.ask(channel)
        house.clock.advance(86401)
        try await house.ask(channel)
        #expect(house.origins.requests.map(\.memory) == [nil, memory, memory])
    }

    @Test func `A failure is kept in the channel's health and log, and the stories stay`() async throws {
        let channel = try await house.follow(address, stories: [house.story("1")])
        house.origins.put(.failure(.refused(status: 503)), at: address)
        let summary = try await house.ask(channel)
        #expect(summary.failed.map(\.words) == ["its origin refused (status 503)"])
        let health = try await health(channel)
        #expect(health.state == .failing && health.lastError == "refused" && health.httpStatus == 503)
        #expect(health.failuresInARow == 1 && health.storyCount == 1)
        let log = try await house.library.refreshing.decisions(of: channel)
        #expect(log.map(\.outcome) == ["refused", "new"])
        #expect(log.first?.reason == .asked && log.first?.status == 503)
        house.origins.put(.success(ChannelAnswer(stories: nil)), at: address)
        try await house.ask(channel)
        let healed = try await self.health(channel)
        #expect(healed.state == .fine && healed.failuresInARow == 0 && healed.lastError == nil)
    }

    @Test func `What is gone is not asked again`() async throws {
        let channel = try await house.follow(address)
        house.origins.put(.failure(.gone), at: address)
        try await house.ask(channel)
        let health = try await health(channel)
        #expect(health.state == .gone && health.dueAt == nil)
        let request = try await house.library.refreshing.requestRefresh(
            nil, reason: .asked, for: house.me, leastInterval: .zero)
        #expect(request == RefreshRequest(accepted: 0, tooSoon: 0, waiting: 1))
    }

    @Test func `A host that asks to wait is left alone with all its feeds`() async throws {
        let first = try await house.follow("https://h.test/1")
        let second = try await house.follow("https://h.test/2")
        let other = try await house.follow("https://other.test/feed")
        let until = house.clock.now.addingTimeInterval(8061)
        house.origins.put(.failure(.busy(until: until)), at: "https://h.test/1")
        house.clock.advance(61)
        let asked = house.origins.requests.count
        _ = try await house.library.refreshing.requestRefresh([first], reason: .asked, for: house.me)
        await house.refresher.runOnce(only: [first])
        let request = try await house.library.refreshing.requestRefresh(nil, reason: .asked, for: house.me)
        #expect(request == RefreshRequest(accepted: 1, tooSoon: 0, waiting: 2))
        await house.refresher.runOnce()
        #expect(
            house.origins.requests.dropFirst(asked).map(\.address.text) == [
                "https://h.test/1", "https://other.test/feed",
            ])
        for channel in [first, second] {
            let health = try await health(channel)
            #expect(health.state == .waiting && health.waitUntil == until)
        }
        #expect(try await health(other).state == .fine)
        house.clock.advance(8001 + 61)
        #expect(try await health(second).waitUntil == nil)
    }

    @Test func `A person's own refresh waits a minute`() async throws {
        try await house.follow(address)
        house.clock.advance(59)
        let early = try await house.library.refreshing.requestRefresh(nil, reason: .asked, for: house.me)
        house.clock.advance(1)
        let late = try await house.library.refreshing.requestRefresh(nil, reason: .asked, for: house.me)
        #expect(early == RefreshRequest(accepted: 0, tooSoon: 1) && late == RefreshRequest(accepted: 1))
        await house.refresher.runOnce()
        #expect(house.origins.requests.last?.reason == .asked)
    }

    @Test func `A permanent move is believed the second time, and nothing is forgotten for it`() async throws {
        let channel = try await house.follow(address, folder: "Craft", stories: [house.story("1")])
        try await house.library.marks.open(house.id("Story 1"), for: house.me)
        let moved = try web("https://new.test/feed")
        let memory = ChannelMemory(bytes: [7])
        house.origins.put(.success(ChannelAnswer(stories: nil, memory: memory, movedTo: moved)), at: address)
        try await house.ask(channel)
        let waiting = try await house.library.subscriptions.one(channel, for: house.me)
        #expect(waiting.address.text == address && waiting.health.movedTo == moved)
        try await house.ask(channel)
        let adopted = try await house.library.subscriptions.one(channel, for: house.me)
        #expect(adopted.address == moved && adopted.health.movedTo == nil && adopted.sectionTitle == "Craft")
        #expect(try await house.library.refreshing.decisions(of: channel).first?.outcome == "moved")
        try await house.arrive([house.story("1")], in: channel, at: moved.text)
        #expect(house.origins.requests.last?.memory == memory)
        #expect(try await house.titles(.everything).count == 1)
        #expect(try await house.titles(.unread).isEmpty)
    }

    @Test func `A move that is not confirmed is not believed`() async throws {
        let channel = try await house.follow(address)
        let (here, there) = (try web("https://here.test/feed"), try web("https://there.test/feed"))
        for moved in [here, there, nil, here] {
            house.origins.put(.success(ChannelAnswer(stories: nil, movedTo: moved)), at: address)
            try await house.ask(channel)
        }
        house.origins.put(.failure(.unreadable(why: "no feed")), at: address)
        try await house.ask(channel)
        #expect(try await house.library.subscriptions.one(channel, for: house.me).address.text == address)
    }

    @Test func `A feed that moves to where another is becomes one with it`() async throws {
        let other = try await house.follow("https://new.test/feed", stories: [house.story("1", minutesAgo: 1)])
        let old = try await house.follow(
            address, folder: "Craft",
            stories: [
                house.story("1", minutesAgo: 1), house.story("2", minutesAgo: 2), house.story("3", minutesAgo: 3),
            ])
        try await house.library.marks.open(house.id("Story 2"), for: house.me)
        house.origins.put(.success(ChannelAnswer(stories: nil, movedTo: try web("https://new.test/feed"))), at: address)
        for _ in 0..<2 { try await house.ask(old) }
        let all = try await house.library.subscriptions.all(for: house.me).flatMap(\.subscriptions)
        #expect(all.map(\.id) == [other])
        #expect(try await house.titles(.channel(other)) == ["Story 1", "Story 2", "Story 3"])
        #expect(try await house.titles(.unread) == ["Story 1", "Story 3"])
        // The same stories from the new address are known ones.
        let summary = try await house.arrive(
            [house.story("1", minutesAgo: 1), house.story("2", minutesAgo: 2)], in: other, at: "https://new.test/feed")
        #expect(summary.newStories == 0)
        let asked = house.origins.requests.count
        house.clock.advance(9 * 86400)
        await house.refresher.runOnce()
        #expect(house.origins.requests.dropFirst(asked).map(\.address.text) == ["https://new.test/feed"])
    }

    @Test func `Who did not follow the other follows it instead, in the same folder`() async throws {
        let other = try await house.follow("https://new.test/feed", stories: [house.story("1", minutesAgo: 1)])
        _ = try await house.library.subscriptions.unfollow(other, for: house.me)
        let old = try await house.follow(address, folder: "Craft", stories: [house.story("2", minutesAgo: 2)])
        house.origins.put(.success(ChannelAnswer(stories: nil, movedTo: try web("https://new.test/feed"))), at: address)
        for _ in 0..<2 { try await house.ask(old) }
        let all = try await house.library.subscriptions.all(for: house.me).flatMap(\.subscriptions)
        #expect(all.map(\.id) == [other] && all.first?.sectionTitle == "Craft" && all.first?.health.dueAt != nil)
        #expect(Set(try await house.titles(.channel(other))) == ["Story 1", "Story 2"])
    }

    @Test func `Somebody who names a feed that is gone asks for it once more`() async throws {
        let channel = try await house.follow(address)
        house.origins.put(.failure(.gone), at: address)
        try await house.ask(channel)
        try await house.ask(channel)
        #expect(try await health(channel).dueAt == nil)
        house.origins.put(.success(ChannelAnswer(stories: [try house.story("1")])), at: address)
        try await house.ask(channel)
        let revived = try await health(channel)
        #expect(revived.state == .fine && revived.dueAt != nil)
    }

    @Test func `A host's wish outlasts a restart and holds for feeds that are followed later`() async throws {
        let until = house.clock.now.addingTimeInterval(7200)
        try await house.library.refreshing.keepPeace(with: "h.test", until: until)
        let again = try NewsLibrary.open(at: house.folder, now: { [clock = house.clock] in clock.now })
        defer { again.close() }
        #expect(try await again.refreshing.peace()["h.test"] == until)
        #expect(try await again.refreshing.peace()["other.test"] == nil)
        let later = try await again.subscriptions.follow(.feed, at: web("https://h.test/later"), for: house.me)
        #expect(later.health.state == .waiting && later.health.dueAt == until)
        await Refresher(library: again, catalog: house.origins.catalog).runOnce()
        #expect(house.origins.requests.isEmpty)
        house.clock.advance(7200)
        #expect(try await again.refreshing.peace()["h.test"] == nil)
        await Refresher(library: again, catalog: house.origins.catalog).runOnce()
        #expect(house.origins.requests.count == 1)
    }

    @Test func `A wish without end ends after a week`() async throws {
        try await house.library.refreshing.keepPeace(with: "h.test", until: .distantFuture)
        #expect(try await house.library.refreshing.peace()["h.test"] == house.clock.now.addingTimeInterval(7 * 86400))
    }

    @Test func `A list that is shown is asked for when its freshness has run out, once`() async throws {
        house.origins.put(.success(ChannelAnswer(stories: [], pace: OriginPace(freshSeconds: 600))), at: address)
        let channel = try await house.library.subscriptions.follow(.feed, at: web(address), for: house.me).id
        try await house.ask(channel)
        func asked(after seconds: Double) async throws -> Int {
            house.clock.advance(seconds)
            for _ in 0..<3 { try await house.library.refreshing.listAppeared(channel, for: house.me) }
            return await house.refresher.runOnce().asked
        }
        #expect(try await asked(after: 599) == 0)
        #expect(try await asked(after: 1) == 1)
        #expect(house.origins.requests.last?.reason == .appeared)
        house.origins.put(.failure(.refused(status: 500)), at: address)
        #expect(try await asked(after: 600) == 1)
        // What fails keeps to its back-off, however often it is looked at.
        #expect(try await asked(after: 3599) == 0)
    }

    @Test func `What kept a feed from being asked is in its log`() async throws {
        let channel = try await house.follow(address)
        house.clock.advance(5)
        for _ in 0..<3 {
            _ = try await house.library.refreshing.requestRefresh([channel], reason: .asked, for: house.me)
        }
        let log = try await house.library.refreshing.decisions(of: channel)
        #expect(log.map(\.outcome) == ["skipped", "unchanged"])
        #expect(log.first?.words == "it was asked a moment ago" && log.first?.reason == .asked)
    }

    @Test func `A kind this version does not know is no reason to stop`() async throws {
        try await house.library.subscriptions.follow(
            SourceKind(rawValue: "gopher"), at: web("https://g.test/"), for: house.me)
        try await house.library.subscriptions.follow(.feed, at: web(address), for: house.me)
        let summary = await house.refresher.runOnce()
        #expect(summary.asked == 2 && summary.failed.count == 1)
    }

    @Test func `Two Libraries never ask one channel twice, nor one host at once`() async throws {
        let second = try NewsLibrary.open(at: house.folder, now: { [clock = house.clock] in clock.now })
        defer { second.close() }
        let feeds = try (0..<120).map { ImportedFeed(address: try web("https://h\($0 % 7).test/\($0)")) }
        _ = try await house.library.subscriptions.importOutlines(feeds, for: house.me)
        house.clock.advance(3600)
        let other = Refresher(library: second, catalog: house.origins.catalog)
        async let a = house.refresher.runOnce()
        async let b = other.runOnce()
        let (first, last) = await (a, b)
        #expect(first.trouble == nil && last.trouble == nil)
        let asked = house.origins.requests.map(\.address.text)
        #expect(asked.count == Set(asked).count)
        #expect(first.asked + last.asked == asked.count)
        #expect(house.origins.mostAtOnceOfHost == 1)
        // What both left to each other at the end is due still.
        let rest = await house.refresher.runOnce()
        #expect(asked.count + rest.asked == 120)
    }

    @Test func `A claim runs out when its process is gone`() async throws {
        let channel = try await house.follow(address)
        _ = try await house.library.refreshing.requestRefresh(
            [channel], reason: .asked, for: house.me, leastInterval: .zero)
        let now = house.clock.now
        let claim = try await house.library.house.store.write { session in
            try Claiming(session: session, now: now, bounds: .standard, only: nil).next()
        }
        #expect(claim?.channel == channel.rawValue)
        #expect(await house.refresher.runOnce().asked == 0)
        #expect(try await house.library.refreshing.status(for: house.me).isUpdating)
        house.clock.advance(181)
        #expect(try await house.library.refreshing.status(for: house.me).isUpdating == false)
        // Its origin may have been asked before the process died: it has its hour.
        #expect(await house.refresher.runOnce().asked == 0)
        house.clock.advance(3600)
        #expect(await house.refresher.runOnce().asked == 1)
    }

    @Test func `However often it is stopped and started, an origin has its hour`() async throws {
        try await house.library.subscriptions.follow(.feed, at: web(address), for: house.me)
        for _ in 0..<20 {
            let refresher = house.refresher
            let round = Task { await refresher.runOnce() }
            await Task.yield()
            round.cancel()
            _ = await round.value
            await house.refresher.runOnce()
            house.clock.advance(100)
        }
        #expect(house.origins.requests.count == 1)
    }

    @Test func `What another hand took is counted for who wants to know`() async throws {
        let channels = try await [house.follow(address), house.follow("https://b.test/feed")]
        house.origins.put(.success(ChannelAnswer(stories: [try house.story("9")])), at: address)
        let loop = Task { [refresher = house.refresher] in await refresher.run() }
        for _ in 0..<20 {
            house.clock.advance(61)
            let summary = await house.refresher.runOnce(only: channels, reason: .asked, isWhole: true)
            #expect(summary.asked == 2 && summary.failed.isEmpty)
        }
        loop.cancel()
        await loop.value
    }

    @Test(arguments: 0..<20) func `A cancelled refresh gives its claims back`(yields: Int) async throws {
        try await house.library.subscriptions.follow(.feed, at: web(address), for: house.me)
        let refresher = house.refresher
        let round = Task { await refresher.runOnce() }
        // Cancelled a little later each time, so that it happens at every stage.
        for _ in 0..<(yields * yields) { await Task.yield() }
        round.cancel()
        _ = await round.value
        let status = try await house.library.refreshing.status(for: house.me)
        #expect(!status.isUpdating)
        #expect(status.waiting == 1 || status.lastAskedAt != nil)
    }

    @Test func `The loop asks what becomes due, without being told when`() async throws {
        let changes = house.library.changes()
        let refresher = house.refresher
        let loop = Task { await refresher.run() }
        house.origins.put(.success(ChannelAnswer(stories: [try house.story("1")])), at: address)
        try await house.library.subscriptions.follow(.feed, at: web(address), for: house.me)
        for await _ in changes where try await house.library.stories.newest(for: house.me) != nil { break }
        loop.cancel()
        await loop.value
        #expect(try await house.titles(.everything) == ["Story 1"])
    }

    @Test func `Only the last fifty lines of a channel's log are kept`() async throws {
        let channel = try await house.follow(address)
        for _ in 0..<60 { try await house.ask(channel) }
        #expect(try await house.library.refreshing.decisions(of: channel, limit: 999).count == 50)
    }
}
