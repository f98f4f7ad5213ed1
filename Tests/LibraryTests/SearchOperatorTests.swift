import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// Operators of a query, its order, its count, and the list that its results are.
@Suite struct SearchOperators {
    let fixture: LibraryFixture
    init() throws { fixture = try LibraryFixture() }

    private func found(_ words: String) async throws -> [String] {
        try await fixture.library.search.find(words, for: fixture.me).hits.map(\.row.title)
    }

    private func fault(_ words: String, isTyping: Bool = false) async throws -> SearchFault? {
        try await fixture.library.search.find(words, for: fixture.me, isTyping: isTyping).fault
    }

    /// Follows two feeds, three of whose four stories tell of a ferry.
    private func someStories() async throws {
        var signed = try fixture.story("2", minutesAgo: 60, title: "Tolls", text: "The ferry pays. So does the ferry.")
        signed.byline = "Nell Quarry"
        try await fixture.follow(
            "https://night.test/feed", title: "Night Ferry",
            stories: [
                fixture.story("1", minutesAgo: 5, title: "The last ferry", text: "It left at noon."), signed,
                fixture.story("3", minutesAgo: 30, title: "Quarry closes", text: "Stone is dear."),
            ])
        try await fixture.follow(
            "https://harbour.test/feed", title: "Harbour Post",
            stories: [
                fixture.story("4", minutesAgo: 28_800, title: "Slack water", text: "No ferry runs at slack water.")
            ])
    }

    @Test func `states, titles, feeds and dates narrow a search`() async throws {
        try await someStories()
        #expect(try await found("ferry") == ["The last ferry", "Tolls", "Slack water"])
        #expect(try await found("ferry in:title") == ["The last ferry"])
        #expect(try await found("ferry feed:\"harbour post\"") == ["Slack water"])
        #expect(try await found("ferry -feed:harbour") == ["The last ferry", "Tolls"])
        #expect(try await found("ferry after:7d") == ["The last ferry", "Tolls"])
        #expect(try await found("before:2w ferry") == ["Slack water"])
        try await fixture.library.marks.markOpened(fixture.id("Tolls"), for: fixture.me)
        _ = try await fixture.library.marks.mark([fixture.id("Slack water")], as: .saved, true, for: fixture.me)
        #expect(try await found("ferry is:unread") == ["The last ferry", "Slack water"])
        #expect(try await found("is:read ferry") == ["Tolls"])
        #expect(try await found("ferry IS:saved") == ["Slack water"])
        #expect(try await found("ferry -is:saved") == ["The last ferry", "Tolls"])
    }

    @Test func `operators without words list what they are about`() async throws {
        try await someStories()
        _ = try await fixture.library.marks.mark([fixture.id("Tolls")], as: .saved, true, for: fixture.me)
        #expect(try await found("is:saved") == ["Tolls"])
        #expect(try await found("is:unread feed:night") == ["The last ferry", "Quarry closes", "Tolls"])
        #expect(try await found("before:7d") == ["Slack water"])
        #expect(try await fault("is:read") == .needsWord)
        #expect(try await fault("in:title") == .needsWord)
    }

    @Test func `a byline is matched only where it is asked for`() async throws {
        try await someStories()
        #expect(try await found("quarry") == ["Quarry closes"])
        #expect(try await found("by:quarry") == ["Tolls"])
        #expect(try await found("ferry by:\"nell quarry\"") == ["Tolls"])
        #expect(try await found("ferry -by:nell") == ["The last ferry", "Slack water"])
    }

    @Test func `the best match is the one with the words in its title, or with more of them`() async throws {
        try await fixture.follow(
            "https://a.test/feed",
            stories: [
                fixture.story("1", minutesAgo: 1, title: "Once", text: "A ferry came, and then many other boats."),
                fixture.story("2", minutesAgo: 2, title: "Often", text: "Ferry after ferry after ferry."),
                fixture.story("3", minutesAgo: 3, title: "A ferry", text: "It came."),
            ])
        #expect(try await found("ferry") == ["Once", "Often", "A ferry"])
        #expect(try await found("ferry sort:best") == ["A ferry", "Often", "Once"])
    }

    @Test func `what cannot be understood has one sentence, but not while it is typed`() async throws {
        try await someStories()
        #expect(try await fault("ferry is:new") == .unknownState("new"))
        #expect(try await fault("ferry in:text") == .unknownPart("text"))
        #expect(try await fault("ferry sort:oldest") == .unknownOrder("oldest"))
        #expect(try await fault("ferry feed:gazette") == .unknownFeed("gazette"))
        for date in ["soon", "2026-02-31", "2026-13", "99999d", "d", "-", "20260101"] {
            #expect(try await fault("ferry after:\(date)") == .invalidDate(date))
        }
        for date in ["2026", "2026-02", "2026-02-28", "3m", "1y"] {
            #expect(try await fault("ferry before:\(date)") == nil)
        }
        #expect(try await fault("ferry is:unr", isTyping: true) == nil)
        #expect(try await fault("is:unr ferry", isTyping: true) == .unknownState("unr"))
        // Colons of other words are theirs.
        #expect(try await fault("https://ferry.test is: note:this") == nil)
    }

