import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `What is kept` {
    private let day = 86400.0

    @Test func `Old stories go by the rules and leave their keys`() async throws {
        let fixture = try LibraryFixture(
            retention: RetentionPolicy(readDays: 90, unreadDays: 180, minimumPerChannel: 5))
        let address = "https://a.test/feed"
        let old = try (0..<40).map { try fixture.story("\($0)", minutesAgo: Double($0), text: "elephant") }
        let channel = try await fixture.follow(address, stories: old)
        let read = try await (20..<30).asyncMap { try await fixture.id("Story \($0)") }
        _ = try await fixture.library.marks.mark(read, as: .read, true, for: fixture.me)
        _ = try await fixture.library.marks.mark([fixture.id("Story 25")], as: .saved, true, for: fixture.me)

        fixture.clock.advance(91 * day)
        #expect(try await fixture.library.context.purge() == 9)
        #expect(try await fixture.titles(.saved) == ["Story 25"])
        #expect(try await fixture.titles(.everything).count == 31)
        fixture.clock.advance(90 * day)
        #expect(try await fixture.library.context.purge() == 25)
        #expect(try await fixture.titles(.everything) == (0..<5).map { "Story \($0)" } + ["Story 25"])
        #expect(try await fixture.library.search.find("elephant", for: fixture.me, depth: 99).hits.count == 6)

        let summary = try await fixture.deliver(old, in: channel, at: address)
        #expect(summary.newStories == 0)
        #expect(try await fixture.titles(.everything).count == 6)
        _ = try await fixture.library.context.database.write { transaction in
            try transaction.run("insert into story_search (story_search) values ('integrity-check')")
        }
    }

    @Test func `Of a channel nobody follows only saved stories stay`() async throws {
        let fixture = try LibraryFixture()
        let channel = try await fixture.follow(
            "https://a.test/feed", stories: (0..<9).map { try fixture.story("\($0)") })
        _ = try await fixture.library.marks.mark([fixture.id("Story 4")], as: .saved, true, for: fixture.me)
        _ = try await fixture.library.subscriptions.unfollow(channel, for: fixture.me)
        fixture.clock.advance(91 * day)
        #expect(try await fixture.library.context.purge() == 8)
        #expect(try await fixture.titles(.saved) == ["Story 4"])
    }

    @Test(.mission("MIT-71")) func `clearing what another paper had leaves this one's pictures`() async throws {
        let fixture = try LibraryFixture()
        func pictured(_ key: String, _ pictures: String...) throws -> FetchedStory {
            var story = try fixture.story(key)
            story.pictures = try pictures.map { PictureReference(address: try webAddress($0), width: 900, height: 600) }
            return story
        }
        let shared = "https://agency.test/shared.jpg"
        try await fixture.follow(
            "https://news.test/feed", stories: [pictured("n1", "https://news.test/own.jpg"), pictured("n2", shared)])
        let dining = try await fixture.follow(
            "https://dining.test/feed",
            stories: [pictured("d1", "https://dining.test/soup.jpg"), pictured("d2", shared)])
        func picture(_ title: String) async throws -> PictureID {
            let rows = try await fixture.library.stories.list(.everything, for: fixture.me, depth: 9).rows
            return try #require(rows.first { $0.title == title }?.picture?.id)
        }
        let (own, both, soup) = (
            try await picture("Story n1"), try await picture("Story n2"), try await picture("Story d1")
        )
        #expect(try await picture("Story d2") == both)
        _ = try await fixture.library.subscriptions.unfollow(dining, for: fixture.me)
        fixture.clock.advance(91 * day)
        #expect(try await fixture.library.context.purge() == 2)
        #expect(try await fixture.library.pictures.picture(own).address.text == "https://news.test/own.jpg")
        #expect(try await fixture.library.pictures.picture(both).address.text == shared)
        await #expect(throws: LibraryError.notThere) { try await fixture.library.pictures.picture(soup) }
        #expect(try await picture("Story n1") == own)
        #expect(try await picture("Story n2") == both)
    }

    @Test func `Settling changes nothing that a reader sees, and waits while something can be undone`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.follow(
            "https://a.test/feed", stories: (0..<100).map { try fixture.story("\($0)", minutesAgo: Double($0)) })
        let rows = try await fixture.library.stories.list(.everything, for: fixture.me, depth: 100).rows
        let read = rows.enumerated().filter { $0.offset % 5 != 0 }.map(\.element.id)
        _ = try await fixture.library.marks.mark(read, as: .read, true, for: fixture.me)
        let unread = try await fixture.titles(.unread)
        #expect(try await fixture.library.context.compactReadThrough() == 0)
        fixture.clock.advance(601)
        #expect(try await fixture.library.context.compactReadThrough() == 1)
        #expect(try await fixture.titles(.unread) == unread)
        #expect(try await fixture.library.subscriptions.folders(for: fixture.me).first?.unread.value == 20)
        let through = try await fixture.library.context.database.read {
            try $0.number("select read_through from subscription")
        }
        #expect(through == rows.map(\.id.rawValue).max())
        #expect(try await fixture.library.context.compactReadThrough() == 0)
    }

    @Test func `An origin's words are kept as they came`() async throws {
        let fixture = try LibraryFixture()
        let words = String(repeating: "<p onclick='x()'>Ünsafe & odd</p>\u{0}", count: 400)
        var story = try fixture.story("1")
        story.original = words
        try await fixture.follow("https://a.test/feed", stories: [story])
        let kept = try await fixture.library.context.database.read { transaction in
            try transaction.first("select compressed_html, uncompressed_size from story_original") {
                CompressedText(bytes: $0.optionalBytes("compressed_html") ?? [], size: $0.int("uncompressed_size"))
            }
        }
        let packed = try #require(kept)
        #expect(try packed.decompressed() == words)
        #expect(packed.bytes.count * 10 < packed.size)
    }

    @Test func `A damaged original is said so`() throws {
        var packed = try CompressedText(String(repeating: "hello ", count: 99))
        packed.bytes[9] ^= 0xFF
        #expect(throws: LibraryError.self) { try packed.decompressed() }
        #expect(throws: LibraryError.self) { try CompressedText(bytes: [], size: -1).decompressed() }
    }

    @Test func `Pictures are known, measured and known to fail`() async throws {
        let fixture = try LibraryFixture()
        var story = try fixture.story("1")
        story.pictures = [
            PictureReference(
                address: try webAddress("https://a.test/1.jpg"), alt: "A pier", caption: "The pier", credit: "M. Roe",
                width: 900, height: 600),
            PictureReference(address: try webAddress("https://a.test/2.jpg")),
        ]
        try await fixture.follow("https://a.test/feed", stories: [story])
        let row = try #require(
            try await fixture.library.stories.list(.everything, for: fixture.me, depth: 1).rows.first)
        let lead = try #require(row.picture)
        #expect(lead.alt == "A pier" && lead.width == 900 && row.pictureCount == 2)
        let service = fixture.library.pictures
        #expect(
            try await service.unmeasured(limit: 9).map(\.address.text) == [
                "https://a.test/2.jpg", "https://a.test/1.jpg",
            ])
        try await service.recordMeasurement(lead.id, width: 1200, height: 800, colour: "#336699")
        let other = try #require(try await service.unmeasured(limit: 9).first)
        try await service.recordFailure(other.id, until: fixture.clock.now.addingTimeInterval(60))
        #expect(try await service.unmeasured(limit: 9).isEmpty)
        let facts = try await fixture.library.stories.story(row.id, for: fixture.me, in: nil)
        #expect(facts.pictures.map(\.isKnownToFail) == [false, true])
        #expect(facts.pictureByAddress["https://a.test/1.jpg"]?.meanColour == "#336699")
        #expect(try await service.picture(lead.id).width == 1200)
        fixture.clock.advance(61)
        #expect(try await service.unmeasured(limit: 9).count == 1)
        await #expect(throws: LibraryError.notThere) { try await service.picture(PictureID(rawValue: 99)) }
    }

    @Test(.mission("HN-65")) func `Preferences are kept, and what a later version wrote does no harm`() async throws {
        let fixture = try LibraryFixture()
        #expect(try await fixture.library.readers.preferences(for: fixture.me) == .standard)
        let wanted = Preferences(textSize: 4, face: .sans, theme: .sepia, markOnScroll: true)
        try await fixture.library.readers.changePreferences(for: fixture.me) { $0 = wanted }
        #expect(try await fixture.library.readers.preferences(for: fixture.me) == wanted)
        _ = try await fixture.library.context.database.write { transaction in
            try transaction.run(
                "update reader set preferences = '{\"textSize\":99,\"theme\":\"neon\",\"face\":\"sans\"}'")
        }
        #expect(try await fixture.library.readers.preferences(for: fixture.me) == Preferences(textSize: 5, face: .sans))
        let nobody = ReaderID(rawValue: 9)
        await #expect(throws: LibraryError.notThere) { try await fixture.library.readers.preferences(for: nobody) }
        await #expect(throws: LibraryError.notThere) {
            try await fixture.library.readers.changePreferences(for: nobody) { $0.textSize = 1 }
        }
    }

    @Test(.mission("HN-09")) func `Where opening is not to mark, stories stay as they are`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.follow("https://a.test/feed", stories: [fixture.story("1"), fixture.story("2")])
        try await fixture.library.readers.changePreferences(for: fixture.me) { $0.marksOpened = false }
        try await fixture.library.marks.markOpened(fixture.id("Story 1"), for: fixture.me)
        #expect(try await fixture.titles(.unread).count == 2)
        try await fixture.library.readers.changePreferences(for: fixture.me) { $0.marksOpened = true }
        try await fixture.library.marks.markOpened(fixture.id("Story 1"), for: fixture.me)
        #expect(try await fixture.titles(.unread) == ["Story 2"])
    }

    @Test func `The revision rises with what this and another process change`() async throws {
        let fixture = try LibraryFixture()
        let other = try NewsLibrary.open(at: fixture.folder, now: { [clock = fixture.clock] in clock.now })
        defer { other.close() }
        let before = fixture.library.revision(for: fixture.me)
        try await fixture.follow("https://a.test/feed", stories: [fixture.story("1")])
        let own = fixture.library.revision(for: fixture.me)
        #expect(own > before)
        _ = try await fixture.library.stories.frontPage(for: fixture.me)
        #expect(fixture.library.revision(for: fixture.me) == own)
        var changes = fixture.library.changes().makeAsyncIterator()
        try await other.marks.markOpened(fixture.id("Story 1"), for: fixture.me)
        _ = await changes.next()
        #expect(fixture.library.revision(for: fixture.me) > own)
    }
}

extension Range<Int> {
    func asyncMap<Value>(_ work: (Int) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for number in self { values.append(try await work(number)) }
        return values
    }
}
