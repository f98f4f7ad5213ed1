import Foundation
import News
import Testing

@testable import Library

@Suite struct `The front page` {
    let house: TestHouse
    init() throws { house = try TestHouse() }

    private func page() async throws -> FrontPage { try await house.library.stories.frontPage(for: house.me) }

    @Test func `Without subscriptions it is empty and says so`() async throws {
        let page = try await page()
        #expect(!page.hasSubscriptions && page.sections.isEmpty && page.through == nil)
    }

    @Test func `Sections are folders in order with Other last, and empty ones stay away`() async throws {
        try await house.follow("https://o.test/feed", stories: [house.story("o")])
        try await house.follow("https://z.test/feed", folder: "Zebra", stories: [house.story("z")])
        try await house.follow("https://e.test/feed", folder: "Empty")
        try await house.follow("https://a.test/feed", folder: "Apple", stories: [house.story("a")])
        #expect(try await page().sections.map(\.title) == ["Zebra", "Apple", "Other"])
    }

    @Test func `The top three hold one story per feed while others have fresh news`() async throws {
        try await house.follow(
            "https://a.test/feed", stories: (0..<9).map { try house.story("a\($0)", minutesAgo: Double($0)) })
        try await house.follow(
            "https://b.test/feed",
            stories: [house.story("b", minutesAgo: 47 * 60), house.story("bb", minutesAgo: 47.5 * 60)])
        try await house.follow("https://c.test/feed", stories: [house.story("c", minutesAgo: 600)])
        let section = try #require(try await page().sections.first)
        #expect(section.rows.map(\.title) == ["Story a0", "Story c", "Story b"])
        #expect(section.hasMore)
    }

    @Test func `News older than 48 hours give way to a busy feed`() async throws {
        try await house.follow(
            "https://a.test/feed", stories: (0..<9).map { try house.story("a\($0)", minutesAgo: Double($0)) })
        try await house.follow("https://b.test/feed", stories: [house.story("b", minutesAgo: 49 * 60)])
        #expect(try await page().sections.first?.rows.map(\.title) == ["Story a0", "Story a1", "Story a2"])
    }

    @Test func `A quiet section shows what it has`() async throws {
        try await house.follow(
            "https://a.test/feed", stories: [house.story("a", minutesAgo: 9000), house.story("b", minutesAgo: 9001)])
        let section = try #require(try await page().sections.first)
        #expect(section.rows.map(\.title) == ["Story a", "Story b"])
        #expect(!section.hasMore)
    }

    @Test func `The same story in two sections is shown once`() async throws {
        try await house.follow(
            "https://a.test/feed", folder: "A", title: "Morning Post",
            stories: [house.story("x", minutesAgo: 1, title: "Harbour opens again", link: "https://news.test/harbour")])
        try await house.follow(
            "https://b.test/feed", folder: "B", title: "Harbour Post",
            stories: [
                house.story(
                    "y", minutesAgo: 2, title: "The harbour is open", link: "http://www.news.test/harbour/?utm_source=b"
                ),
                house.story("z", minutesAgo: 3),
            ])
        let page = try await page()
        #expect(page.sections.map { $0.rows.map(\.title) } == [["Harbour opens again"], ["Story z"]])
        #expect(page.sections.first?.rows.first?.alsoIn == ["Harbour Post"])
        #expect(page.unread.value == 2)
    }

    @Test func `What is new is counted from the end of the visit before`() async throws {
        let channel = try await house.follow("https://a.test/feed", stories: [house.story("1")])
        try await house.library.readers.visit(for: house.me)
        #expect(try await page().newSince == nil)
        house.clock.advance(600)
        try await house.library.readers.visit(for: house.me)
        let end = house.clock.now
        #expect(try await page().newSince == nil)
        house.clock.advance(3600)
        try await house.arrive([house.story("2"), house.story("1")], in: channel, at: "https://a.test/feed")
        try await house.library.readers.visit(for: house.me)
        let page = try await page()
        #expect(page.newSince == end)
        #expect(page.newCount == 1)
    }
}
