import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct `Marking` {
    let fixture: LibraryFixture
    let address = "https://a.test/feed"
    init() throws { fixture = try LibraryFixture() }

    private func unread() async throws -> [String] { try await fixture.titles(.unread) }

    private func fiveStories(folder: String? = nil) async throws -> ChannelID {
        try await fixture.follow(
            address, folder: folder, stories: (0..<5).map { try fixture.story("\($0)", minutesAgo: Double($0)) })
    }

    @Test func `Opening a story that is not there is said so`() async throws {
        await #expect(throws: LibraryError.notThere) {
            try await fixture.library.marks.markOpened(StoryID(rawValue: 4), for: fixture.me)
        }
    }

    @Test func `Marking what is so already changes nothing and offers no undo`() async throws {
        _ = try await fiveStories()
        let id = try await fixture.id("Story 1")
        let ticket = try await fixture.library.marks.mark([id], as: .read, false, for: fixture.me)
        #expect(ticket.count == 0)
        await #expect(throws: LibraryError.notThere) {
            try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        }
    }

    @Test func `Mark-all reads what was there and leaves later arrivals unread`() async throws {
        let channel = try await fiveStories()
        let through = try #require(try await fixture.library.stories.list(.everything, for: fixture.me, depth: 1).asOf)
        try await fixture.deliver([fixture.story("late")], in: channel, at: address)
        let ticket = try await fixture.library.marks.markAllRead(.everything, through: through, for: fixture.me)
        #expect(ticket.count == 5)
        #expect(try await unread() == ["Story late"])
        #expect(try await fixture.library.marks.undo(ticket.id, for: fixture.me) == 5)
        #expect(try await unread().count == 6)
    }

    @Test func `Mark-all through a number of the future stops at what is there`() async throws {
        let channel = try await fiveStories()
        _ = try await fixture.library.marks.markAllRead(.everything, through: StoryID(rawValue: .max), for: fixture.me)
        try await fixture.deliver([fixture.story("late")], in: channel, at: address)
        #expect(try await unread() == ["Story late"])
    }

    @Test func `Mark-all of a section leaves other sections alone`() async throws {
        let channel = try await fiveStories(folder: "F")
        try await fixture.follow("https://b.test/feed", stories: [fixture.story("b")])
        let section = try await fixture.library.subscriptions.one(channel, for: fixture.me).section
        let through = try #require(try await fixture.library.stories.newestStory(for: fixture.me))
        _ = try await fixture.library.marks.markAllRead(.section(section), through: through, for: fixture.me)
        #expect(try await unread() == ["Story b"])
    }

    @Test func `A story kept unread after mark-all is unread until the next mark-all`() async throws {
        _ = try await fiveStories()
        let through = try #require(try await fixture.library.stories.newestStory(for: fixture.me))
        _ = try await fixture.library.marks.markAllRead(.everything, through: through, for: fixture.me)
        _ = try await fixture.library.marks.mark([fixture.id("Story 3")], as: .read, false, for: fixture.me)
        #expect(try await unread() == ["Story 3"])
        #expect(try await fixture.library.stories.list(.unread, for: fixture.me, depth: 9).unread.value == 1)
        #expect(
            try await fixture.library.subscriptions.folders(for: fixture.me).first?.subscriptions.first?.unread.value
                == 1)
        let ticket = try await fixture.library.marks.markAllRead(.everything, through: through, for: fixture.me)
        #expect(ticket.count == 1)
        #expect(try await unread().isEmpty)
        _ = try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        #expect(try await unread() == ["Story 3"])
    }

    @Test func `Everything above a story is read, the story itself is not`() async throws {
        _ = try await fiveStories()
        let ticket = try await fixture.library.marks.markRead(
            above: fixture.id("Story 2"), in: .everything, for: fixture.me)
        #expect(ticket.count == 2)
        #expect(try await unread() == ["Story 2", "Story 3", "Story 4"])
        _ = try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        #expect(try await unread().count == 5)
    }

    @Test func `Above a story that does not stand in the list there is nothing`() async throws {
        _ = try await fiveStories()
        let other = try await fixture.follow("https://b.test/feed", stories: [fixture.story("b")])
        await #expect(throws: LibraryError.notThere) {
            try await fixture.library.marks.markRead(above: fixture.id("Story 2"), in: .channel(other), for: fixture.me)
        }
    }

    @Test func `Undo leaves alone what was changed again since`() async throws {
        _ = try await fiveStories()
        let ids = try await [fixture.id("Story 0"), fixture.id("Story 1")]
        let ticket = try await fixture.library.marks.mark(ids, as: .read, true, for: fixture.me)
        _ = try await fixture.library.marks.mark([ids[0]], as: .read, false, for: fixture.me)
        _ = try await fixture.library.marks.mark([ids[0]], as: .read, true, for: fixture.me)
        _ = try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        #expect(try await unread() == ["Story 1", "Story 2", "Story 3", "Story 4"])
    }

    @Test func `A story opened after mark-all stays read when mark-all is undone`() async throws {
        _ = try await fiveStories()
        let through = try #require(try await fixture.library.stories.newestStory(for: fixture.me))
        let ticket = try await fixture.library.marks.markAllRead(.everything, through: through, for: fixture.me)
        try await fixture.library.marks.markOpened(fixture.id("Story 2"), for: fixture.me)
        _ = try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        #expect(try await unread() == ["Story 0", "Story 1", "Story 3", "Story 4"])
    }

    @Test func `A ticket works once, for its reader, for ten minutes`() async throws {
        _ = try await fiveStories()
        let id = try await fixture.id("Story 0")
        let ticket = try await fixture.library.marks.mark([id], as: .saved, true, for: fixture.me)
        #expect(try await fixture.library.marks.lastUndo(for: fixture.me, within: 8) == ticket)
        await #expect(throws: LibraryError.notThere) {
            try await fixture.library.marks.undo(ticket.id, for: ReaderID(rawValue: 2))
        }
        _ = try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        await #expect(throws: LibraryError.notThere) {
            try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        }
        let second = try await fixture.library.marks.mark([id], as: .saved, true, for: fixture.me)
        fixture.clock.advance(9)
        #expect(try await fixture.library.marks.lastUndo(for: fixture.me, within: 8) == nil)
        fixture.clock.advance(600)
        await #expect(throws: LibraryError.notThere) {
            try await fixture.library.marks.undo(second.id, for: fixture.me)
        }
        #expect(try await fixture.titles(.saved) == ["Story 0"])
    }

    @Test func `Mark-all counts no further than it says`() async throws {
        let most = UndoToken.maxCount
        let channel = try await fixture.follow("https://h.test/feed", stories: [fixture.story("0")])
        try await fixture.execute(
            """
            with recursive n(i) as (select 2 union all select i + 1 from n where i <= \(most + 5))
            insert into story (id, source_id, origin_key, content_hash, title, shown_at, arrived_at, direction, word_count)
            select i, 1, 'k' || i, 0, 'Story', 0, 0, 'ltr', 1 from n
            """)
        try await fixture.execute(
            """
            insert into channel_story (channel_id, story_id, shown_at)
            select \(channel.rawValue), id, 0 from story where id > 1
            """)
        let through = StoryID(rawValue: Int64(most + 6))
        let ticket = try await fixture.library.marks.markAllRead(.everything, through: through, for: fixture.me)
        #expect(ticket.count == most)
        #expect(try await fixture.number("select read_through from subscription") == through.rawValue)
    }

    @Test func `Mark-all writes one row for each channel`() async throws {
        for channel in 0..<3 {
            try await fixture.follow(
                "https://h\(channel).test/feed", stories: (0..<40).map { try fixture.story("\(channel)-\($0)") })
        }
        let through = try #require(try await fixture.library.stories.newestStory(for: fixture.me))
        let ticket = try await fixture.library.marks.markAllRead(.everything, through: through, for: fixture.me)
        #expect(ticket.count == 120)
        let rows = try await fixture.library.context.database.read { transaction in
            (
                try transaction.count("select count(*) from mark"),
                try transaction.count("select count(*) from undo_read_through")
            )
        }
        #expect(rows == (0, 3))
    }
}
