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
        let until = house.clock.now.addingTimeInterval(8000)
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

    @Test func `A permanent move is believed the third time`() async throws {
        let channel = try await house.follow(address, stories: [house.story("1")])
        let moved = try web("https://new.test/feed")
        house.origins.put(.success(ChannelAnswer(stories: nil, movedTo: moved)), at: address)
        for _ in 0..<2 { try await house.ask(channel) }
        let waiting = try await house.library.subscriptions.one(channel, for: house.me)
        #expect(waiting.address.text == address && waiting.health.movedTo == moved)
        try await house.ask(channel)
        let adopted = try await house.library.subscriptions.one(channel, for: house.me)
        #expect(adopted.address == moved && adopted.health.movedTo == nil)
        try await house.arrive([house.story("1")], in: channel, at: moved.text)
        #expect(try await house.titles(.everything).count == 1)
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
        #expect(await house.refresher.runOnce().asked == 1)
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
