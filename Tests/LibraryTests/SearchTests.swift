import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct `Search` {
    let fixture: LibraryFixture
    init() throws { fixture = try LibraryFixture() }

    private func found(_ words: String, in list: StoryList? = nil) async throws -> [String] {
        try await fixture.library.search.find(words, for: fixture.me, in: list).hits.map(\.row.title)
    }

    private func someStories() async throws -> ChannelID {
        try await fixture.follow(
            "https://a.test/feed", folder: "F",
            stories: [
                fixture.story(
                    "1", minutesAgo: 9, title: "The harbour", text: "Ships wait at the old lighthouse for the tide."),
                fixture.story(
                    "2", minutesAgo: 5, title: "Café life",
                    text: "The lighthouse keeper drinks his coffee. A naïve résumé."),
                fixture.story("3", minutesAgo: 1, title: "天气预报", text: "明天北京有雨，上海晴。"),
                fixture.story("4", minutesAgo: 3, title: "أخبار الميناء", text: "السفن تنتظر المد"),
            ])
    }

    @Test func `Words are found newest first, whatever their case and accents`() async throws {
        _ = try await someStories()
        #expect(try await found("LIGHTHOUSE") == ["Café life", "The harbour"])
        #expect(try await found("cafe resume") == ["Café life"])
        #expect(try await found("lighthouse ships") == ["The harbour"])
        #expect(try await found("lighthouse -ships") == ["Café life"])
        #expect(try await found("\"old lighthouse\"") == ["The harbour"])
        #expect(try await found("\"lighthouse old\"").isEmpty)
        #expect(try await found("lighth") == ["Café life", "The harbour"])
        #expect(try await found("lighth ships").isEmpty)
    }

    @Test(.mission("MIT-31")) func `Chinese and Arabic are found`() async throws {
        _ = try await someStories()
        #expect(try await found("北京") == ["天气预报"])
        #expect(try await found("京北").isEmpty)
        #expect(try await found("天气") == ["天气预报"])
        #expect(try await found("السفن") == ["أخبار الميناء"])
    }

    @Test(arguments: [
        "\"", "\"\"", "*", "(", ")", "a AND", "OR", "NOT", "NEAR(", "title:", "-", "--", "-a", "^x", "{a b}", "\\", ";",
        "'", "' or 1=1 --", "%", "_", "\u{0}", "a\u{0}b", "\u{202E}", "“unbalanced", "a:b:c", "+", "🙂",
        "🙂 lighthouse \" *",
        "title : lighthouse", "lighthouse NOT", "lighthouse*", "*lighthouse", String(repeating: "a ", count: 5000),
        String(repeating: "\"", count: 999), String(repeating: "(", count: 999),
    ])
    func `No input does harm`(words: String) async throws {
        _ = try await someStories()
        let page = try await fixture.library.search.find(words, for: fixture.me)
        #expect(page.hits.count <= 4)
        if words.contains("lighthouse"), !words.contains("title"), !words.contains("NOT"), !words.contains("🙂") {
            #expect(page.hits.count == 2)
        }
    }

    @Test func `A snippet shows the words found`() async throws {
        let filler = String(repeating: "and so on ", count: 60)
        try await fixture.follow(
            "https://a.test/feed", stories: [fixture.story("1", text: filler + "the Lighthouse, at last. " + filler)])
        let hit = try #require(try await fixture.library.search.find("lighthouse", for: fixture.me).hits.first)
        #expect(hit.snippet.filter(\.isMatch).map(\.text) == ["Lighthouse"])
        #expect(hit.snippet.first?.text == "…")
        #expect(hit.snippet.map(\.text).joined().count < 320)
    }

    @Test func `A search can be narrowed to a list`() async throws {
        let channel = try await someStories()
        try await fixture.follow("https://b.test/feed", stories: [fixture.story("b", title: "Another lighthouse")])
        #expect(try await found("lighthouse", in: .channel(channel)).count == 2)
        #expect(try await found("lighthouse", in: .section(.other)) == ["Another lighthouse"])
        try await fixture.library.marks.markOpened(fixture.id("Another lighthouse"), for: fixture.me)
        #expect(try await found("lighthouse", in: .unread).count == 2)
        _ = try await fixture.library.marks.mark([fixture.id("Café life")], as: .saved, true, for: fixture.me)
        #expect(try await found("lighthouse", in: .saved) == ["Café life"])
    }

    @Test func `The index follows a changed story`() async throws {
        let address = "https://a.test/feed"
        let channel = try await fixture.follow(address, stories: [fixture.story("1", text: "an elephant")])
        try await fixture.deliver([fixture.story("1", text: "a rhinoceros")], in: channel, at: address)
        #expect(try await found("elephant").isEmpty)
        #expect(try await found("rhinoceros") == ["Story 1"])
        _ = try await fixture.library.context.database.write { transaction in
            try transaction.run("insert into story_search (story_search) values ('integrity-check')")
        }
    }

    @Test func `There is more than was asked for`() async throws {
        try await fixture.follow(
            "https://a.test/feed", stories: (0..<9).map { try fixture.story("\($0)", text: "whale") })
        let page = try await fixture.library.search.find("whale", for: fixture.me, depth: 5)
        #expect(page.hits.count == 5 && page.hasMore)
    }

    @Test func `A last word that fills the window stands for itself, a rarer one for what it begins`() async throws {
        let most = SearchListQuery.window
        try await fixture.follow(
            "https://a.test/feed",
            stories: [fixture.story("pool", title: "A tidepool")]
                + (0..<most).map { try fixture.story("\($0)", minutesAgo: Double($0 + 1), title: "The tide") })
        let tides = try await fixture.library.search.find("tide", for: fixture.me, depth: most - 1).hits
        #expect(tides.count == most - 1 && tides.allSatisfy { $0.row.title == "The tide" })
        #expect(try await found("tidep") == ["A tidepool"])
    }

    @Test func `A zero character among what was typed is remembered as a space`() async throws {
        for _ in 0..<2 { try await fixture.library.search.saveRecent("tide\0table", for: fixture.me) }
        #expect(try await fixture.library.search.recentSearches(for: fixture.me) == ["tide table"])
    }

    @Test(.mission("MIT-35")) func `What was looked for lately is remembered once and can be forgotten`() async throws {
        for words in ["tide", "ships", "  Tidé ", " "] {
            fixture.clock.advance(1)
            try await fixture.library.search.saveRecent(words, for: fixture.me)
        }
        #expect(try await fixture.library.search.recentSearches(for: fixture.me) == ["Tidé", "ships"])
        try await fixture.library.search.removeAllRecent(for: fixture.me)
        #expect(try await fixture.library.search.recentSearches(for: fixture.me).isEmpty)
    }

    @Test(.mission("MIT-35")) func `One search is forgotten and the others stay`() async throws {
        for words in ["tide", "ships", "bells"] {
            fixture.clock.advance(1)
            try await fixture.library.search.saveRecent(words, for: fixture.me)
        }
        try await fixture.library.search.removeRecent("ships", for: fixture.me)
        #expect(try await fixture.library.search.recentSearches(for: fixture.me) == ["bells", "tide"])
    }
}
