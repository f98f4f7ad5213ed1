import Foundation
import Markup
import News
import Testing

@testable import Library

@Suite struct `What is kept` {
    private let day = 86400.0

    @Test func `Old stories go by the rules and leave their keys`() async throws {
        let house = try TestHouse(retention: Retention(readDays: 90, unreadDays: 180, perChannel: 5))
        let address = "https://a.test/feed"
        let old = try (0..<40).map { try house.story("\($0)", minutesAgo: Double($0), text: "elephant") }
        let channel = try await house.follow(address, stories: old)
        let read = try await (20..<30).asyncMap { try await house.id("Story \($0)") }
        _ = try await house.library.marks.mark(read, as: .read, true, for: house.me)
        _ = try await house.library.marks.mark([house.id("Story 25")], as: .saved, true, for: house.me)

        house.clock.advance(91 * day)
        #expect(try await house.library.house.purge() == 9)
        #expect(try await house.titles(.saved) == ["Story 25"])
        #expect(try await house.titles(.everything).count == 31)
        house.clock.advance(90 * day)
        #expect(try await house.library.house.purge() == 25)
        #expect(try await house.titles(.everything) == (0..<5).map { "Story \($0)" } + ["Story 25"])
        #expect(try await house.library.search.find("elephant", for: house.me, depth: 99).hits.count == 6)

        let summary = try await house.arrive(old, in: channel, at: address)
        #expect(summary.newStories == 0)
        #expect(try await house.titles(.everything).count == 6)
        _ = try await house.library.house.store.write { session in
            try session.run("insert into story_search (story_search) values ('integrity-check')")
        }
    }

    @Test func `Of a channel nobody follows only saved stories stay`() async throws {
        let house = try TestHouse()
        let channel = try await house.follow("https://a.test/feed", stories: (0..<9).map { try house.story("\($0)") })
        _ = try await house.library.marks.mark([house.id("Story 4")], as: .saved, true, for: house.me)
        _ = try await house.library.subscriptions.unfollow(channel, for: house.me)
        house.clock.advance(91 * day)
        #expect(try await house.library.house.purge() == 8)
        #expect(try await house.titles(.saved) == ["Story 4"])
    }

    @Test func `MIT-71: clearing what another paper had leaves this one's pictures`() async throws {
        let house = try TestHouse()
        func pictured(_ key: String, _ pictures: String...) throws -> ArrivingStory {
            var story = try house.story(key)
            story.pictures = try pictures.map { PictureMention(address: try web($0), width: 900, height: 600) }
            return story
        }
        let shared = "https://agency.test/shared.jpg"
        try await house.follow(
            "https://news.test/feed", stories: [pictured("n1", "https://news.test/own.jpg"), pictured("n2", shared)])
        let dining = try await house.follow(
            "https://dining.test/feed",
            stories: [pictured("d1", "https://dining.test/soup.jpg"), pictured("d2", shared)])
        func picture(_ title: String) async throws -> PictureID {
            let rows = try await house.library.stories.list(.everything, for: house.me, depth: 9).rows
            return try #require(rows.first { $0.title == title }?.picture?.id)
        }
        let (own, both, soup) = (
            try await picture("Story n1"), try await picture("Story n2"), try await picture("Story d1")
        )
        #expect(try await picture("Story d2") == both)
        _ = try await house.library.subscriptions.unfollow(dining, for: house.me)
        house.clock.advance(91 * day)
        #expect(try await house.library.house.purge() == 2)
        #expect(try await house.library.pictures.picture(own).address.text == "https://news.test/own.jpg")
        #expect(try await house.library.pictures.picture(both).address.text == shared)
        await #expect(throws: LibraryError.notThere) { try await house.library.pictures.picture(soup) }
        #expect(try await picture("Story n1") == own)
        #expect(try await picture("Story n2") == both)
    }

    @Test func `Settling changes nothing that a reader sees, and waits while something can be undone`() async throws {
        let house = try TestHouse()
        try await house.follow(
            "https://a.test/feed", stories: (0..<100).map { try house.story("\($0)", minutesAgo: Double($0)) })
        let rows = try await house.library.stories.list(.everything, for: house.me, depth: 100).rows
        let read = rows.enumerated().filter { $0.offset % 5 != 0 }.map(\.element.id)
        _ = try await house.library.marks.mark(read, as: .read, true, for: house.me)
        let unread = try await house.titles(.unread)
        #expect(try await house.library.house.settle() == 0)
        house.clock.advance(601)
        #expect(try await house.library.house.settle() == 1)
        #expect(try await house.titles(.unread) == unread)
        #expect(try await house.library.subscriptions.all(for: house.me).first?.unread.value == 20)
        let through = try await house.library.house.store.read {
            try $0.number("select read_through from subscription")
        }
        #expect(through == rows.map(\.id.rawValue).max())
        #expect(try await house.library.house.settle() == 0)
    }

