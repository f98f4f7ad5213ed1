import Foundation
import Markup
import News
import Testing

@testable import Library

@Suite struct `The same story from two feeds` {
    let house: TestHouse
    let long = (0..<80).map { "word\($0 * 7 % 61)" }.joined(separator: " ")
    init() throws { house = try TestHouse() }

    private func twoFeeds(_ a: ArrivingStory, _ b: ArrivingStory) async throws -> [StoryRow] {
        try await house.follow("https://a.test/feed", title: "A", stories: [a])
        try await house.follow("https://b.test/feed", title: "B", stories: [b])
        return try await house.library.stories.list(.everything, for: house.me, depth: 9).rows
    }

    @Test func `One link makes one story`() async throws {
        let rows = try await twoFeeds(
            house.story("1", minutesAgo: 1, link: "https://www.n.test/x?utm_source=a#top"),
            house.story("2", minutesAgo: 5, link: "http://n.test/x/"))
        #expect(rows.map(\.title) == ["Story 1"])
        #expect(rows.first?.alsoIn == ["B"])
        #expect(try await house.library.stories.list(.unread, for: house.me, depth: 9).unread.value == 1)
    }

    @Test func `A site's front door makes no two stories one`() async throws {
        let rows = try await twoFeeds(
            house.story("1", link: "https://n.test/"), house.story("2", link: "https://n.test"))
        #expect(rows.count == 2)
    }

    @Test func `A link that one feed gives to several stories groups nothing`() async throws {
        try await house.follow(
            "https://a.test/feed",
            stories: [house.story("1", link: "https://n.test/live"), house.story("2", link: "https://n.test/live")])
        try await house.follow("https://b.test/feed", stories: [house.story("3", link: "https://n.test/live")])
        #expect(try await house.titles(.everything).count == 3)
    }

    @Test func `One title and nearly one text make one story`() async throws {
        let rows = try await twoFeeds(
            house.story("1", title: "Café opens in the harbour", text: long),
            house.story("2", title: "CAFE opens in the harbour!", text: long + " and a few words more"))
        #expect(rows.count == 1)
    }

    @Test func `One title and another text make two stories`() async throws {
        let other = (0..<80).map { "thing\($0 * 5 % 67)" }.joined(separator: " ")
        let rows = try await twoFeeds(
            house.story("1", title: "The week in pictures", text: long),
            house.story("2", title: "The week in pictures", text: other))
        #expect(rows.count == 2)
    }

    @Test func `Titles are not compared across more than three days`() async throws {
        let rows = try await twoFeeds(
            house.story("1", title: "The week in pictures", text: long),
            house.story("2", minutesAgo: 4 * 24 * 60, title: "The week in pictures", text: long))
        #expect(rows.count == 2)
    }

    @Test func `Reading one reads all, and undo takes all back`() async throws {
        let rows = try await twoFeeds(
            house.story("1", link: "https://n.test/x"), house.story("2", link: "https://n.test/x"))
        let shown = try #require(rows.first)
        let ticket = try await house.library.marks.mark([shown.id], as: .read, true, for: house.me)
        #expect(ticket.count == 1)
        #expect(try await house.titles(.unread).isEmpty)
        _ = try await house.library.marks.undo(ticket.id, for: house.me)
        let subscriptions = try await house.library.subscriptions.all(for: house.me).flatMap(\.subscriptions)
        #expect(subscriptions.map(\.unread.value) == [1, 1])
    }

    @Test func `Mark-all in one section reads the twin in another`() async throws {
        let a = try await house.follow(
            "https://a.test/feed", folder: "A", stories: [house.story("1", link: "https://n.test/x")])
        try await house.follow(
            "https://b.test/feed", folder: "B",
            stories: [house.story("2", link: "https://n.test/x"), house.story("3", minutesAgo: 1)])
        let section = try await house.library.subscriptions.one(a, for: house.me).section
        let through = try #require(try await house.library.stories.newest(for: house.me))
        let ticket = try await house.library.marks.markAllRead(.section(section), through: through, for: house.me)
        #expect(ticket.count == 1)
        #expect(try await house.titles(.unread) == ["Story 3"])
        _ = try await house.library.marks.undo(ticket.id, for: house.me)
        #expect(try await house.titles(.unread).count == 2)
    }

    @Test func `Who has read it already is not shown it again from another feed`() async throws {
        try await house.follow("https://a.test/feed", stories: [house.story("1", link: "https://n.test/x")])
        let through = try #require(try await house.library.stories.newest(for: house.me))
        _ = try await house.library.marks.markAllRead(.everything, through: through, for: house.me)
        try await house.follow("https://b.test/feed", stories: [house.story("2", link: "https://n.test/x")])
        #expect(try await house.titles(.unread).isEmpty)
    }

    @Test func `Saving saves only the one`() async throws {
        let rows = try await twoFeeds(
            house.story("1", link: "https://n.test/x"), house.story("2", link: "https://n.test/x"))
        let shown = try #require(rows.first)
        _ = try await house.library.marks.mark([shown.id], as: .saved, true, for: house.me)
        #expect(try await house.titles(.saved).count == 1)
    }

    @Test func `A story's page names the other feeds`() async throws {
        let rows = try await twoFeeds(
            house.story("1", minutesAgo: 1, link: "https://n.test/x"),
            house.story("2", minutesAgo: 2, link: "https://n.test/x"))
        let facts = try await house.library.stories.story(#require(rows.first).id, for: house.me, in: .everything)
        #expect(facts.also.map(\.channelTitle) == ["B"])
        #expect(facts.also.first?.link?.text == "https://n.test/x")
    }

    @Test func `A feed's own stories are never grouped with each other`() async throws {
        try await house.follow(
            "https://a.test/feed",
            stories: [
                house.story("1", title: "Same long title here", text: long),
                house.story("2", title: "Same long title here", text: long),
            ])
        #expect(try await house.titles(.everything).count == 2)
    }

    @Test func `Scripts without spaces are reckoned by characters, 500 a minute`() {
        let minute = 265
        #expect(Likeness.wordCount(String(repeating: "潮", count: 500)) == minute)
        #expect(Likeness.wordCount(String(repeating: "かな漢字", count: 500)) == 4 * minute)
        #expect(Likeness.wordCount(String(repeating: "tide ", count: minute)) == minute)
        #expect(Likeness.wordCount("潮汐 turns 每天") == 1 + 2)
    }
}
