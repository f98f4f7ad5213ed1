import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// Tests of a list's options: its order, unread stories alone; and of marking stories older than a date.
@Suite struct `List options` {
    let fixture: LibraryFixture
    init() throws { fixture = try LibraryFixture() }

    private func setOptions(_ options: StoryListOptions, of list: StoryList) async throws {
        try await fixture.library.readers.changePreferences(for: fixture.me) { try $0.setOptions(options, of: list) }
    }

    private func titles(_ list: StoryList, depth: Int = 100, unreadOnly: Bool = false) async throws -> [String] {
        try await fixture.library.stories.list(
            list, for: fixture.me, depth: depth, unreadOnly: unreadOnly, order: .oldestFirst
        ).rows.map(\.title)
    }

    /// Follows two feeds whose stories alternate: a1, b2, a3, b4, with their numbers as ages in minutes.
    private func twoFeeds() async throws -> (a: ChannelID, b: ChannelID) {
        let a = try await fixture.follow(
            "https://a.test/feed", stories: [fixture.story("a1", minutesAgo: 1), fixture.story("a3", minutesAgo: 3)])
        let b = try await fixture.follow(
            "https://b.test/feed", stories: [fixture.story("b2", minutesAgo: 2), fixture.story("b4", minutesAgo: 4)])
        return (a, b)
    }

    @Test(arguments: [1, 5, 23, 60])
    func `Oldest first is the other order turned round`(depth: Int) async throws {
        for channel in 0..<7 {
            let stories = try (0..<9).map { number in
                try fixture.story("\(channel)-\(number)", minutesAgo: Double((number * 31 + channel * 17) % 400))
            }
            try await fixture.follow("https://h\(channel).test/feed", folder: "F", stories: stories)
        }
        let all = try await fixture.titles(.everything, depth: 200)
        #expect(try await titles(.everything, depth: depth) == Array(all.reversed().prefix(depth)))
        let page = try await fixture.library.stories.list(
            .everything, for: fixture.me, depth: depth, order: .oldestFirst)
        #expect(page.hasMore == (all.count > depth) && !page.hasOlderStories)
    }

    @Test func `Oldest first leaves out what is read, where only unread is wanted`() async throws {
        _ = try await twoFeeds()
        _ = try await fixture.library.marks.mark([fixture.id("Story a3")], as: .read, true, for: fixture.me)
        #expect(try await titles(.everything, unreadOnly: true) == ["Story b4", "Story b2", "Story a1"])
        #expect(try await titles(.unread) == ["Story b4", "Story b2", "Story a1"])
    }

    @Test func `Saved stories are shown in either order, and unread ones alone`() async throws {
        _ = try await twoFeeds()
        for title in ["Story b2", "Story a1", "Story b4"] {
            fixture.clock.advance(1)
            _ = try await fixture.library.marks.mark([fixture.id(title)], as: .saved, true, for: fixture.me)
        }
        #expect(try await titles(.saved) == ["Story b2", "Story a1", "Story b4"])
        let middle = try await fixture.id("Story a1")
        try await fixture.library.marks.markOpened(middle, for: fixture.me)
        #expect(try await titles(.saved, unreadOnly: true) == ["Story b2", "Story b4"])
        // The story that was just opened still knows its neighbours.
        try await setOptions(StoryListOptions(isUnreadOnly: true, order: .oldestFirst), of: .saved)
        let story = try await fixture.library.stories.story(middle, for: fixture.me, in: .saved)
        #expect(story.next?.title == "Story b4" && story.previous?.title == "Story b2")
    }

    @Test func `A story's neighbours are those of the list as the reader has it`() async throws {
        _ = try await twoFeeds()
        let id = try await fixture.id("Story a3")
        func neighbours() async throws -> [String?] {
            let story = try await fixture.library.stories.story(id, for: fixture.me, in: .everything)
            return [story.previous?.title, story.next?.title]
        }
        #expect(try await neighbours() == ["Story b2", "Story b4"])
        try await setOptions(StoryListOptions(order: .oldestFirst), of: .everything)
        #expect(try await neighbours() == ["Story b4", "Story b2"])
        _ = try await fixture.library.marks.mark([fixture.id("Story b2")], as: .read, true, for: fixture.me)
        #expect(try await neighbours() == ["Story b4", "Story b2"])
        try await setOptions(StoryListOptions(isUnreadOnly: true, order: .oldestFirst), of: .everything)
        #expect(try await neighbours() == ["Story b4", "Story a1"])
    }

