import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `The same story from two feeds` {
    let fixture: LibraryFixture
    let long = (0..<80).map { "word\($0 * 7 % 61)" }.joined(separator: " ")
    init() throws { fixture = try LibraryFixture() }

    private func twoFeeds(_ a: FetchedStory, _ b: FetchedStory) async throws -> [StoryRow] {
        try await fixture.follow("https://a.test/feed", title: "A", stories: [a])
        try await fixture.follow("https://b.test/feed", title: "B", stories: [b])
        return try await fixture.library.stories.list(.everything, for: fixture.me, depth: 9).rows
    }

    @Test(.mission("BREAK-42")) func `One link makes one story`() async throws {
        let rows = try await twoFeeds(
            fixture.story("1", minutesAgo: 1, link: "https://www.n.test/x?utm_source=a#top"),
            fixture.story("2", minutesAgo: 5, link: "http://n.test/x/"))
        #expect(rows.map(\.title) == ["Story 1"])
        #expect(rows.first?.otherChannelTitles == ["B"])
        #expect(try await fixture.library.stories.list(.unread, for: fixture.me, depth: 9).unread.value == 1)
    }

    @Test func `A site's front door makes no two stories one`() async throws {
        let rows = try await twoFeeds(
            fixture.story("1", link: "https://n.test/"), fixture.story("2", link: "https://n.test"))
        #expect(rows.count == 2)
    }

    @Test func `A link that one feed gives to several stories groups nothing`() async throws {
        try await fixture.follow(
            "https://a.test/feed",
            stories: [fixture.story("1", link: "https://n.test/live"), fixture.story("2", link: "https://n.test/live")])
        try await fixture.follow("https://b.test/feed", stories: [fixture.story("3", link: "https://n.test/live")])
        #expect(try await fixture.titles(.everything).count == 3)
    }

    @Test func `One title and nearly one text make one story`() async throws {
        let rows = try await twoFeeds(
            fixture.story("1", title: "Café opens in the harbour", text: long),
            fixture.story("2", title: "CAFE opens in the harbour!", text: long + " and a few words more"))
        #expect(rows.count == 1)
    }

    @Test(.mission("NEXUS-60")) func `One title and another text make two stories`() async throws {
        let other = (0..<80).map { "thing\($0 * 5 % 67)" }.joined(separator: " ")
        let rows = try await twoFeeds(
            fixture.story("1", title: "The week in pictures", text: long),
            fixture.story("2", title: "The week in pictures", text: other))
        #expect(rows.count == 2)
    }

    @Test func `Titles are not compared across more than three days`() async throws {
        let rows = try await twoFeeds(
            fixture.story("1", title: "The week in pictures", text: long),
            fixture.story("2", minutesAgo: 4 * 24 * 60, title: "The week in pictures", text: long))
        #expect(rows.count == 2)
    }

    @Test func `Reading one reads all, and undo takes all back`() async throws {
        let rows = try await twoFeeds(
            fixture.story("1", link: "https://n.test/x"), fixture.story("2", link: "https://n.test/x"))
        let shown = try #require(rows.first)
        let ticket = try await fixture.library.marks.mark([shown.id], as: .read, true, for: fixture.me)
        #expect(ticket.count == 1)
        #expect(try await fixture.titles(.unread).isEmpty)
        _ = try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        let subscriptions = try await fixture.library.subscriptions.folders(for: fixture.me).flatMap(\.subscriptions)
        #expect(subscriptions.map(\.unread.value) == [1, 1])
    }

    @Test func `Mark-all in one section reads the twin in another`() async throws {
        let a = try await fixture.follow(
            "https://a.test/feed", folder: "A", stories: [fixture.story("1", link: "https://n.test/x")])
        try await fixture.follow(
            "https://b.test/feed", folder: "B",
            stories: [fixture.story("2", link: "https://n.test/x"), fixture.story("3", minutesAgo: 1)])
        let section = try await fixture.library.subscriptions.one(a, for: fixture.me).section
        let through = try #require(try await fixture.library.stories.newestStory(for: fixture.me))
        let ticket = try await fixture.library.marks.markAllRead(.section(section), through: through, for: fixture.me)
        #expect(ticket.count == 1)
        #expect(try await fixture.titles(.unread) == ["Story 3"])
        _ = try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        #expect(try await fixture.titles(.unread).count == 2)
    }

    @Test(.mission("BREAK-20")) func `Who has read it already is not shown it again from another feed`() async throws {
        try await fixture.follow("https://a.test/feed", stories: [fixture.story("1", link: "https://n.test/x")])
        let through = try #require(try await fixture.library.stories.newestStory(for: fixture.me))
        _ = try await fixture.library.marks.markAllRead(.everything, through: through, for: fixture.me)
        try await fixture.follow("https://b.test/feed", stories: [fixture.story("2", link: "https://n.test/x")])
        #expect(try await fixture.titles(.unread).isEmpty)
    }

    @Test func `Saving saves only the one`() async throws {
        let rows = try await twoFeeds(
            fixture.story("1", link: "https://n.test/x"), fixture.story("2", link: "https://n.test/x"))
        let shown = try #require(rows.first)
        _ = try await fixture.library.marks.mark([shown.id], as: .saved, true, for: fixture.me)
        #expect(try await fixture.titles(.saved).count == 1)
    }

    @Test func `A story's page names the other feeds`() async throws {
        let rows = try await twoFeeds(
            fixture.story("1", minutesAgo: 1, link: "https://n.test/x"),
            fixture.story("2", minutesAgo: 2, link: "https://n.test/x"))
        let facts = try await fixture.library.stories.story(#require(rows.first).id, for: fixture.me, in: .everything)
        #expect(facts.duplicates.map(\.channelTitle) == ["B"])
    }

    @Test func `A feed's own stories are never grouped with each other`() async throws {
        try await fixture.follow(
            "https://a.test/feed",
            stories: [
                fixture.story("1", title: "Same long title here", text: long),
                fixture.story("2", title: "Same long title here", text: long),
            ])
        #expect(try await fixture.titles(.everything).count == 2)
    }

    @Test func `Scripts without spaces are reckoned by characters, 500 a minute`() {
        let minute = 265
        #expect(StorySimilarity.wordCount(String(repeating: "潮", count: 500)) == minute)
        #expect(StorySimilarity.wordCount(String(repeating: "かな漢字", count: 500)) == 4 * minute)
        #expect(StorySimilarity.wordCount(String(repeating: "tide ", count: minute)) == minute)
        #expect(StorySimilarity.wordCount("潮汐 turns 每天") == 1 + 2)
    }
}
