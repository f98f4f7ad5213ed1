import Foundation
import Markup
import News
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `Cleaning again when the rules have changed` {
    let fixture: LibraryFixture
    private let feed = "https://a.test/feed"

    init() throws { fixture = try LibraryFixture() }

    /// Adds stories `1` … `count`, the last the newest, as an older version of the rules left them: with a wrong word.
    private func fill(_ count: Int) async throws -> ChannelID {
        let stories = try (1...count).map { number in
            try fixture.story("\(number)", minutesAgo: Double(count - number), text: "right\(number)")
        }
        let channel = try await fixture.follow(feed, stories: stories)
        try await age()
        return channel
    }

    /// Changes the rows and the index as if older rules had written them.
    private func age() async throws {
        try await fixture.library.context.database.write { transaction in
            for story in try transaction.numbers("select id from story order by id") {
                try StorySearchIndex(transaction: transaction).update(story) {
                    try transaction.run(
                        "update story_text set rules_version = 0, html = '<p>wrong</p>', plain_text = 'wrong' where story_id = ?",
                        [.number(story)])
                }
            }
        }
    }

    private func hits(_ word: String) async throws -> Int {
        try await fixture.library.search.find(word, for: fixture.me, depth: 100).hits.count
    }

    @Test func `every text comes out by the new rules, and is found by its words`() async throws {
        _ = try await fill(7)
        #expect(try await hits("wrong") == 7)
        #expect(try await Resanitizer(library: fixture.library, batchSize: 3).run() == 7)
        #expect(try await hits("wrong") == 0)
        for number in 1...7 { #expect(try await hits("right\(number)") == 1) }
        let facts = try await fixture.library.stories.story(try await fixture.id("Story 4"), for: fixture.me, in: nil)
        #expect(facts.body.text == "<p>right4</p>")
        #expect(try await Resanitizer(library: fixture.library).run() == 0)
    }

    @Test func `the newest come first, a batch at a time`() async throws {
        _ = try await fill(7)
        #expect(try await StoryResanitizeJob().runBatch(of: 3, in: fixture.library.context) == 3)
        for number in 1...7 { #expect(try await hits("right\(number)") == (number > 4 ? 1 : 0), "\(number)") }
    }

    @Test func `newer rules are no change of a story`() async throws {
        let channel = try await fill(3)
        try await Resanitizer(library: fixture.library).run()
        let summary = try await fixture.refresh(channel)
        #expect(summary.changed == 0 && summary.unchanged == 1)
    }

    @Test func `a text that its feed has changed meanwhile is left alone`() async throws {
        let channel = try await fill(2)
        try await fixture.deliver([try fixture.story("2", text: "newest")], in: channel, at: feed)
        #expect(try await Resanitizer(library: fixture.library).run() == 1)
        #expect(try await hits("newest") == 1)
    }

    @Test func `without its original a text stays as it is and is not looked at again`() async throws {
        _ = try await fill(2)
        try await fixture.execute("delete from story_original")
        #expect(try await Resanitizer(library: fixture.library).run() == 2)
        #expect(try await hits("wrong") == 2)
        #expect(try await Resanitizer(library: fixture.library).run() == 0)
    }

    @Test func `pictures follow the text, and those beside it stay`() async throws {
        var story = try fixture.story("1", text: "")
        story.original = "<p>Text</p><img src=\"https://a.test/in.jpg\" alt=\"\">"
        let cleaned = HTMLSanitizer().sanitize(story.original)
        (story.body, story.text) = (cleaned.html, cleaned.text)
        story.pictures = cleaned.pictures + [PictureReference(address: try webAddress("https://a.test/beside.jpg"))]
        try await fixture.follow(feed, stories: [story])
        try await fixture.execute(
            "update story_text set rules_version = 0, html = '<p>x</p><img src=\"https://a.test/old.jpg\" alt=\"\">'")
        try await fixture.execute(
            "update picture set address = 'https://a.test/old.jpg' where address = 'https://a.test/in.jpg'")
        try await Resanitizer(library: fixture.library).run()
        let facts = try await fixture.library.stories.story(try await fixture.id("Story 1"), for: fixture.me, in: nil)
        #expect(Set(facts.pictures.map(\.address.text)) == ["https://a.test/beside.jpg", "https://a.test/in.jpg"])
    }

    @Test func `kept pages are read again, too`() async throws {
        let page = "https://a.test/1"
        try await fixture.follow(feed, stories: [try fixture.story("1", text: "Short […]", link: page)])
        let words = (0..<300).map { "Harbour sentence number \($0) is about ships and tides, and it ends here." }
        try fixture.source.put(page: words.joined(separator: " "), at: page)
        let story = try await fixture.id("Story 1")
        #expect(try await fixture.fullTexts.fetch(story, isManual: true) == .fetched(new: 1))
        try await fixture.library.context.database.write { transaction in
            try StorySearchIndex(transaction: transaction).update(story.rawValue) {
                try transaction.run(
                    "update full_text set rules_version = 0, html = '<p>wrong</p>', plain_text = 'wrong wrong wrong'")
            }
        }
        #expect(try await hits("wrong") == 1)
        #expect(try await Resanitizer(library: fixture.library).run() == 1)
        #expect(try await hits("wrong") == 0)
        #expect(try await hits("\"number 299\"") == 1)
    }

    @Test func `killed in the middle it goes on where it was`() async throws {
        _ = try await fill(60)
        fixture.library.close()
        let folder = fixture.folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            let cleanings = Mutex(0)
            let library = try NewsLibrary.open(
                at: URL(fileURLWithPath: folder), now: { Date() }, retention: .standard,
                trace: { statement in
                    guard statement.hasPrefix("update story_text set html") else { return }
                    let count = cleanings.withLock { count in
                        count += 1
                        return count
                    }
                    if count == 21 { kill(getpid(), SIGKILL) }
                })
            _ = try await Resanitizer(library: library, batchSize: 1).run()
        }
        let library = try NewsLibrary.open(at: fixture.folder, now: { Date() })
        defer { library.close() }
        let left = try await library.search.find("wrong", for: .first, depth: 100).hits.count
        #expect(left == 40)
        #expect(try await Resanitizer(library: library, batchSize: 7).run() == left)
        for number in 1...60 {
            #expect(try await library.search.find("\"right\(number)\"", for: .first, depth: 9).hits.count == 1)
        }
    }
}