    /// A list shows the first of a group, so a duplicate is not the next story.
    @Test func `Duplicates are passed over in either order`() async throws {
        let text = String(repeating: "The lamp on the pier burns again. ", count: 12)
        let link = "https://lamp.test/pier"
        try await fixture.follow(
            "https://a.test/feed",
            stories: [
                fixture.story("lamp", minutesAgo: 1, title: "The lamp burns", text: text, link: link),
                fixture.story("other", minutesAgo: 5),
            ])
        try await fixture.follow(
            "https://b.test/feed",
            stories: [fixture.story("same", minutesAgo: 9, title: "The lamp burns", text: text, link: link)])
        #expect(try await fixture.titles(.everything) == ["The lamp burns", "Story other"])
        #expect(try await titles(.everything) == ["The lamp burns", "Story other"])
        try await setOptions(StoryListOptions(order: .oldestFirst), of: .everything)
        let other = try await fixture.library.stories.story(
            fixture.id("Story other"), for: fixture.me, in: .everything)
        #expect(other.previous?.title == "The lamp burns" && other.next == nil)
    }

    @Test func `What stands above a story is what the reader sees above it`() async throws {
        _ = try await twoFeeds()
        try await setOptions(StoryListOptions(order: .oldestFirst), of: .everything)
        let ticket = try await fixture.library.marks.markRead(
            above: fixture.id("Story b2"), in: .everything, for: fixture.me)
        #expect(ticket.count == 2)
        #expect(try await fixture.titles(.unread) == ["Story a1", "Story b2"])
    }

    @Test func `What is older than a date is marked read, counted, and taken back exactly`() async throws {
        let feeds = try await twoFeeds()
        _ = try await fixture.library.marks.mark([fixture.id("Story b4")], as: .read, true, for: fixture.me)
        let date = fixture.clock.now.addingTimeInterval(-90)
        let own = try await fixture.library.marks.markRead(before: date, in: .channel(feeds.a), for: fixture.me)
        #expect(own.count == 1)
        #expect(try await fixture.titles(.unread) == ["Story a1", "Story b2"])
        let all = try await fixture.library.marks.markRead(before: date, in: .everything, for: fixture.me)
        #expect(all.count == 1)
        #expect(try await fixture.titles(.unread) == ["Story a1"])
        #expect(try await fixture.library.marks.undo(all.id, for: fixture.me) == 1)
        #expect(try await fixture.titles(.unread) == ["Story a1", "Story b2"])
        let none = try await fixture.library.marks.markRead(before: .distantPast, in: .everything, for: fixture.me)
        #expect(none.count == 0)
    }

    @Test func `Each list has options of its own, and those as usual take no room`() async throws {
        let oldest = StoryListOptions(isUnreadOnly: true, order: .oldestFirst)
        try await setOptions(oldest, of: .saved)
        let kept = try await fixture.library.readers.preferences(for: fixture.me)
        #expect(kept.options(of: .saved) == oldest && kept.options(of: .unread) == StoryListOptions())
        try await setOptions(StoryListOptions(), of: .saved)
        #expect(try await fixture.library.readers.preferences(for: fixture.me) == .standard)
    }

    @Test func `What two devices change at once is all kept, and what fails changes nothing`() async throws {
        let (readers, me) = (fixture.library.readers, fixture.me)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                group.addTask {
                    try await readers.changePreferences(for: me) { preferences in
                        let list = StoryList.channel(ChannelID(rawValue: Int64(number)))
                        try preferences.setOptions(StoryListOptions(isUnreadOnly: true), of: list)
                    }
                }
            }
            group.addTask { try await readers.changePreferences(for: me) { $0.theme = .sepia } }
            try await group.waitForAll()
        }
        await #expect(throws: LibraryError.invalid(why: "No.")) {
            try await readers.changePreferences(for: me) { preferences in
                preferences.theme = .night
                throw LibraryError.invalid(why: "No.")
            }
        }
        let kept = try await readers.preferences(for: me)
        #expect(kept.theme == .sepia)
        for number in 1...20 {
            #expect(kept.options(of: .channel(ChannelID(rawValue: Int64(number)))).isUnreadOnly, "\(number)")
        }
    }

    @Test func `No more lists are remembered than there is room for`() throws {
        var preferences = Preferences.standard
        let options = StoryListOptions(order: .oldestFirst)
        for number in 0..<Preferences.maxLists {
            try preferences.setOptions(options, of: .channel(ChannelID(rawValue: Int64(number))))
        }
        try preferences.setOptions(StoryListOptions(isUnreadOnly: true), of: .channel(ChannelID(rawValue: 7)))
        let endless = StoryList.within(EditionID(rawValue: String(repeating: "x", count: 200)), .everything)
        for (known, list) in [(preferences, StoryList.saved), (.standard, endless)] {
            #expect(throws: LibraryError.self) {
                var changed = known
                try changed.setOptions(options, of: list)
            }
        }
    }

    @Test func `Options of a later version are read as far as they are understood`() throws {
        let stored = Data(#"{"order": "byLength", "isUnreadOnly": true}"#.utf8)
        let options = try JSONDecoder().decode(StoryListOptions.self, from: stored)
        #expect(options == StoryListOptions(isUnreadOnly: true))
    }
}
