import Foundation
import Markup
import News
import Testing

@testable import Library

@Suite struct `Subscriptions` {
    let house: TestHouse
    let address = "https://a.test/feed"
    init() throws { house = try TestHouse() }

    private var desk: SubscriptionDesk { house.library.subscriptions }

    private func shape() async throws -> [String] {
        try await desk.all(for: house.me).map {
            "\($0.title): " + $0.subscriptions.map(\.title).joined(separator: ", ")
        }
    }

    @Test func `Following twice is said so`() async throws {
        try await desk.follow(.feed, at: web(address), for: house.me)
        await #expect(throws: LibraryError.alreadyThere) {
            try await desk.follow(.feed, at: web(address + "#top"), for: house.me)
        }
    }

    @Test func `Following can be undone`() async throws {
        try await desk.follow(.feed, at: web(address), for: house.me)
        let ticket = try #require(try await house.library.marks.lastUndo(for: house.me, within: 8))
        #expect(try await house.library.marks.undo(ticket.id, for: house.me) == 1)
        #expect(try await shape().isEmpty)
    }

    @Test func `Unfollowing can be undone with folder, title and what was read`() async throws {
        let channel = try await house.follow(
            address, folder: "F", title: "A", stories: [house.story("1"), house.story("2")])
        try await desk.rename(channel, to: "Mine", for: house.me)
        let through = try #require(try await house.library.stories.newest(for: house.me))
        _ = try await house.library.marks.markAllRead(.everything, through: through, for: house.me)
        let ticket = try await desk.unfollow(channel, for: house.me)
        #expect(try await desk.all(for: house.me).flatMap(\.subscriptions).isEmpty)
        await #expect(throws: LibraryError.notThere) { try await desk.one(channel, for: house.me) }
        #expect(try await house.library.marks.undo(ticket.id, for: house.me) == 1)
        #expect(try await shape() == ["F: Mine"])
        #expect(try await house.titles(.everything).count == 2)
        #expect(try await house.titles(.unread).isEmpty)
    }

    @Test func `What nobody follows is not asked`() async throws {
        let channel = try await house.follow(address)
        _ = try await desk.unfollow(channel, for: house.me)
        house.clock.advance(2 * 86400)
        #expect(await house.refresher.runOnce().asked == 0)
    }

    @Test func `Feeds are renamed and moved, and folders made, renamed, put in order and removed`() async throws {
        let a = try await house.follow("https://a.test/feed", title: "A")
        let b = try await house.follow("https://b.test/feed", folder: "Second", title: "B")
        try await desk.move(a, to: "First", for: house.me)
        #expect(try await shape() == ["Second: B", "First: A"])
        let folders = try await desk.all(for: house.me)
        try await desk.moveFolder(folders[1].id, to: 0, for: house.me)
        try await desk.renameFolder(folders[1].id, to: "Front", for: house.me)
        #expect(try await shape() == ["Front: A", "Second: B"])
        await #expect(throws: LibraryError.alreadyThere) {
            try await desk.renameFolder(folders[0].id, to: "Front", for: house.me)
        }
        try await desk.removeFolder(folders[0].id, for: house.me)
        #expect(try await shape() == ["Front: A", "Other: B"])
        try await desk.rename(b, to: "  My\n B ", for: house.me)
        #expect(try await desk.one(b, for: house.me).title == "My B")
        try await desk.rename(b, to: "", for: house.me)
        #expect(try await desk.one(b, for: house.me).title == "B")
        await #expect(throws: LibraryError.notThere) { try await desk.removeFolder(.other, for: house.me) }
        await #expect(throws: LibraryError.notThere) {
            try await desk.rename(ChannelID(rawValue: 99), to: "x", for: house.me)
        }
    }

    @Test func `Feeds are found by number, address and title`() async throws {
        let a = try await house.follow("https://a.test/feed", title: "Café du Port")
        try await house.follow("https://b.test/feed", title: "Harbour Post")
        for text in ["\(a.rawValue)", "https://a.test/feed", "cafe du", "CAFÉ DU PORT", "a.test"] {
            #expect(try await desk.find(text, for: house.me).map(\.id) == [a], "\(text)")
        }
        #expect(try await desk.find("test", for: house.me).count == 2)
        #expect(try await desk.find("  ", for: house.me).isEmpty)
        #expect(try await desk.find("nothing", for: house.me).isEmpty)
    }

    @Test func `Three thousand outlines come in one go and are not asked together`() async throws {
        var feeds = try (0..<3000).map {
            ImportedFeed(address: try web("https://h\($0 % 400).test/\($0)"), folder: ["Folder \($0 % 9)"])
        }
        feeds.append(feeds[7])
        let report = try await desk.importOutlines(feeds, for: house.me)
        #expect(report.added == 3000 && report.alreadyThere == 1)
        let all = try await desk.all(for: house.me)
        #expect(all.count == 9)
        let due = all.flatMap(\.subscriptions).compactMap(\.health.dueAt).sorted()
        let now = house.clock.now
        #expect(due.count == 3000)
        #expect(due.filter { $0 <= now }.count == 20)
        for second in [60, 600, 1800] {
            #expect(due.filter { $0 <= now.addingTimeInterval(Double(second)) }.count <= 21 + second)
        }
        #expect(due.last ?? now <= now.addingTimeInterval(3600))
        let status = try await house.library.refreshing.status(for: house.me)
        #expect(status.firstRun == FirstRunProgress(arrived: 0, refused: 0, total: 3000))
        let ticket = try #require(report.ticket)
        #expect(try await house.library.marks.undo(ticket.id, for: house.me) == 3000)
        #expect(try await desk.all(for: house.me).isEmpty)
    }

    @Test func `Feeds of one host are spread further apart`() throws {
        let now = house.clock.now
        let due = Importing.spread((0..<100).map { (channel: Int64($0), host: "one.test") }, from: now).map(\.due)
        let waiting = due.filter { $0 > now }
        #expect(waiting.count == 80)
        #expect(zip(waiting, waiting.dropFirst()).allSatisfy { $1.timeIntervalSince($0) >= 10 })
    }

    @Test func `Nested folders come back as they went in`() async throws {
        let feeds = [
            ImportedFeed(address: try web("https://a.test/1"), folder: ["Science", "Space"]),
            ImportedFeed(address: try web("https://a.test/2"), folder: ["Fiction", "Space"]),
            ImportedFeed(address: try web("https://a.test/3")),
        ]
        _ = try await desk.importOutlines(feeds, for: house.me)
        let folders = try await desk.exportOutlines(for: house.me)
        #expect(folders.map(\.path) == [["Science", "Space"], ["Fiction", "Space"], []])
        #expect(folders.map(\.title) == ["Space", "Fiction / Space", "Other"])
        let again = try await desk.importOutlines(feeds, for: house.me)
        #expect(again.added == 0 && again.alreadyThere == 3 && again.ticket == nil)
    }

    @Test func `An origin's facts name the channel, a reader's title wins`() async throws {
        let channel = try await house.follow(address)
        #expect(try await desk.one(channel, for: house.me).title == "a.test")
        let facts = ChannelFacts(
            title: "Harbour Post", site: try web("https://a.test/"), icon: try web("https://a.test/i.png"),
            format: "RSS 2.0")
        house.origins.put(.success(ChannelAnswer(stories: [], facts: facts, complaints: ["odd date"])), at: address)
        try await house.ask(channel)
        try await desk.rename(channel, to: "Mine", for: house.me)
        let subscription = try await desk.one(channel, for: house.me)
        #expect(subscription.title == "Mine" && subscription.site?.text == "https://a.test/")
        #expect(subscription.health.format == "RSS 2.0" && subscription.health.complaints == ["odd date"])
        let icon = try await house.library.pictures.icon(for: channel)
        #expect(icon?.address.text == "https://a.test/i.png" && icon?.id == subscription.icon)
    }
}