    @Test func `all results are counted, and the feeds that have them`() async throws {
        try await someStories()
        let results = try await fixture.library.search.find("ferry", for: fixture.me, depth: 1)
        #expect(results.count == 3 && results.hits.count == 1 && results.hasMore && !results.isCountBounded)
        #expect(results.feeds.map(\.title) == ["Night Ferry", "Harbour Post"] && results.feeds.map(\.count) == [2, 1])
    }

    @Test func `every excerpt holds and marks its match, or the title does`() async throws {
        let filler = String(repeating: "the boat and the ", count: 200)
        try await fixture.follow(
            "https://a.test/feed",
            stories: [
                fixture.story("1", title: "Far", text: "A slack rope. \(filler) slack water at noon. \(filler)"),
                fixture.story("2", title: "Slack water", text: filler),
                fixture.story("3", title: "Ñandú", text: "\(filler) Slack, they say; the wáter too. 明天北京有雨"),
            ])
        for (words, marked) in [
            ("\"slack water\"", [["slack water"], ["Slack water"]]),
            ("slack water", [["slack", "water"], ["Slack", "water"], ["Slack", "wáter"]]),
            ("ñandu 北京", [["Ñandú", "北", "京"]]), ("nandu 北京", [["Ñandú", "北", "京"]]),
        ] {
            let hits = try await fixture.library.search.find(words, for: fixture.me).hits
            let found = hits.map { hit in
                (hit.title + hit.snippet).filter(\.isMatch).map(\.text).flatMap {
                    $0 == "北京" ? ["北", "京"] : [$0]
                }
            }
            #expect(Set(found) == Set(marked), "\(words)")
            #expect(hits.allSatisfy { $0.snippet.map(\.text).joined().count < 320 })
        }
    }

    @Test func `results are a list: a story has its neighbours, and all are marked read at once`() async throws {
        try await someStories()
        let list = StoryList.search("ferry is:unread", in: .everything)
        #expect(StoryList(code: list.code) == list)
        #expect(StoryList(code: "q:q:all:a:b") == nil && StoryList(code: "q:") == nil)
        let tolls = try await fixture.id("Tolls")
        func neighbours() async throws -> [String?] {
            let story = try await fixture.library.stories.story(tolls, for: fixture.me, in: list)
            return [story.previous?.title, story.next?.title]
        }
        #expect(try await neighbours() == ["The last ferry", "Slack water"])
        // A story that was just read keeps its place.
        try await fixture.library.marks.markOpened(tolls, for: fixture.me)
        #expect(try await neighbours() == ["The last ferry", "Slack water"])
        let through = try await fixture.id("Slack water")
        let token = try await fixture.library.marks.markAllRead(list, through: through, for: fixture.me)
        #expect(token.count == 2)
        #expect(try await found("is:unread") == ["Quarry closes"])
        _ = try await fixture.library.marks.undo(token.id, for: fixture.me)
        #expect(try await found("ferry is:unread") == ["The last ferry", "Slack water"])
    }

    @Test func `chips write what a reader could have typed`() {
        #expect(SearchTokens("ferry").toggling(.state, "unread") == "ferry is:unread")
        #expect(SearchTokens("ferry IS:Unread is:saved").toggling(.state, "unread") == "ferry is:saved")
        #expect(SearchTokens("after:1d ferry").toggling(.after, "7d") == "ferry after:7d")
        #expect(
            SearchTokens("\"slack water\"").toggling(.feed, "Night Ferry") == "\"slack water\" feed:\"Night Ferry\"")
        #expect(SearchTokens("a feed:\"Night Ferry\" b").toggling(.feed, "night ferry") == "a b")
        #expect(SearchTokens("ferry -tolls is:saved sort:best").plainText == "ferry -tolls")
    }

    @Test func `searches are saved once, and removed`() async throws {
        for words in ["ferry is:unread", "Férry is:unread", "tolls"] {
            try await fixture.library.search.setSaved(words, true, for: fixture.me)
        }
        func saved() async throws -> [String] {
            try await fixture.library.readers.preferences(for: fixture.me).savedSearches
        }
        #expect(try await saved() == ["Férry is:unread", "tolls"])
        try await fixture.library.search.setSaved("tolls", false, for: fixture.me)
        #expect(try await saved() == ["Férry is:unread"])
        await #expect(throws: LibraryError.self) {
            try await fixture.library.search.setSaved(" ", true, for: fixture.me)
        }
    }
}
