import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct `Where somebody stopped` {
    let fixture: LibraryFixture
    let story: StoryID

    init() async throws {
        fixture = try LibraryFixture()
        try await fixture.follow("https://a.test/feed", stories: [fixture.story("1")])
        story = try await fixture.id("Story 1")
    }

    @Test func `A place is kept for each part, the newest wins, and open pages hear of it`() async throws {
        let revision = fixture.library.revision(for: fixture.me)
        let places = fixture.library.readingProgress
        try await places.save(
            ReadingProgress(position: 4200, length: 10_000, anchor: 7), in: .text, of: story, for: fixture.me)
        try await places.save(
            ReadingProgress(position: 60_000, length: 900_000), in: .recording(0), of: story, for: fixture.me)
        try await places.save(
            ReadingProgress(position: 5000, length: 10_000, anchor: 9), in: .text, of: story, for: fixture.me)
        #expect(
            try await places.progress(in: story, for: fixture.me) == [
                .text: ReadingProgress(position: 5000, length: 10_000, anchor: 9),
                .recording(0): ReadingProgress(position: 60_000, length: 900_000),
            ])
        let later = fixture.library.revision(for: fixture.me)
        #expect(later > revision)
        try await places.clear(.text, of: story, for: fixture.me)
        #expect(try await places.progress(in: story, for: fixture.me).keys.map(\.self) == [.recording(0)])
        #expect(fixture.library.revision(for: fixture.me) > later)
        await #expect(throws: LibraryError.notThere) {
            try await places.save(
                ReadingProgress(position: 1, length: 2), in: .text, of: StoryID(rawValue: 999), for: fixture.me)
        }
    }

    @Test(arguments: [Int64.min, -1, 1, .max])
    func `A place that somebody else wrote into the database is read without harm`(part: Int64) async throws {
        let (story, me) = (story.rawValue, fixture.me.rawValue)
        _ = try await fixture.library.context.database.write { transaction in
            try transaction.run(
                "insert into reading_progress (reader_id, story_id, part, position, length, anchor, updated_at) values (?, ?, ?, ?, ?, ?, ?)",
                [
                    .number(me), .number(story), .number(part), .number(Int64.min), .number(Int64.max),
                    .number(Int64.min), .number(Int64.max),
                ])
        }
        let places = try await fixture.library.readingProgress.progress(in: self.story, for: fixture.me)
        #expect(places.count == 1)
    }

    @Test func `The newest places are kept, the others go`() async throws {
        for number in 0..<(ReadingProgressService.maxPerReader + 5) {
            fixture.clock.advance(1)
            try await fixture.library.readingProgress.save(
                ReadingProgress(position: 1, length: 2), in: .recording(number), of: story, for: fixture.me)
        }
        let places = try await fixture.library.readingProgress.progress(in: story, for: fixture.me)
        #expect(places.count == ReadingProgressService.maxPerReader && places[.recording(0)] == nil)
    }

    @Test func `The page of each edition is kept for each reader, the newest alone, and outlasts a restart`()
        async throws
    {
        let (gazette, mine) = (EditionID(rawValue: "gazette"), EditionID.mine)
        let revision = fixture.library.revision(for: fixture.me)
        let places = fixture.library.readingProgress
        #expect(try await places.lastPaths(for: fixture.me).isEmpty)
        try await places.saveLastPath("/gazette/section/3?depth=40", in: gazette, for: fixture.me)
        try await places.saveLastPath("/mine/unread", in: mine, for: fixture.me)
        try await places.saveLastPath("/gazette/story/9", in: gazette, for: fixture.me)
        #expect(try await places.lastPaths(for: fixture.me) == [gazette: "/gazette/story/9", mine: "/mine/unread"])
        #expect(fixture.library.revision(for: fixture.me) == revision)
        let clock = fixture.clock
        let again = try NewsLibrary.open(at: fixture.folder, now: { clock.now })
        defer { again.close() }
        #expect(try await again.readingProgress.lastPaths(for: fixture.me)[gazette] == "/gazette/story/9")
    }
}
