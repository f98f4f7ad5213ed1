import Foundation
import GRDB
import Markup
import News
import Testing

@testable import Library

/// A house whose machine may lose its power.
private final class PoweredHouse: Sendable {
    let house: TestHouse
    let power: PowerRecorder
    let place: URL

    init() async throws {
        place = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        power = PowerRecorder(watching: place.appendingPathComponent("data"))
        house = try TestHouse(folder: place.appendingPathComponent("data"))
        try await house.follow("https://a.test/feed", folder: "Sea", stories: (0..<5).map { try house.story("\($0)") })
    }

    /// The Library as it is found when the power is back.
    func afterFailure() throws -> NewsLibrary {
        let folder = place.appendingPathComponent("after-\(UUID().uuidString)")
        try power.fail(into: folder)
        return try NewsLibrary.open(at: folder, now: { [clock = house.clock] in clock.now })
    }

    deinit { do { try FileManager.default.removeItem(at: place) } catch { print("left behind: \(place.path)") } }
}

/// What a reader does, each with the name of it and nothing before it that would sync by chance.
private let actions: [(name: String, act: @Sendable (TestHouse) async throws -> Void)] = [
    ("marking read", { _ = try await $0.library.marks.mark([$0.id("Story 1")], as: .read, true, for: $0.me) }),
    ("saving", { _ = try await $0.library.marks.mark([$0.id("Story 1")], as: .saved, true, for: $0.me) }),
    ("opening", { try await $0.library.marks.open($0.id("Story 1"), for: $0.me) }),
    (
        "marking all read",
        {
            _ = try await $0.library.marks.markAllRead(.everything, through: $0.id("Story 0"), for: $0.me)
        }
    ),
    ("following", { try await $0.library.subscriptions.follow(.feed, at: web("https://b.test/"), for: $0.me) }),
    ("unfollowing", { _ = try await $0.library.subscriptions.unfollow($0.channel(), for: $0.me) }),
    ("renaming a feed", { try await $0.library.subscriptions.rename($0.channel(), to: "Mine", for: $0.me) }),
    ("moving a feed", { try await $0.library.subscriptions.move($0.channel(), to: "Land", for: $0.me) }),
    (
        "importing",
        {
            _ = try await $0.library.subscriptions.importOutlines(
                [ImportedFeed(address: web("https://c.test/"), title: "C", folder: ["Air"])], for: $0.me)
        }
    ),
    ("muting", { try await $0.library.mutes.mute(MuteRule(kind: .words, words: "rain"), for: $0.me) }),
    (
        "setting",
        {
            try await $0.library.readers.setPreferences(Preferences(textSize: 4), for: $0.me)
        }
    ),
    (
        "keeping a place",
        {
            try await $0.library.places.keep(StoryPlace(at: 5, whole: 10), in: .text, of: $0.id("Story 1"), for: $0.me)
        }
    ),
    (
        "setting a password",
        {
            let cost = Password.Cost(exponent: 4, size: 1, lanes: 1)
            try await $0.library.sessions.setPassword("tide barrier", cost: cost, for: $0.me)
        }
    ),
]

extension TestHouse {
    fileprivate func channel() async throws -> ChannelID {
        let all = try await library.subscriptions.all(for: me).flatMap(\.subscriptions)
        guard let first = all.first else { throw Missing(what: "a subscription") }
        return first.id
    }
}

@Suite struct `A power failure` {
    @Test(arguments: actions.map(\.name))
    func `a reader's action is synced before it is acknowledged`(name: String) async throws {
        let powered = try await PoweredHouse()
        let action = try #require(actions.first { $0.name == name })
        let before = powered.power.logSyncs
        try await action.act(powered.house)
        #expect(powered.power.logSyncs > before)
    }

    @Test func `undoing is synced before it is acknowledged`() async throws {
        let powered = try await PoweredHouse()
        let house = powered.house
        let ticket = try await house.library.marks.mark([house.id("Story 1")], as: .saved, true, for: house.me)
        let before = powered.power.logSyncs
        _ = try await house.library.marks.undo(ticket.id, for: house.me)
        #expect(powered.power.logSyncs > before)
    }

    @Test func `what can be fetched again waits for no disk`() async throws {
        let powered = try await PoweredHouse()
        let house = powered.house
        let channel = try await house.channel()
        let before = powered.power.logSyncs
        try await house.library.readers.visit(for: house.me)
        try await house.arrive([try house.story("new")], in: channel, at: "https://a.test/feed")
        #expect(try await house.titles(.everything).contains("Story new"))
        #expect(powered.power.logSyncs == before)
    }

    /// Everything that SQLite did not sync is taken away, the worst that can happen.
    @Test func `what was acknowledged is there when the power is back, and what was fetched may not be`() async throws {
        let powered = try await PoweredHouse()
        let house = powered.house
        let channel = try await house.channel()
        try await house.arrive([try house.story("early")], in: channel, at: "https://a.test/feed")
        _ = try await house.library.marks.mark([house.id("Story early")], as: .saved, true, for: house.me)
        try await house.library.readers.setPreferences(Preferences(textSize: 4), for: house.me)
        try await house.library.subscriptions.follow(.feed, at: web("https://b.test/"), folder: "Land", for: house.me)
        try await house.arrive([try house.story("late")], in: channel, at: "https://a.test/feed")
        let library = try powered.afterFailure()
        defer { library.close() }
        #expect(
            try await library.stories.list(.saved, for: house.me, depth: 10).rows.map(\.title) == ["Story early"])
        #expect(try await library.readers.preferences(for: house.me).textSize == 4)
        let followed = try await library.subscriptions.all(for: house.me)
        #expect(
            followed.flatMap(\.subscriptions).map(\.address.text).sorted() == [
                "https://a.test/feed", "https://b.test/",
            ])
        let titles = try await library.stories.list(.everything, for: house.me, depth: 100).rows.map(\.title)
        #expect(titles.contains("Story early") && !titles.contains("Story late"))
    }

    @Test func `what was moved out of the log is there too`() async throws {
        let powered = try await PoweredHouse()
        let house = powered.house
        _ = try await house.library.marks.mark([house.id("Story 1")], as: .saved, true, for: house.me)
        let other = try DatabaseQueue(path: house.folder.appendingPathComponent("tidings.sqlite").path)
        _ = try await other.writeWithoutTransaction { try $0.checkpoint(.full) }
        try other.close()
        try await house.library.places.keep("/mine/saved", in: .mine, for: house.me)
        let library = try powered.afterFailure()
        defer { library.close() }
        #expect(try await library.stories.list(.saved, for: house.me, depth: 10).rows.map(\.title) == ["Story 1"])
    }
}
