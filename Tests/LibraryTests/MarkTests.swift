import Foundation
import News
import Testing

@testable import Library

@Suite struct `Marking` {
    let house: TestHouse
    let address = "https://a.test/feed"
    init() throws { house = try TestHouse() }

    private func unread() async throws -> [String] { try await house.titles(.unread) }

    private func fiveStories(folder: String? = nil) async throws -> ChannelID {
        try await house.follow(
            address, folder: folder, stories: (0..<5).map { try house.story("\($0)", minutesAgo: Double($0)) })
    }

    @Test func `Opening a story that is not there is said so`() async throws {
        await #expect(throws: LibraryError.notThere) {
            try await house.library.marks.open(StoryID(rawValue: 4), for: house.me)
        }
    }

    @Test func `Marking what is so already changes nothing and offers no undo`() async throws {
        _ = try await fiveStories()
        let id = try await house.id("Story 1")
        let ticket = try await house.library.marks.mark([id], as: .read, false, for: house.me)
        #expect(ticket.count == 0)
        await #expect(throws: LibraryError.notThere) { try await house.library.marks.undo(ticket.id, for: house.me) }
    }

    @Test func `Mark-all reads what was there and leaves later arrivals unread`() async throws {
        let channel = try await fiveStories()
        let through = try #require(try await house.library.stories.list(.everything, for: house.me, depth: 1).through)
        try await house.arrive([house.story("late")], in: channel, at: address)
        let ticket = try await house.library.marks.markAllRead(.everything, through: through, for: house.me)
        #expect(ticket.count == 5)
        #expect(try await unread() == ["Story late"])
        #expect(try await house.library.marks.undo(ticket.id, for: house.me) == 5)
        #expect(try await unread().count == 6)
    }

    @Test func `Mark-all through a number of the future stops at what is there`() async throws {
        let channel = try await fiveStories()
        _ = try await house.library.marks.markAllRead(.everything, through: StoryID(rawValue: .max), for: house.me)
        try await house.arrive([house.story("late")], in: channel, at: address)
        #expect(try await unread() == ["Story late"])
    }

    @Test func `Mark-all of a section leaves other sections alone`() async throws {
        let channel = try await fiveStories(folder: "F")
        try await house.follow("https://b.test/feed", stories: [house.story("b")])
        let section = try await house.library.subscriptions.one(channel, for: house.me).section
        let through = try #require(try await house.library.stories.newest(for: house.me))
        _ = try await house.library.marks.markAllRead(.section(section), through: through, for: house.me)
        #expect(try await unread() == ["Story b"])
    }

    @Test func `A story kept unread after mark-all is unread until the next mark-all`() async throws {
        _ = try await fiveStories()
        let through = try #require(try await house.library.stories.newest(for: house.me))
        _ = try await house.library.marks.markAllRead(.everything, through: through, for: house.me)
        _ = try await house.library.marks.mark([house.id("Story 3")], as: .read, false, for: house.me)
        #expect(try await unread() == ["Story 3"])
        #expect(try await house.library.stories.list(.unread, for: house.me, depth: 9).unread.value == 1)
        #expect(try await house.library.subscriptions.all(for: house.me).first?.subscriptions.first?.unread.value == 1)
        let ticket = try await house.library.marks.markAllRead(.everything, through: through, for: house.me)
        #expect(ticket.count == 1)
        #expect(try await unread().isEmpty)
        _ = try await house.library.marks.undo(ticket.id, for: house.me)
        #expect(try await unread() == ["Story 3"])
    }

    @Test func `Everything above a story is read, the story itself is not`() async throws {
        _ = try await fiveStories()
        let ticket = try await house.library.marks.markRead(above: house.id("Story 2"), in: .everything, for: house.me)
        #expect(ticket.count == 2)
        #expect(try await unread() == ["Story 2", "Story 3", "Story 4"])
        _ = try await house.library.marks.undo(ticket.id, for: house.me)
        #expect(try await unread().count == 5)
    }

    @Test func `Above a story that does not stand in the list there is nothing`() async throws {
        _ = try await fiveStories()
        let other = try await house.follow("https://b.test/feed", stories: [house.story("b")])
        await #expect(throws: LibraryError.notThere) {
            try await house.library.marks.markRead(above: house.id("Story 2"), in: .channel(other), for: house.me)
        }
    }

    @Test func `Undo leaves alone what was changed again since`() async throws {
        _ = try await fiveStories()
        let ids = try await [house.id("Story 0"), house.id("Story 1")]
        let ticket = try await house.library.marks.mark(ids, as: .read, true, for: house.me)
        _ = try await house.library.marks.mark([ids[0]], as: .read, false, for: house.me)
        _ = try await house.library.marks.mark([ids[0]], as: .read, true, for: house.me)
        _ = try await house.library.marks.undo(ticket.id, for: house.me)
        #expect(try await unread() == ["Story 1", "Story 2", "Story 3", "Story 4"])
    }

    @Test func `A story opened after mark-all stays read when mark-all is undone`() async throws {
        _ = try await fiveStories()
        let through = try #require(try await house.library.stories.newest(for: house.me))
        let ticket = try await house.library.marks.markAllRead(.everything, through: through, for: house.me)
        try await house.library.marks.open(house.id("Story 2"), for: house.me)
        _ = try await house.library.marks.undo(ticket.id, for: house.me)
        #expect(try await unread() == ["Story 0", "Story 1", "Story 3", "Story 4"])
    }

    @Test func `A ticket works once, for its reader, for ten minutes`() async throws {
        _ = try await fiveStories()
        let id = try await house.id("Story 0")
        let ticket = try await house.library.marks.mark([id], as: .saved, true, for: house.me)
        #expect(try await house.library.marks.lastUndo(for: house.me, within: 8) == ticket)
        await #expect(throws: LibraryError.notThere) {
            try await house.library.marks.undo(ticket.id, for: ReaderID(rawValue: 2))
        }
        _ = try await house.library.marks.undo(ticket.id, for: house.me)
        await #expect(throws: LibraryError.notThere) { try await house.library.marks.undo(ticket.id, for: house.me) }
        let second = try await house.library.marks.mark([id], as: .saved, true, for: house.me)
        house.clock.advance(9)
        #expect(try await house.library.marks.lastUndo(for: house.me, within: 8) == nil)
        house.clock.advance(600)
        await #expect(throws: LibraryError.notThere) { try await house.library.marks.undo(second.id, for: house.me) }
        #expect(try await house.titles(.saved) == ["Story 0"])
    }

    @Test func `Mark-all counts no further than it says`() async throws {
        let most = UndoTicket.mostCounted
        let channel = try await house.follow("https://h.test/feed", stories: [house.story("0")])
        try await house.run(
            """
            with recursive n(i) as (select 2 union all select i + 1 from n where i <= \(most + 5))
            insert into story (id, source_id, key, digest, title, shown_at, arrived_at, direction, words)
            select i, 1, 'k' || i, 0, 'Story', 0, 0, 'ltr', 1 from n
            """)
        try await house.run(
            """
            insert into channel_story (channel_id, story_id, shown_at)
            select \(channel.rawValue), id, 0 from story where id > 1
            """)
        let through = StoryID(rawValue: Int64(most + 6))
        let ticket = try await house.library.marks.markAllRead(.everything, through: through, for: house.me)
        #expect(ticket.count == most)
        #expect(try await house.number("select read_through from subscription") == through.rawValue)
    }

    @Test func `Mark-all writes one row for each channel`() async throws {
        for channel in 0..<3 {
            try await house.follow(
                "https://h\(channel).test/feed", stories: (0..<40).map { try house.story("\(channel)-\($0)") })
        }
        let through = try #require(try await house.library.stories.newest(for: house.me))
        let ticket = try await house.library.marks.markAllRead(.everything, through: through, for: house.me)
        #expect(ticket.count == 120)
        let rows = try await house.library.house.store.read { session in
            (try session.count("select count(*) from mark"), try session.count("select count(*) from undo_through"))
        }
        #expect(rows == (0, 3))
    }
}
