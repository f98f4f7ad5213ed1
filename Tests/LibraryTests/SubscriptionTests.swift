import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `Subscriptions` {
    let fixture: LibraryFixture
    let address = "https://a.test/feed"
    init() throws { fixture = try LibraryFixture() }

    private var service: SubscriptionService { fixture.library.subscriptions }

    private func shape() async throws -> [String] {
        try await service.folders(for: fixture.me).map {
            "\($0.title): " + $0.subscriptions.map(\.title).joined(separator: ", ")
        }
    }

    @Test func `Following twice is said so`() async throws {
        try await service.follow(.feed, at: webAddress(address), for: fixture.me)
        await #expect(throws: LibraryError.alreadyThere) {
            try await service.follow(.feed, at: webAddress(address + "#top"), for: fixture.me)
        }
    }

    @Test func `Following can be undone`() async throws {
        try await service.follow(.feed, at: webAddress(address), for: fixture.me)
        let ticket = try #require(try await fixture.library.marks.lastUndo(for: fixture.me, within: 8))
        #expect(try await fixture.library.marks.undo(ticket.id, for: fixture.me) == 1)
        #expect(try await shape().isEmpty)
    }

    @Test func `Unfollowing can be undone with folder, title and what was read`() async throws {
        let channel = try await fixture.follow(
            address, folder: "F", title: "A", stories: [fixture.story("1"), fixture.story("2")])
        try await service.rename(channel, to: "Mine", for: fixture.me)
        let through = try #require(try await fixture.library.stories.newestStory(for: fixture.me))
        _ = try await fixture.library.marks.markAllRead(.everything, through: through, for: fixture.me)
        let ticket = try await service.unfollow(channel, for: fixture.me)
        #expect(try await service.folders(for: fixture.me).flatMap(\.subscriptions).isEmpty)
        await #expect(throws: LibraryError.notThere) { try await service.one(channel, for: fixture.me) }
        #expect(try await fixture.library.marks.undo(ticket.id, for: fixture.me) == 1)
        #expect(try await shape() == ["F: Mine"])
        #expect(try await fixture.titles(.everything).count == 2)
        #expect(try await fixture.titles(.unread).isEmpty)
    }

    @Test func `What nobody follows is not asked`() async throws {
        let channel = try await fixture.follow(address)
        _ = try await service.unfollow(channel, for: fixture.me)
        fixture.clock.advance(2 * 86400)
        #expect(await fixture.refresher.runOnce().fetched == 0)
    }

    @Test(arguments: [true, false])
    func `What is unfollowed while it is being fetched is not scheduled again`(succeeds: Bool) async throws {
        let channel = try await fixture.follow(address)
        fixture.clock.advance(2 * 86400)
        let gate = fixture.source.hold(address)
        fixture.source.put(
            succeeds ? .success(ChannelResponse(stories: [try fixture.story("1")])) : .failure(.refused(status: 503)),
            at: address)
        let (before, refresher) = (fixture.source.requests.count, fixture.refresher)
        let round = Task { await refresher.runOnce() }
        while fixture.source.requests.count == before { await Task.yield() }
        let token = try await service.unfollow(channel, for: fixture.me)
        gate.finish()
        _ = await round.value
        #expect(try await fixture.number("select due_at from channel") == nil)
        // The channel is due again after it is followed again.
        _ = try await fixture.library.marks.undo(token.id, for: fixture.me)
        #expect(try await service.one(channel, for: fixture.me).health.dueAt == fixture.clock.now)
    }

    @Test func `Feeds are renamed and moved, and folders made, renamed and removed`() async throws {
        let a = try await fixture.follow("https://a.test/feed", title: "A")
        let b = try await fixture.follow("https://b.test/feed", folder: "Second", title: "B")
        try await service.move(a, to: "First", for: fixture.me)
        #expect(try await shape() == ["Second: B", "First: A"])
        let folders = try await service.folders(for: fixture.me)
        try await service.renameFolder(folders[1].id, to: "Front", for: fixture.me)
        #expect(try await shape() == ["Second: B", "Front: A"])
        await #expect(throws: LibraryError.alreadyThere) {
            try await service.renameFolder(folders[0].id, to: "Front", for: fixture.me)
        }
        try await service.removeFolder(folders[0].id, for: fixture.me)
        #expect(try await shape() == ["Front: A", "Other: B"])
        try await service.rename(b, to: "  My\n B ", for: fixture.me)
        #expect(try await service.one(b, for: fixture.me).title == "My B")
        try await service.rename(b, to: "", for: fixture.me)
        #expect(try await service.one(b, for: fixture.me).title == "B")
        await #expect(throws: LibraryError.notThere) { try await service.removeFolder(.other, for: fixture.me) }
        await #expect(throws: LibraryError.notThere) {
            try await service.rename(ChannelID(rawValue: 99), to: "x", for: fixture.me)
        }
    }

    @Test func `Feeds are listed by name, without case and accents, numbers by their value`() async throws {
        for (number, title) in ["Post 19", "Zürich", "post 2", "Post 007", "Élan", "Post 2b"].enumerated() {
            _ = try await fixture.follow("https://a.test/\(number)", folder: "F", title: title)
        }
        #expect(try await shape() == ["F: Élan, post 2, Post 2b, Post 007, Post 19, Zürich"])
    }

    @Test func `Feeds are found by number, address and title`() async throws {
        let a = try await fixture.follow("https://a.test/feed", title: "Café du Port")
        try await fixture.follow("https://b.test/feed", title: "Harbour Post")
        for text in ["\(a.rawValue)", "https://a.test/feed", "cafe du", "CAFÉ DU PORT", "a.test"] {
            #expect(try await service.find(text, for: fixture.me).map(\.id) == [a], "\(text)")
        }
        #expect(try await service.find("test", for: fixture.me).count == 2)
        #expect(try await service.find("  ", for: fixture.me).isEmpty)
        #expect(try await service.find("nothing", for: fixture.me).isEmpty)
    }

    @Test func `Three thousand outlines come in one go and are not asked together`() async throws {
        var feeds = try (0..<3000).map {
            ImportedFeed(address: try webAddress("https://h\($0 % 400).test/\($0)"), folder: ["Folder \($0 % 9)"])
        }
        feeds.append(feeds[7])
        let report = try await service.importOutlines(feeds, for: fixture.me)
        #expect(report.added == 3000 && report.alreadyThere == 1)
        let all = try await service.folders(for: fixture.me)
        #expect(all.count == 9)
        let due = all.flatMap(\.subscriptions).compactMap(\.health.dueAt).sorted()
        let now = fixture.clock.now
        #expect(due.count == 3000)
        #expect(due.filter { $0 <= now }.count == 20)
        for second in [60, 600, 1800] {
            #expect(due.filter { $0 <= now.addingTimeInterval(Double(second)) }.count <= 21 + second)
        }
        #expect(due.last ?? now <= now.addingTimeInterval(3600))
        let status = try await fixture.library.refreshing.status(for: fixture.me)
        #expect(status.firstRun == FirstRunProgress(succeeded: 0, failed: 0, total: 3000))
        let ticket = try #require(report.undoToken)
        #expect(try await fixture.library.marks.undo(ticket.id, for: fixture.me) == 3000)
        #expect(try await service.folders(for: fixture.me).isEmpty)
    }

    @Test func `Feeds of one host are spread further apart`() throws {
        let now = fixture.clock.now
        let due = SubscriptionImporter.schedule((0..<100).map { (channel: Int64($0), host: "one.test") }, from: now)
            .map(\.due)
        let waiting = due.filter { $0 > now }
        #expect(waiting.count == 80)
        #expect(zip(waiting, waiting.dropFirst()).allSatisfy { $1.timeIntervalSince($0) >= 10 })
    }

    @Test func `Nested folders come back as they went in`() async throws {
        let feeds = [
            ImportedFeed(address: try webAddress("https://a.test/1"), folder: ["Science", "Space"]),
            ImportedFeed(address: try webAddress("https://a.test/2"), folder: ["Fiction", "Space"]),
            ImportedFeed(address: try webAddress("https://a.test/3")),
        ]
        _ = try await service.importOutlines(feeds, for: fixture.me)
        let folders = try await service.folders(for: fixture.me)
        #expect(folders.map(\.path) == [["Science", "Space"], ["Fiction", "Space"], []])
        #expect(folders.map(\.title) == ["Space", "Fiction / Space", "Other"])
        let again = try await service.importOutlines(feeds, for: fixture.me)
        #expect(again.added == 0 && again.alreadyThere == 3 && again.undoToken == nil)
    }

    @Test func `An origin's facts name the channel, a reader's title wins`() async throws {
        let channel = try await fixture.follow(address)
        #expect(try await service.one(channel, for: fixture.me).title == "a.test")
        let facts = ChannelMetadata(
            title: "Harbour Post", site: try webAddress("https://a.test/"),
            icon: try webAddress("https://a.test/i.png"),
            format: "RSS 2.0")
        fixture.source.put(
            .success(ChannelResponse(stories: [], metadata: facts, diagnostics: ["odd date"])), at: address)
        try await fixture.refresh(channel)
        try await service.rename(channel, to: "Mine", for: fixture.me)
        let subscription = try await service.one(channel, for: fixture.me)
        #expect(subscription.title == "Mine" && subscription.site?.text == "https://a.test/")
        #expect(subscription.health.format == "RSS 2.0" && subscription.health.diagnostics == ["odd date"])
        let icon = try await fixture.library.pictures.picture(try #require(subscription.icon))
        #expect(icon.address.text == "https://a.test/i.png")
    }
}
