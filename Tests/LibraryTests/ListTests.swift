import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct `Lists of stories` {
    let fixture: LibraryFixture
    init() throws { fixture = try LibraryFixture() }

    @Test func `Marks of emphasis that an origin left in a dek are not shown`() async throws {
        let deks = [
            "They voted for *Venice*. It was **low water**.": "They voted for Venice. It was low water.",
            "*All of it*": "All of it", "2*3*4 is 24, and 5 * 3 * 2 is 30": "2*3*4 is 24, and 5 * 3 * 2 is 30",
            "Rated *** by us": "Rated *** by us", "“*Low* water”, she said": "“Low water”, she said",
        ]
        let stories = try deks.keys.sorted().map { dek in
            var story = try fixture.story(dek)
            story.dek = dek
            return story
        }
        try await fixture.follow("https://a.test/feed", stories: stories)
        let rows = try await fixture.library.stories.list(.everything, for: fixture.me, depth: 10).rows
        #expect(Set(rows.compactMap(\.dek)) == Set(deks.values))
    }

    @Test func `A section merges its channels, newest first`() async throws {
        let a = try await fixture.follow(
            "https://a.test/feed", folder: "News", title: "A",
            stories: [fixture.story("a1", minutesAgo: 1), fixture.story("a5", minutesAgo: 5)])
        try await fixture.follow(
            "https://b.test/feed", folder: "News",
            stories: [fixture.story("b2", minutesAgo: 2), fixture.story("b9", minutesAgo: 9)])
        try await fixture.follow(
            "https://c.test/feed", folder: "Other things", stories: [fixture.story("c3", minutesAgo: 3)])
        try await fixture.follow("https://d.test/feed", stories: [fixture.story("d4", minutesAgo: 4)])
        let news = try await fixture.library.subscriptions.one(a, for: fixture.me).section
        #expect(try await fixture.titles(.section(news)) == ["Story a1", "Story b2", "Story a5", "Story b9"])
        #expect(try await fixture.titles(.section(.other)) == ["Story d4"])
        #expect(try await fixture.titles(.channel(a)) == ["Story a1", "Story a5"])
        #expect(
            try await fixture.titles(.everything)
                == ["Story a1", "Story b2", "Story c3", "Story d4", "Story a5", "Story b9"])
        #expect(try await fixture.library.stories.list(.section(news), for: fixture.me, depth: 5).title == "News")
        #expect(try await fixture.library.stories.list(.channel(a), for: fixture.me, depth: 5).title == "A")
    }

    @Test(arguments: [1, 2, 7, 19, 20, 21, 60])
    func `Merging agrees with sorting everything`(depth: Int) async throws {
        var random = SeededRandom(seed: UInt64(depth))
        var expected: [(minutes: Double, title: String)] = []
        for channel in 0..<7 {
            let stories = try (0..<Int.random(in: 0...12, using: &random)).map { number in
                let minutes = Double(Int.random(in: 0...4000, using: &random))
                expected.append((minutes, "Story \(channel)-\(number)"))
                return try fixture.story("\(channel)-\(number)", minutesAgo: minutes)
            }
            try await fixture.follow("https://h\(channel).test/feed", folder: "F", stories: stories)
        }
        let page = try await fixture.library.stories.list(.everything, for: fixture.me, depth: depth)
        #expect(page.rows.map(\.shownAt) == page.rows.map(\.shownAt).sorted(by: >))
        let oldest = expected.map(\.minutes).sorted().prefix(depth).last ?? 0
        #expect(Set(page.rows.map(\.title)).isSubset(of: Set(expected.filter { $0.minutes <= oldest }.map(\.title))))
        #expect(page.rows.count == min(depth, expected.count))
        #expect(page.hasMore == (expected.count > depth))
    }

    @Test func `A list as of a story holds still while others arrive`() async throws {
        let stories = try (0..<30).map { try fixture.story("\($0)", minutesAgo: Double($0)) }
        let channel = try await fixture.follow("https://a.test/feed", stories: stories)
        let first = try await fixture.library.stories.list(.everything, for: fixture.me, depth: 10)
        let through = try #require(first.asOf)
        fixture.clock.advance(600)
        let late = try (100..<105).map { try fixture.story("\($0)") } + stories
        try await fixture.deliver(late, in: channel, at: "https://a.test/feed")
        let again = try await fixture.library.stories.list(.everything, for: fixture.me, depth: 20, asOf: through)
        #expect(Array(again.rows.map(\.id).prefix(10)) == first.rows.map(\.id))
        #expect(Set(again.rows.map(\.id)).count == 20)
        #expect(try await fixture.titles(.everything, depth: 1) != first.rows.prefix(1).map(\.title))
    }

    @Test func `Unread leaves out what is read and counts what is left`() async throws {
        try await fixture.follow(
            "https://a.test/feed", stories: (0..<5).map { try fixture.story("\($0)", minutesAgo: Double($0)) })
        try await fixture.library.marks.markOpened(fixture.id("Story 2"), for: fixture.me)
        let page = try await fixture.library.stories.list(.unread, for: fixture.me, depth: 10)
        #expect(page.rows.map(\.title) == ["Story 0", "Story 1", "Story 3", "Story 4"])
        #expect(page.unread == BoundedCount(value: 4, isMore: false))
        let row = try await fixture.library.stories.list(.everything, for: fixture.me, depth: 10).rows[2]
        #expect(row.isOpened && row.isRead && !row.isSaved)
    }

    @Test func `Saved stories stand by the newest mark and outlast the subscription`() async throws {
        let channel = try await fixture.follow(
            "https://a.test/feed", stories: (0..<3).map { try fixture.story("\($0)", minutesAgo: Double($0)) })
        for title in ["Story 0", "Story 2"] {
            fixture.clock.advance(1)
            _ = try await fixture.library.marks.mark([fixture.id(title)], as: .saved, true, for: fixture.me)
        }
        #expect(try await fixture.titles(.saved) == ["Story 2", "Story 0"])
        _ = try await fixture.library.subscriptions.unfollow(channel, for: fixture.me)
        #expect(try await fixture.titles(.saved) == ["Story 2", "Story 0"])
        #expect(try await fixture.titles(.everything).isEmpty)
    }

    @Test func `A count above 999 is bounded`() async throws {
        try await fixture.follow("https://a.test/feed", stories: (0..<1005).map { try fixture.story("\($0)") })
        let page = try await fixture.library.stories.list(.unread, for: fixture.me, depth: 1)
        #expect(page.unread == BoundedCount(value: 999, isMore: true))
    }

    @Test func `A list that is not there is said so`() async throws {
        for list in [StoryList.section(SectionID(rawValue: 77)), .channel(ChannelID(rawValue: 77))] {
            await #expect(throws: LibraryError.notThere) {
                try await fixture.library.stories.list(list, for: fixture.me, depth: 5)
            }
        }
        await #expect(throws: LibraryError.notThere) {
            try await fixture.library.stories.story(StoryID(rawValue: 99), for: fixture.me, in: nil)
        }
    }

    @Test(arguments: [
        StoryList.section(SectionID(rawValue: 12)), .channel(ChannelID(rawValue: 7)), .unread, .saved, .everything,
    ])
    func `A list's code leads back to it`(list: StoryList) { #expect(StoryList(code: list.code) == list) }

    @Test(arguments: ["", "s", "sx", "s-1", "s+1", "c99999999999999999999", "q1", "Unread", "s1 "])
    func `Other codes mean nothing`(code: String) { #expect(StoryList(code: code) == nil) }

    @Test func `A story knows its neighbours in the list it was opened from`() async throws {
        try await fixture.follow(
            "https://a.test/feed", stories: [fixture.story("a1", minutesAgo: 1), fixture.story("a3", minutesAgo: 3)])
        try await fixture.follow(
            "https://b.test/feed", stories: [fixture.story("b2", minutesAgo: 2), fixture.story("b4", minutesAgo: 4)])
        var titles: [String] = []
        var id: StoryID? = try await fixture.id("Story a1")
        while let current = id {
            let facts = try await fixture.library.stories.story(current, for: fixture.me, in: .everything)
            titles.append(facts.row.title)
            if let next = facts.next {
                let back = try await fixture.library.stories.story(next.id, for: fixture.me, in: .everything)
                #expect(back.previous?.id == current)
            }
            id = facts.next?.id
        }
        #expect(titles == ["Story a1", "Story b2", "Story a3", "Story b4"])
    }

    @Test func `The next unread story passes over what is read`() async throws {
        try await fixture.follow(
            "https://a.test/feed", stories: (0..<6).map { try fixture.story("\($0)", minutesAgo: Double($0)) })
        _ = try await fixture.library.marks.mark(
            [fixture.id("Story 1"), fixture.id("Story 2")], as: .read, true, for: fixture.me)
        let facts = try await fixture.library.stories.story(fixture.id("Story 0"), for: fixture.me, in: .unread)
        #expect(facts.next?.title == "Story 3")
        let later = try await fixture.library.stories.story(fixture.id("Story 3"), for: fixture.me, in: .unread)
        #expect(later.previous?.title == "Story 0")
    }

    @Test func `Arrivals since a story are counted`() async throws {
        let channel = try await fixture.follow("https://a.test/feed", stories: [fixture.story("1")])
        let newest = try #require(try await fixture.library.stories.newestStory(for: fixture.me))
        #expect(try await fixture.library.stories.newStoryCount(since: newest, for: fixture.me) == 0)
        try await fixture.deliver(
            [fixture.story("3"), fixture.story("2"), fixture.story("1")], in: channel, at: "https://a.test/feed")
        #expect(try await fixture.library.stories.newStoryCount(since: newest, for: fixture.me) == 2)
    }
}

/// A random number generator with the same numbers at every run.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