    @Test func `An origin's words are kept as they came`() async throws {
        let house = try TestHouse()
        let words = String(repeating: "<p onclick='x()'>Ünsafe & odd</p>\u{0}", count: 400)
        var story = try house.story("1")
        story.original = words
        try await house.follow("https://a.test/feed", stories: [story])
        let kept = try await house.library.house.store.read { session in
            try session.first("select packed, size from story_original") {
                Packed(bytes: $0.optionalBytes() ?? [], size: $0.int())
            }
        }
        let packed = try #require(kept)
        #expect(try packed.text() == words)
        #expect(packed.bytes.count * 10 < packed.size)
    }

    @Test func `A damaged original is said so`() throws {
        var packed = try Packed(String(repeating: "hello ", count: 99))
        packed.bytes[9] ^= 0xFF
        #expect(throws: LibraryError.self) { try packed.text() }
        #expect(throws: LibraryError.self) { try Packed(bytes: [], size: -1).text() }
    }

    @Test func `Pictures are known, measured and known to fail`() async throws {
        let house = try TestHouse()
        var story = try house.story("1")
        story.pictures = [
            PictureMention(
                address: try web("https://a.test/1.jpg"), alt: "A pier", caption: "The pier", credit: "M. Roe",
                width: 900, height: 600),
            PictureMention(address: try web("https://a.test/2.jpg")),
        ]
        try await house.follow("https://a.test/feed", stories: [story])
        let row = try #require(try await house.library.stories.list(.everything, for: house.me, depth: 1).rows.first)
        let lead = try #require(row.picture)
        #expect(lead.alt == "A pier" && lead.width == 900 && row.pictureCount == 2)
        let desk = house.library.pictures
        #expect(
            try await desk.unmeasured(limit: 9).map(\.address.text) == ["https://a.test/2.jpg", "https://a.test/1.jpg"])
        try await desk.learned(lead.id, width: 1200, height: 800, colour: "#336699")
        let other = try #require(try await desk.unmeasured(limit: 9).first)
        try await desk.failed(other.id, until: house.clock.now.addingTimeInterval(60))
        #expect(try await desk.unmeasured(limit: 9).isEmpty)
        let facts = try await house.library.stories.story(row.id, for: house.me, in: nil)
        #expect(facts.pictures.map(\.isKnownToFail) == [false, true])
        #expect(facts.pictureByAddress["https://a.test/1.jpg"]?.colour == "#336699")
        #expect(try await desk.picture(lead.id).width == 1200)
        house.clock.advance(61)
        #expect(try await desk.unmeasured(limit: 9).count == 1)
        await #expect(throws: LibraryError.notThere) { try await desk.picture(PictureID(rawValue: 99)) }
    }

    @Test func `Preferences are kept, and what a later version wrote does no harm`() async throws {
        let house = try TestHouse()
        #expect(try await house.library.readers.preferences(for: house.me) == .standard)
        let wanted = Preferences(textSize: 4, face: .sans, theme: .sepia, timeZone: "Europe/Lisbon")
        try await house.library.readers.setPreferences(wanted, for: house.me)
        #expect(try await house.library.readers.preferences(for: house.me) == wanted)
        _ = try await house.library.house.store.write { session in
            try session.run("update reader set preferences = '{\"textSize\":99,\"theme\":\"neon\",\"face\":\"sans\"}'")
        }
        #expect(try await house.library.readers.preferences(for: house.me) == Preferences(textSize: 5, face: .sans))
        await #expect(throws: LibraryError.notThere) {
            try await house.library.readers.preferences(for: ReaderID(rawValue: 9))
        }
    }

    @Test func `Where opening is not to mark, stories stay as they are`() async throws {
        let house = try TestHouse()
        try await house.follow("https://a.test/feed", stories: [house.story("1"), house.story("2")])
        try await house.library.readers.setPreferences(Preferences(marksOpened: false), for: house.me)
        try await house.library.marks.open(house.id("Story 1"), for: house.me)
        #expect(try await house.titles(.unread).count == 2)
        try await house.library.readers.setPreferences(Preferences(), for: house.me)
        try await house.library.marks.open(house.id("Story 1"), for: house.me)
        #expect(try await house.titles(.unread) == ["Story 2"])
    }

    @Test func `The revision rises with what this and another process change`() async throws {
        let house = try TestHouse()
        let other = try NewsLibrary.open(at: house.folder, now: { [clock = house.clock] in clock.now })
        defer { other.close() }
        let before = house.library.revision(for: house.me)
        try await house.follow("https://a.test/feed", stories: [house.story("1")])
        let own = house.library.revision(for: house.me)
        #expect(own > before)
        _ = try await house.library.stories.frontPage(for: house.me)
        #expect(house.library.revision(for: house.me) == own)
        var changes = house.library.changes().makeAsyncIterator()
        try await other.marks.open(house.id("Story 1"), for: house.me)
        _ = await changes.next()
        #expect(house.library.revision(for: house.me) > own)
    }
}

extension Range<Int> {
    func asyncMap<Value>(_ work: (Int) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for number in self { values.append(try await work(number)) }
        return values
    }
}
