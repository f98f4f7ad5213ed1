import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct `Suggestions from reading` {
    /// A reader who opened six stories about tides, and saved two of them.
    private func makeFixture() async throws -> LibraryFixture {
        let fixture = try LibraryFixture()
        let tides = try (0..<6).map {
            try fixture.story(
                "t\($0)", minutesAgo: Double($0),
                title: "Tables of the tide\($0 % 2 == 0 ? "s" : "") near Whitby, part \($0)",
                link: "https://www.tides.test/\($0)")
        }
        let others = try (0..<40).map {
            try fixture.story("o\($0)", minutesAgo: Double(10 + $0), title: "Notes of street number\($0)")
        }
        try await fixture.follow("https://a.test/feed", title: "Harbour", stories: tides + others)
        for index in 0..<6 {
            let id = try await fixture.id(tides[index].title)
            try await fixture.library.marks.markOpened(id, for: fixture.me)
            if index < 2 { _ = try await fixture.library.marks.mark([id], as: .saved, true, for: fixture.me) }
        }
        return fixture
    }

    @Test(.mission("BREAK-45")) func `are off at first, and then name what stories have in common`() async throws {
        let fixture = try await makeFixture()
        let service = fixture.library.suggestions
        #expect(try await service.interests(for: fixture.me) == ReadingInterests())
        try await service.turn(on: true, for: fixture.me)
        let interests = try await service.interests(for: fixture.me)
        let count = ReadingInterests.Count(opened: 6, saved: 2, stories: 6)
        #expect(interests.words.map(\.text).contains("Whitby"))
        let tides = try #require(interests.words.first { $0.text.hasPrefix("tide") })
        #expect(tides.count == count && !tides.isName)
        #expect(interests.words.first { $0.text == "Whitby" }?.isName == true)
        // Words of every title, and of what was not read, are none.
        #expect(!interests.words.contains { ["near", "part", "street"].contains($0.text) })
        #expect(interests.hosts == ["tides.test": count])
        // A feed that is followed already is no suggestion.
        #expect(interests.channels.isEmpty)
        let channel = try #require(
            try await fixture.library.subscriptions.folders(for: fixture.me)[0].subscriptions.first)
        _ = try await fixture.library.subscriptions.unfollow(channel.id, for: fixture.me)
        let now = try await service.interests(for: fixture.me)
        #expect(now.channels == [.init(id: channel.id, title: channel.title, count: count)])
        try await service.turn(on: false, for: fixture.me)
        #expect(try await service.interests(for: fixture.me) == ReadingInterests())
    }

    @Test func `are no words that stand everywhere, by the topics' count`() async throws {
        let fixture = try LibraryFixture()
        let titles = ["Ferry at night", "Night of the ferry", "A ferry by night", "The night boat"]
        let read = try titles.enumerated().map { try fixture.story("r\($0)", title: $1) }
        let others = try (0..<60).map { try fixture.story("o\($0)", title: "Quay \($0) in the night") }
        try await fixture.follow("https://a.test/feed", title: "Harbour", stories: read + others)
        try await fixture.library.clusters.update()
        for title in titles {
            try await fixture.library.marks.markOpened(try await fixture.id(title), for: fixture.me)
        }
        try await fixture.library.suggestions.turn(on: true, for: fixture.me)
        let words = try await fixture.library.suggestions.interests(for: fixture.me).words.map { $0.text.lowercased() }
        #expect(words == ["ferry"])
    }

    /// Returns the number of times that a text is in the bytes of the database's files.
    private func occurrences(of text: String, in fixture: LibraryFixture) throws -> Int {
        try ["tidings.sqlite", "tidings.sqlite-wal"].reduce(0) { count, name in
            let bytes = try Data(contentsOf: fixture.folder.appending(path: name))
            var (found, start) = (0, bytes.startIndex)
            while let range = bytes.range(of: Data(text.utf8), in: start..<bytes.endIndex) {
                found += 1
                start = range.upperBound
            }
            return count + found
        }
    }

    @Test(.mission("BREAK-45")) func `are erased from the bytes of the database, and do not come back by themselves`()
        async throws
    {
        let fixture = try await makeFixture()
        let service = fixture.library.suggestions
        try await service.turn(on: true, for: fixture.me)
        let keys = (0..<50).map { "words:quokka-\($0)-\(String(repeating: "x", count: 90))" }
        for key in keys { try await service.dismiss(key, for: fixture.me) }
        #expect(try await fixture.library.readers.preferences(for: fixture.me).suggestions.dismissed == keys)
        #expect(try occurrences(of: "quokka", in: fixture) > 0)
        try await service.erase(for: fixture.me)
        #expect(try occurrences(of: "quokka", in: fixture) == 0)
        let choice = try await fixture.library.readers.preferences(for: fixture.me).suggestions
        #expect(!choice.isOn && choice.dismissed.isEmpty && choice.since == fixture.clock.now)
        // Marks that lists need stay, but never count again.
        #expect(try await fixture.titles(.saved).count == 2)
        try await service.turn(on: true, for: fixture.me)
        #expect(try await service.interests(for: fixture.me) == ReadingInterests())
        fixture.clock.advance(60)
        for index in 0..<3 {
            let id = try await fixture.id("Notes of street number\(index)")
            try await fixture.library.marks.markOpened(id, for: fixture.me)
        }
        let words = try await service.interests(for: fixture.me).words.map(\.text)
        #expect(!words.contains { $0.hasPrefix("tide") })
    }

    @Test func `dismissals are bounded`() async throws {
        let fixture = try LibraryFixture()
        let service = fixture.library.suggestions
        await #expect(throws: LibraryError.self) { try await service.dismiss("", for: fixture.me) }
        await #expect(throws: LibraryError.self) {
            try await service.dismiss(String(repeating: "x", count: 401), for: fixture.me)
        }
        for number in 0..<210 { try await service.dismiss("words:\(number)", for: fixture.me) }
        let dismissed = try await fixture.library.readers.preferences(for: fixture.me).suggestions.dismissed
        #expect(dismissed.count == 200 && dismissed.last == "words:209")
    }
}
