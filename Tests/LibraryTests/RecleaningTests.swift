import Foundation
import Markup
import News
import Testing

@testable import Library

@Suite struct `Cleaning again when the rules have changed` {
    let house: TestHouse
    private let feed = "https://a.test/feed"

    init() throws { house = try TestHouse() }

    /// Stories `1` … `count`, the last the newest, as an older rule left them: with a word that is not theirs.
    private func fill(_ count: Int) async throws -> ChannelID {
        let stories = try (1...count).map { number in
            try house.story("\(number)", minutesAgo: Double(count - number), text: "right\(number)")
        }
        let channel = try await house.follow(feed, stories: stories)
        try await age()
        return channel
    }

    /// Makes the rows as if older rules had written them, the index with them.
    private func age() async throws {
        try await house.library.house.store.write { session in
            for story in try session.all("select id from story order by id", [], { $0.number() }) {
                try StoryIndex(session: session).change(story) {
                    try session.run(
                        "update story_text set rules = 0, html = '<p>wrong</p>', plain = 'wrong' where story_id = ?",
                        [.number(story)])
                }
            }
        }
    }

    private func hits(_ word: String) async throws -> Int {
        try await house.library.search.find(word, for: house.me, depth: 100).hits.count
    }

    @Test func `every text comes out by the new rules, and is found by its words`() async throws {
        _ = try await fill(7)
        #expect(try await hits("wrong") == 7)
        #expect(try await Recleaning(library: house.library, batch: 3).run() == 7)
        #expect(try await hits("wrong") == 0)
        for number in 1...7 { #expect(try await hits("right\(number)") == 1) }
        let facts = try await house.library.stories.story(try await house.id("Story 4"), for: house.me, in: nil)
        #expect(facts.body.text == "<p>right4</p>")
        #expect(try await Recleaning(library: house.library).run() == 0)
    }

    @Test func `the newest come first, a batch at a time`() async throws {
        _ = try await fill(7)
        #expect(try await StoryCleaning().batch(of: 3, in: house.library.house) == 3)
        for number in 1...7 { #expect(try await hits("right\(number)") == (number > 4 ? 1 : 0), "\(number)") }
    }

    @Test func `newer rules are no change of a story`() async throws {
        let channel = try await fill(3)
        try await Recleaning(library: house.library).run()
        let summary = try await house.ask(channel)
        #expect(summary.changed == 0 && summary.unchanged == 1)
    }

    @Test func `a text that its feed has changed meanwhile is left alone`() async throws {
        let channel = try await fill(2)
        try await house.arrive([try house.story("2", text: "newest")], in: channel, at: feed)
        #expect(try await Recleaning(library: house.library).run() == 1)
        #expect(try await hits("newest") == 1)
    }

    @Test func `without its original a text stays as it is and is not looked at again`() async throws {
        _ = try await fill(2)
        try await house.run("delete from story_original")
        #expect(try await Recleaning(library: house.library).run() == 2)
        #expect(try await hits("wrong") == 2)
        #expect(try await Recleaning(library: house.library).run() == 0)
    }

    @Test func `pictures follow the text, and those beside it stay`() async throws {
        var story = try house.story("1", text: "")
        story.original = "<p>Text</p><img src=\"https://a.test/in.jpg\" alt=\"\">"
        let cleaned = Cleaner().clean(story.original)
        (story.body, story.text) = (cleaned.html, cleaned.text)
        story.pictures = cleaned.pictures + [PictureMention(address: try web("https://a.test/beside.jpg"))]
        try await house.follow(feed, stories: [story])
        try await house.run(
            "update story_text set rules = 0, html = '<p>x</p><img src=\"https://a.test/old.jpg\" alt=\"\">'")
        try await house.run(
            "update picture set address = 'https://a.test/old.jpg' where address = 'https://a.test/in.jpg'")
        try await Recleaning(library: house.library).run()
        let facts = try await house.library.stories.story(try await house.id("Story 1"), for: house.me, in: nil)
        #expect(Set(facts.pictures.map(\.address.text)) == ["https://a.test/beside.jpg", "https://a.test/in.jpg"])
    }

    @Test func `kept pages are read again, too`() async throws {
        let page = "https://a.test/1"
        try await house.follow(feed, stories: [try house.story("1", text: "Short […]", link: page)])
        let words = (0..<300).map { "Harbour sentence number \($0) is about ships and tides, and it ends here." }
        try house.origins.put(page: words.joined(separator: " "), at: page)
        let story = try await house.id("Story 1")
        #expect(try await house.fullTexts.fetch(story, isAsked: true) == .fetched)
        try await house.library.house.store.write { session in
            try StoryIndex(session: session).change(story.rawValue) {
                try session.run("update full_text set rules = 0, html = '<p>wrong</p>', plain = 'wrong wrong wrong'")
            }
        }
        #expect(try await hits("wrong") == 1)
        #expect(try await Recleaning(library: house.library).run() == 1)
        #expect(try await hits("wrong") == 0)
        #expect(try await hits("\"number 299\"") == 1)
    }

    @Test func `killed in the middle it goes on where it was`() async throws {
        _ = try await fill(60)
        house.library.close()
        let folder = house.folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            let library = try NewsLibrary.open(at: URL(fileURLWithPath: folder), now: { Date() })
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try await Recleaning(library: library, batch: 1).run() }
                group.addTask {
                    while try await library.search.find("wrong", for: .first, depth: 100).hits.count > 40 {}
                    kill(getpid(), SIGKILL)
                }
            }
        }
        let library = try NewsLibrary.open(at: house.folder, now: { Date() })
        defer { library.close() }
        let left = try await library.search.find("wrong", for: .first, depth: 100).hits.count
        #expect(left > 0 && left <= 40)
        #expect(try await Recleaning(library: library, batch: 7).run() == left)
        for number in 1...60 {
            #expect(try await library.search.find("\"right\(number)\"", for: .first, depth: 9).hits.count == 1)
        }
    }
}
