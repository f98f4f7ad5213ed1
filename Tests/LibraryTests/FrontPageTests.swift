import Foundation
import Markup
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

    @Test(.mission("BREAK-44"))
    func `Sections are folders in order with Other last, and empty ones stay away`() async throws {
        try await fixture.follow("https://o.test/feed", stories: [fixture.story("o")])
        try await fixture.follow("https://z.test/feed", folder: "Zebra", stories: [fixture.story("z")])
        try await fixture.follow("https://e.test/feed", folder: "Empty")
        try await fixture.follow("https://a.test/feed", folder: "Apple", stories: [fixture.story("a")])
        #expect(try await page().sections.map(\.title) == ["Zebra", "Apple", "Other"])
    }

    @Test(.mission("BREAK-42"))
    func `The top three hold one story per feed while others have fresh news`() async throws {
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

    @Test(.mission("BREAK-43")) func `What is new is counted from the end of the visit before`() async throws {
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

    // MARK: - Weighed

    /// Returns a story with a picture, which can lead.
    private func feature(
        _ key: String, minutesAgo: Double, text: String = "", link: String? = nil
    ) throws -> FetchedStory {
        var story = try fixture.story(key, minutesAgo: minutesAgo, text: text, link: link)
        story.pictures = [
            PictureReference(address: try webAddress("https://p.test/\(key).jpg"), width: 1200, height: 800)
        ]
        return story
    }

    @Test func `The weightiest strong story of all sections leads, and stands there alone`() async throws {
        try await fixture.follow(
            "https://a.test/feed", folder: "A",
            stories: [fixture.story("notice"), fixture.story("other", minutesAgo: 9)])
        try await fixture.follow(
            "https://b.test/feed", folder: "B",
            stories: [
                feature("feature", minutesAgo: 200, link: "https://n.test/f"), fixture.story("b", minutesAgo: 300),
            ])
        try await fixture.follow(
            "https://c.test/feed", folder: "C",
            stories: [fixture.story("again", minutesAgo: 1, link: "https://n.test/f")])
        let page = try await page()
        #expect(page.lead?.row.title == "Story feature")
        #expect(page.sections.map(\.title) == ["A", "B"], "the only story of C is the lead")
        #expect(page.lead?.section == page.sections.last?.id)
        #expect(page.sections.map { $0.rows.map(\.title) } == [["Story notice", "Story other"], ["Story b"]])
        #expect(page.rows.count == 4)
        let equal = try await fixture.library.stories.frontPage(for: fixture.me, hasLead: false)
        #expect(equal.lead == nil && equal.sections.map(\.title) == ["A", "B"])
        #expect(equal.sections.last?.rows.first?.title == "Story feature")
    }

    @Test func `Without a strong story nothing leads`() async throws {
        try await fixture.follow(
            "https://a.test/feed", stories: [fixture.story("1"), fixture.story("2", minutesAgo: 1)])
        let page = try await page()
        #expect(page.lead == nil && page.sections.first?.rows.count == 2)
    }

    @Test func `A picture that cannot be fetched, or that is small, does not lead`() async throws {
        var small = try feature("small", minutesAgo: 1)
        small.pictures = [PictureReference(address: try webAddress("https://p.test/s.jpg"), width: 799, height: 600)]
        try await fixture.follow("https://a.test/feed", stories: [small, feature("large", minutesAgo: 2)])
        #expect(try await page().lead?.row.title == "Story large")
        let later = fixture.clock.now.addingTimeInterval(3600).milliseconds
        try await fixture.execute("update picture set retry_at = \(later) where width = 1200")
        #expect(try await page().lead == nil)
    }

    @Test func `Reading moves nothing until the next slot`() async throws {
        let stories = try [
            feature("1", minutesAgo: 10), feature("2", minutesAgo: 20), fixture.story("3", minutesAgo: 5),
        ]
        try await fixture.follow("https://a.test/feed", stories: stories)
        func titles() async throws -> [String] { try await page().rows.map(\.title) }
        let before = try await titles()
        #expect(before == ["Story 1", "Story 2", "Story 3"])
        fixture.clock.advance(600)
        try await fixture.library.marks.markOpened(fixture.id("Story 1"), for: fixture.me)
        #expect(try await titles() == before)
        #expect(try await page().lead?.row.isRead == true)
        fixture.clock.advance(3600)
        #expect(try await titles() == ["Story 2", "Story 3", "Story 1"], "read before the slot, it weighs less")
    }

    @Test func `Once the lead and its section are read, what is unread steps up, however old`() async throws {
        try await fixture.follow(
            "https://a.test/feed", folder: "A",
            stories: [
                feature("1", minutesAgo: 10), fixture.story("2", minutesAgo: 20), fixture.story("3", minutesAgo: 30),
                fixture.story("4", minutesAgo: 40), fixture.story("old", minutesAgo: 60 * 60),
                fixture.story("older", minutesAgo: 70 * 60),
            ])
        try await fixture.follow("https://b.test/feed", folder: "B", stories: [fixture.story("b", minutesAgo: 25)])
        func titles() async throws -> [[String]] {
            let page = try await page()
            return [page.lead.map { [$0.row.title] } ?? []] + page.sections.map { $0.rows.map(\.title) }
        }
        let first = [["Story 1"], ["Story 2", "Story 3", "Story 4"], ["Story b"]]
        #expect(try await titles() == first)
        for number in 1...4 {
            try await fixture.library.marks.markOpened(fixture.id("Story \(number)"), for: fixture.me)
        }
        #expect(try await titles() == first, "reading moves nothing")
        fixture.clock.advance(3600)
        // The weightiest unread story leads although it is not strong, and older ones stand before read ones.
        #expect(try await titles() == [["Story b"], ["Story old", "Story older", "Story 1"]])
        try await fixture.library.marks.markOpened(fixture.id("Story old"), for: fixture.me)
        #expect(try await titles() == [["Story b"], ["Story old", "Story older", "Story 1"]])
        try await fixture.library.marks.markOpened(fixture.id("Story b"), for: fixture.me)
        fixture.clock.advance(3600)
        #expect(
            try await titles() == [[], ["Story older", "Story 1", "Story 2"], ["Story b"]],
            "a read story does not lead while others wait")
    }

    @Test func `At the next visit too what is unread steps up`() async throws {
        try await fixture.follow(
            "https://a.test/feed", stories: [feature("1", minutesAgo: 10), feature("2", minutesAgo: 20)])
        let options = FrontPageOptions(holdMinutes: 1440)
        func lead() async throws -> String? {
            try await fixture.library.readers.recordVisit(for: fixture.me)
            return try await fixture.library.stories.frontPage(for: fixture.me, options: options).lead?.row.title
        }
        #expect(try await lead() == "Story 1")
        fixture.clock.advance(60)
        try await fixture.library.marks.markOpened(fixture.id("Story 1"), for: fixture.me)
        fixture.clock.advance(29 * 60)
        #expect(try await lead() == "Story 1", "the same visit")
        fixture.clock.advance(31 * 60)
        #expect(try await lead() == "Story 2")
        try await fixture.library.marks.markOpened(fixture.id("Story 2"), for: fixture.me)
        #expect(try await lead() == "Story 2", "read in this visit")
    }

    @Test func `A picture that a full text brings moves nothing until the next slot`() async throws {
        try await fixture.follow(
            "https://a.test/feed", stories: [fixture.story("1", minutesAgo: 10), fixture.story("2", minutesAgo: 20)])
        let opened = try await fixture.id("Story 2").rawValue
        func titles() async throws -> [String] { try await page().rows.map(\.title) }
        #expect(try await titles() == ["Story 1", "Story 2"])
        fixture.clock.advance(600)
        let now = fixture.clock.now
        try await fixture.library.context.database.write(.readerAction) { transaction in
            try transaction.insert(
                into: "picture", ["id": .number(900), "address": .text("https://a.test/p.png"), "width": .number(1200)])
            try transaction.insert(
                into: "story_picture",
                [
                    "story_id": .number(opened), "position": .number(0), "picture_id": .number(900),
                    "added_from_full_text_at": .date(now),
                ])
        }
        #expect(try await titles() == ["Story 1", "Story 2"])
        fixture.clock.advance(3600)
        #expect(try await titles() == ["Story 2", "Story 1"])
    }

    @Test func `A lead holds for an hour, unless something clearly better comes`() async throws {
        let channel = try await fixture.follow("https://a.test/feed", stories: [feature("1", minutesAgo: 60)])
        fixture.clock.advance(600)
        let better = try feature("2", minutesAgo: 0)
        try await fixture.deliver([better, feature("1", minutesAgo: 70)], in: channel, at: "https://a.test/feed")
        #expect(try await page().rows.map(\.title) == ["Story 1", "Story 2"])
        let best = try feature("3", minutesAgo: 0, text: String(repeating: "word ", count: 600))
        try await fixture.deliver([best, better], in: channel, at: "https://a.test/feed")
        #expect(try await page().lead?.row.title == "Story 3")
    }

    @Test func `Opening again what was read, one by one or all at once, moves nothing`() async throws {
        try await fixture.follow(
            "https://a.test/feed",
            stories: [feature("1", minutesAgo: 10), feature("2", minutesAgo: 20), fixture.story("3", minutesAgo: 5)])
        func titles() async throws -> [String] { try await page().rows.map(\.title) }
        try await fixture.library.marks.markOpened(fixture.id("Story 1"), for: fixture.me)
        fixture.clock.advance(3600 + 600)
        let afterOne = try await titles()
        #expect(afterOne == ["Story 2", "Story 3", "Story 1"])
        try await fixture.library.marks.markOpened(fixture.id("Story 1"), for: fixture.me)
        #expect(try await titles() == afterOne)
        let through = try await fixture.id("Story 3")
        _ = try await fixture.library.marks.markAllRead(.everything, through: through, for: fixture.me)
        fixture.clock.advance(3600)
        let afterAll = try await titles()
        #expect(afterAll == ["Story 1", "Story 2", "Story 3"])
        try await fixture.library.marks.markOpened(fixture.id("Story 2"), for: fixture.me)
        #expect(try await titles() == afterAll)
    }

    @Test func `Read marks that are folded away move nothing`() async throws {
        let notices = try (0..<60).map { try fixture.story("\($0)", minutesAgo: 60 + Double($0)) }
        try await fixture.follow(
            "https://a.test/feed", stories: [feature("1", minutesAgo: 10), feature("2", minutesAgo: 20)] + notices)
        fixture.clock.advance(600)
        let rows = try await fixture.library.stories.list(.everything, for: fixture.me, depth: 100).rows
        for row in rows where row.title != "Story 2" {
            try await fixture.library.marks.markOpened(row.id, for: fixture.me)
        }
        let before = try await page().rows.map(\.title)
        #expect(before.first == "Story 1", "read in this slot")
        fixture.clock.advance(700)
        #expect(try await fixture.library.context.compactReadThrough() == 1)
        #expect(try await page().rows.map(\.title) == before)
    }

    @Test(arguments: [3.0, 30.0])
    func `However much comes within the hour, a lead holds`(minutesOld: Double) async throws {
        let channel = try await fixture.follow("https://a.test/feed", stories: [feature("lead", minutesAgo: 60)])
        fixture.clock.advance(1200)
        // The stories were published after the full hour, or before it but fetched late.
        let notices = try (0..<30).map { try fixture.story("notice \($0)", minutesAgo: minutesOld + Double($0) / 10) }
        try await fixture.deliver(notices, in: channel, at: "https://a.test/feed")
        #expect(try await page().lead?.row.title == "Story lead")
        for number in 0..<12 {
            try await fixture.follow(
                "https://b\(number).test/feed", stories: [fixture.story("b\(number)", minutesAgo: minutesOld)])
        }
        let page = try await page()
        #expect(page.lead?.row.title == "Story lead")
        #expect(page.rows.contains { $0.title.hasPrefix("Story b") }, "news comes in at once")
    }

    @Test func `Who tells a story within the hour too is counted at the next`() async throws {
        try await fixture.follow("https://a.test/feed", stories: [feature("lead", minutesAgo: 60)])
        try await fixture.follow(
            "https://b.test/feed", stories: [feature("told", minutesAgo: 120, link: "https://n.test/told")])
        #expect(try await page().lead?.row.title == "Story lead")
        fixture.clock.advance(600)
        for number in 1...2 {
            try await fixture.follow(
                "https://t\(number).test/feed", stories: [fixture.story("t\(number)", link: "https://n.test/told")])
        }
        #expect(try await page().lead?.row.title == "Story lead")
        fixture.clock.advance(3600)
        #expect(try await page().lead?.row.title == "Story told")
    }

    @Test func `More sources and a rarer voice weigh more`() async throws {
        try await fixture.follow(
            "https://busy.test/feed",
            stories: (0..<60).map { try fixture.story("busy\($0)", minutesAgo: 5 + Double($0)) })
        try await fixture.follow("https://rare.test/feed", stories: [fixture.story("rare", minutesAgo: 30)])
        for number in 1...3 {
            try await fixture.follow(
                "https://t\(number).test/feed", folder: "Told",
                stories: [fixture.story("told\(number)", minutesAgo: 90, link: "https://n.test/told")])
        }
        let page = try await page()
        #expect(page.lead?.row.otherChannelTitles.count == 2, "three sources make it strong")
        #expect(page.sections.map { $0.rows.map(\.title) } == [["Story rare", "Story busy0", "Story busy1"]])
    }
}
