import Foundation
import GRDB
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// A library whose machine may lose its power.
private final class PowerFailureFixture: Sendable {
    let base: LibraryFixture
    let power: PowerFailureSimulator
    let place: URL

    init() async throws {
        place = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        power = PowerFailureSimulator(watching: place.appendingPathComponent("data"))
        base = try LibraryFixture(folder: place.appendingPathComponent("data"))
        try await base.follow("https://a.test/feed", folder: "Sea", stories: (0..<5).map { try base.story("\($0)") })
    }

    /// Opens the Library as it is found after the power failure.
    func afterFailure() throws -> NewsLibrary {
        let folder = place.appendingPathComponent("after-\(UUID().uuidString)")
        try power.fail(into: folder)
        return try NewsLibrary.open(at: folder, now: { [clock = base.clock] in clock.now })
    }

    deinit { do { try FileManager.default.removeItem(at: place) } catch { print("left behind: \(place.path)") } }
}

/// The actions of a reader with their names, none of which follows a write that would sync by chance.
private let actions: [(name: String, act: @Sendable (LibraryFixture) async throws -> Void)] = [
    ("marking read", { _ = try await $0.library.marks.mark([$0.id("Story 1")], as: .read, true, for: $0.me) }),
    ("saving", { _ = try await $0.library.marks.mark([$0.id("Story 1")], as: .saved, true, for: $0.me) }),
    ("opening", { try await $0.library.marks.markOpened($0.id("Story 1"), for: $0.me) }),
    (
        "marking all read",
        {
            _ = try await $0.library.marks.markAllRead(.everything, through: $0.id("Story 0"), for: $0.me)
        }
    ),
    ("following", { try await $0.library.subscriptions.follow(.feed, at: webAddress("https://b.test/"), for: $0.me) }),
    ("unfollowing", { _ = try await $0.library.subscriptions.unfollow($0.channel(), for: $0.me) }),
    ("renaming a feed", { try await $0.library.subscriptions.rename($0.channel(), to: "Mine", for: $0.me) }),
    ("moving a feed", { try await $0.library.subscriptions.move($0.channel(), to: "Land", for: $0.me) }),
    (
        "importing",
        {
            _ = try await $0.library.subscriptions.importOutlines(
                [ImportedFeed(address: webAddress("https://c.test/"), title: "C", folder: ["Air"])], for: $0.me)
        }
    ),
    ("muting", { try await $0.library.mutes.mute(MuteRule(kind: .words, words: "rain"), for: $0.me) }),
    (
        "setting",
        {
            try await $0.library.readers.changePreferences(for: $0.me) { $0.textSize = 4 }
        }
    ),
    (
        "keeping a place",
        {
            try await $0.library.readingProgress.save(
                ReadingProgress(position: 5, length: 10), in: .text, of: $0.id("Story 1"), for: $0.me)
        }
    ),
    (
        "installing a pack",
        {
            let draft = try PackDraft.county()
            _ = try await $0.library.packs.install(
                draft.pack(), media: draft.media, in: PackLibraryFixture.edition())
        }
    ),
    (
        "setting a password",
        {
            let cost = PasswordHash.Cost(exponent: 4, blockSize: 1, parallelism: 1)
            try await $0.library.sessions.setPassword("tide barrier", cost: cost, for: $0.me)
        }
    ),
]

extension LibraryFixture {
    fileprivate func channel() async throws -> ChannelID {
        let all = try await library.subscriptions.folders(for: me).flatMap(\.subscriptions)
        guard let first = all.first else { throw MissingValue(what: "a subscription") }
        return first.id
    }
}

@Suite struct `A power failure` {
    @Test(arguments: actions.map(\.name))
    func `a reader's action is synced before it is acknowledged`(name: String) async throws {
        let powered = try await PowerFailureFixture()
        let action = try #require(actions.first { $0.name == name })
        let before = powered.power.logSyncs
        try await action.act(powered.base)
        #expect(powered.power.logSyncs > before)
    }

    @Test func `undoing is synced before it is acknowledged`() async throws {
        let powered = try await PowerFailureFixture()
        let fixture = powered.base
        let ticket = try await fixture.library.marks.mark([fixture.id("Story 1")], as: .saved, true, for: fixture.me)
        let before = powered.power.logSyncs
        _ = try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        #expect(powered.power.logSyncs > before)
    }

    @Test func `what can be fetched again waits for no disk`() async throws {
        let powered = try await PowerFailureFixture()
        let fixture = powered.base
        let channel = try await fixture.channel()
        let before = powered.power.logSyncs
        try await fixture.library.readers.recordVisit(for: fixture.me)
        try await fixture.deliver([try fixture.story("new")], in: channel, at: "https://a.test/feed")
        #expect(try await fixture.titles(.everything).contains("Story new"))
        #expect(powered.power.logSyncs == before)
    }

    /// The failure loses everything that SQLite did not sync, which is the worst case.
    @Test func `what was acknowledged is there when the power is back, and what was fetched may not be`() async throws {
        let powered = try await PowerFailureFixture()
        let fixture = powered.base
        let channel = try await fixture.channel()
        try await fixture.deliver([try fixture.story("early")], in: channel, at: "https://a.test/feed")
        _ = try await fixture.library.marks.mark([fixture.id("Story early")], as: .saved, true, for: fixture.me)
        try await fixture.library.readers.changePreferences(for: fixture.me) { $0.textSize = 4 }
        try await fixture.library.subscriptions.follow(
            .feed, at: webAddress("https://b.test/"), folder: "Land", for: fixture.me)
        try await fixture.deliver([try fixture.story("late")], in: channel, at: "https://a.test/feed")
        let library = try powered.afterFailure()
        defer { library.close() }
        #expect(
            try await library.stories.list(.saved, for: fixture.me, depth: 10).rows.map(\.title) == ["Story early"])
        #expect(try await library.readers.preferences(for: fixture.me).textSize == 4)
        let followed = try await library.subscriptions.folders(for: fixture.me)
        #expect(
            followed.flatMap(\.subscriptions).map(\.address.text).sorted() == [
                "https://a.test/feed", "https://b.test/",
            ])
        let titles = try await library.stories.list(.everything, for: fixture.me, depth: 100).rows.map(\.title)
        #expect(titles.contains("Story early") && !titles.contains("Story late"))
    }

    @Test func `what was moved out of the log is there too`() async throws {
        let powered = try await PowerFailureFixture()
        let fixture = powered.base
        _ = try await fixture.library.marks.mark([fixture.id("Story 1")], as: .saved, true, for: fixture.me)
        let other = try DatabaseQueue(path: fixture.folder.appendingPathComponent("tidings.sqlite").path)
        _ = try await other.writeWithoutTransaction { try $0.checkpoint(.full) }
        try other.close()
        try await fixture.library.readingProgress.saveLastPath("/mine/saved", in: .mine, for: fixture.me)
        let library = try powered.afterFailure()
        defer { library.close() }
        #expect(try await library.stories.list(.saved, for: fixture.me, depth: 10).rows.map(\.title) == ["Story 1"])
    }
}
