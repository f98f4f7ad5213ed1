import Foundation
import GRDB
import Markup
import News
import TestSupport
import Testing

@testable import Library

/// Tests of ticked stories: a list of the stories that the reader ticked, kept like saved stories.
@Suite struct `Ticked stories` {
    let fixture: LibraryFixture
    private let ticked = StoryList.within(.mine, .ticked)

    init() throws { fixture = try LibraryFixture() }

    private func tick(_ title: String, _ value: Bool = true) async throws -> UndoToken {
        try await fixture.library.marks.mark([fixture.id(title)], as: .ticked, value, for: fixture.me)
    }

    private func follow(_ count: Int) async throws -> ChannelID {
        try await fixture.follow(
            "https://a.test/feed", stories: (0..<count).map { try fixture.story("\($0)", minutesAgo: Double($0)) })
    }

    @Test(.mission("BREAK-11")) func `Neither opening nor marking read ticks a story`() async throws {
        _ = try await follow(3)
        try await fixture.library.marks.markOpened(fixture.id("Story 0"), for: fixture.me)
        _ = try await fixture.library.marks.mark([fixture.id("Story 1")], as: .read, true, for: fixture.me)
        let newest = try #require(try await fixture.library.stories.newestStory(for: fixture.me))
        _ = try await fixture.library.marks.markAllRead(.everything, through: newest, for: fixture.me)
        #expect(try await fixture.titles(ticked).isEmpty)
        _ = try await tick("Story 2")
        #expect(try await fixture.titles(ticked) == ["Story 2"])
        #expect(try await fixture.titles(.saved).isEmpty)
    }

    @Test func `What is ticked is read, until that is undone; taking the tick off leaves it read`() async throws {
        _ = try await follow(2)
        let token = try await tick("Story 0")
        #expect(try await fixture.titles(.unread) == ["Story 1"])
        _ = try await fixture.library.marks.undo(token.id, for: fixture.me)
        #expect(try await fixture.titles(.unread) == ["Story 0", "Story 1"])
        _ = try await tick("Story 0")
        _ = try await tick("Story 0", false)
        #expect(try await fixture.titles(.unread) == ["Story 1"])
    }

    @Test(.mission("BREAK-13"))
    func `The last story ticked is the first of the list, and the list says what is unread in it`() async throws {
        _ = try await follow(3)
        for title in ["Story 0", "Story 2", "Story 1"] {
            fixture.clock.advance(1)
            _ = try await tick(title)
            _ = try await fixture.library.marks.mark([fixture.id(title)], as: .read, false, for: fixture.me)
        }
        #expect(try await fixture.titles(ticked) == ["Story 1", "Story 2", "Story 0"])
        let listing = try await fixture.library.stories.list(ticked, for: fixture.me, depth: 9)
        #expect(listing.rows.allSatisfy { $0.isTicked && !$0.isSaved && !$0.isRead })
        #expect(listing.unread.value == 3)
        let middle = try await fixture.library.stories.story(fixture.id("Story 2"), for: fixture.me, in: ticked)
        #expect(middle.previous?.title == "Story 1" && middle.next?.title == "Story 0")
        _ = try await fixture.library.marks.markRead(above: fixture.id("Story 2"), in: ticked, for: fixture.me)
        #expect(try await fixture.titles(.unread) == ["Story 0", "Story 2"])
        _ = try await fixture.library.marks.markAllRead(ticked, through: middle.row.id, for: fixture.me)
        #expect(try await fixture.titles(ticked).count == 3, "marking read takes nothing off the list")
    }

    @Test(.mission("BREAK-19")) func `Taking a tick off, or undoing it, takes the story off the list`() async throws {
        _ = try await follow(2)
        let token = try await tick("Story 0")
        #expect(token.kind == .ticked && token.count == 1)
        _ = try await fixture.library.marks.undo(token.id, for: fixture.me)
        #expect(try await fixture.titles(ticked).isEmpty)
        _ = try await tick("Story 1")
        let removal = try await tick("Story 1", false)
        #expect(removal.kind == .unticked)
        #expect(try await fixture.titles(ticked).isEmpty)
        _ = try await fixture.library.marks.undo(removal.id, for: fixture.me)
        #expect(try await fixture.titles(ticked) == ["Story 1"])
    }

    @Test(.mission("BREAK-18"))
    func `Ticked stories outlast retention and their channel, and are found by their words`() async throws {
        let channel = try await fixture.follow(
            "https://a.test/feed", stories: (0..<9).map { try fixture.story("\($0)", text: "elephant") })
        let id = try await fixture.id("Story 4")
        _ = try await tick("Story 4")
        _ = try await fixture.library.subscriptions.unfollow(channel, for: fixture.me)
        fixture.clock.advance(91 * 86_400)
        #expect(try await fixture.library.context.purge() == 8)
        #expect(try await fixture.titles(ticked) == ["Story 4"])
        #expect(
            try await fixture.library.stories.story(id, for: fixture.me, in: ticked).body.text.contains("elephant"))
        for list in [nil, ticked] as [StoryList?] {
            let hits = try await fixture.library.search.find("elephant", for: fixture.me, in: list).hits
            #expect(hits.map(\.row.title) == ["Story 4"])
        }
        _ = try await fixture.library.marks.mark([id], as: .ticked, false, for: fixture.me)
        #expect(try await fixture.library.context.purge() == 1)
    }

    @Test(.mission("BREAK-07"))
    func `A story without a usable date has none, and is listed by its arrival`() async throws {
        var undated = try fixture.story("undated")
        undated.publishedAt = nil
        try await fixture.follow("https://a.test/feed", stories: [undated, fixture.story("dated", minutesAgo: 5)])
        let stories = fixture.library.stories
        let without = try await stories.story(fixture.id("Story undated"), for: fixture.me, in: nil)
        #expect(without.publishedAt == nil && without.row.shownAt == fixture.clock.now)
        let dated = try await stories.story(fixture.id("Story dated"), for: fixture.me, in: nil)
        #expect(dated.publishedAt == fixture.clock.now.addingTimeInterval(-300))
    }

    @Test func `The list of ticked stories and their retention are read by their indexes`() throws {
        let queue = try DatabaseQueue()
        try queue.write { try Migrations.apply(upTo: Migrations.latestVersion, in: Transaction($0)) }
        func plan(_ sql: String) throws -> String {
            try queue.read { try Row.fetchAll($0, sql: "explain query plan " + sql).map { $0["detail"] as String } }
                .joined(separator: "; ")
        }
        for kind in MarkKind.kept {
            let list = try plan(
                """
                select k.story_id from mark k where k.reader_id = 1 and k.kind = \(kind.databaseValue) and k.is_set = 1
                  and (k.at, k.story_id) < (5, 5) order by k.at desc, k.story_id desc limit 9
                """)
            #expect(list.contains("INDEX mark_\(kind.rawValue)") && !list.contains("TEMP B-TREE"), "\(list)")
        }
        let kept = try plan(
            "select 1 from story s where exists (select 1 from mark k where k.story_id = s.id and "
                + "\(MarkKind.keptCondition("k")))")
        #expect(kept.contains("mark_kept"), "\(kept)")
    }
}
