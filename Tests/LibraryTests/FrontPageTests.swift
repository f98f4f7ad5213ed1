import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct `The front page` {
    let fixture: LibraryFixture
    init() throws { fixture = try LibraryFixture() }

    private func page() async throws -> FrontPage { try await fixture.library.stories.frontPage(for: fixture.me) }

    @Test func `Without subscriptions it is empty and says so`() async throws {
        let page = try await page()
        #expect(!page.hasSubscriptions && page.sections.isEmpty && page.asOf == nil)
    }

    @Test func `It brings the status of its channels`() async throws {
        try await fixture.follow("https://o.test/feed", stories: [fixture.story("o")])
        let page = try await page()
        let status = try await fixture.library.refreshing.status(for: fixture.me)
        #expect(page.status == status && status.total == 1)
    }

    @Test func `Sections are folders in order with Other last, and empty ones stay away`() async throws {
        try await fixture.follow("https://o.test/feed", stories: [fixture.story("o")])
        try await fixture.follow("https://z.test/feed", folder: "Zebra", stories: [fixture.story("z")])
        try await fixture.follow("https://e.test/feed", folder: "Empty")
        try await fixture.follow("https://a.test/feed", folder: "Apple", stories: [fixture.story("a")])
        #expect(try await page().sections.map(\.title) == ["Zebra", "Apple", "Other"])
    }

    @Test func `The top three hold one story per feed while others have fresh news`() async throws {
        try await fixture.follow(
            "https://a.test/feed", stories: (0..<9).map { try fixture.story("a\($0)", minutesAgo: Double($0)) })
        try await fixture.follow(
            "https://b.test/feed",
            stories: [fixture.story("b", minutesAgo: 47 * 60), fixture.story("bb", minutesAgo: 47.5 * 60)])
        try await fixture.follow("https://c.test/feed", stories: [fixture.story("c", minutesAgo: 600)])
        let section = try #require(try await page().sections.first)
        #expect(section.rows.map(\.title) == ["Story a0", "Story c", "Story b"])
        #expect(section.hasMore)
    }

    @Test func `News older than 48 hours give way to a busy feed`() async throws {
        try await fixture.follow(
            "https://a.test/feed", stories: (0..<9).map { try fixture.story("a\($0)", minutesAgo: Double($0)) })
        try await fixture.follow("https://b.test/feed", stories: [fixture.story("b", minutesAgo: 49 * 60)])
        #expect(try await page().sections.first?.rows.map(\.title) == ["Story a0", "Story a1", "Story a2"])
    }

    @Test func `A quiet section shows what it has`() async throws {
        try await fixture.follow(
            "https://a.test/feed",
            stories: [fixture.story("a", minutesAgo: 9000), fixture.story("b", minutesAgo: 9001)])
        let section = try #require(try await page().sections.first)
        #expect(section.rows.map(\.title) == ["Story a", "Story b"])
        #expect(!section.hasMore)
    }

    @Test func `The same story in two sections is shown once`() async throws {
        try await fixture.follow(
            "https://a.test/feed", folder: "A", title: "Morning Post",
            stories: [
                fixture.story("x", minutesAgo: 1, title: "Harbour opens again", link: "https://news.test/harbour")
            ])
        try await fixture.follow(
            "https://b.test/feed", folder: "B", title: "Harbour Post",
            stories: [
                fixture.story(
                    "y", minutesAgo: 2, title: "The harbour is open", link: "http://www.news.test/harbour/?utm_source=b"
                ),
                fixture.story("z", minutesAgo: 3),
            ])
        let page = try await page()
        #expect(page.sections.map { $0.rows.map(\.title) } == [["Harbour opens again"], ["Story z"]])
        #expect(page.sections.first?.rows.first?.otherChannelTitles == ["Harbour Post"])
        #expect(page.unread.value == 2)
    }

    @Test func `What is new is counted from the end of the visit before`() async throws {
        let channel = try await fixture.follow("https://a.test/feed", stories: [fixture.story("1")])
        try await fixture.library.readers.recordVisit(for: fixture.me)
        #expect(try await page().newSince == nil)
        fixture.clock.advance(600)
        try await fixture.library.readers.recordVisit(for: fixture.me)
        let end = fixture.clock.now
        #expect(try await page().newSince == nil)
        fixture.clock.advance(3600)
        try await fixture.deliver([fixture.story("2"), fixture.story("1")], in: channel, at: "https://a.test/feed")
        try await fixture.library.readers.recordVisit(for: fixture.me)
        let page = try await page()
        #expect(page.newSince == end)
        #expect(page.newCount == 1)
    }
}
