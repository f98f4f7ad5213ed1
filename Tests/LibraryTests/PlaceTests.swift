import Foundation
import News
import Testing

@testable import Library

@Suite struct `Where somebody stopped` {
    let house: TestHouse
    let story: StoryID

    init() async throws {
        house = try TestHouse()
        try await house.follow("https://a.test/feed", stories: [house.story("1")])
        story = try await house.id("Story 1")
    }

    @Test func `A place is kept for each part, the newest wins, and no page grows old by it`() async throws {
        let revision = house.library.revision(for: house.me)
        let places = house.library.places
        try await places.keep(StoryPlace(at: 4200, whole: 10_000, anchor: 7), in: .text, of: story, for: house.me)
        try await places.keep(StoryPlace(at: 60_000, whole: 900_000), in: .recording(0), of: story, for: house.me)
        try await places.keep(StoryPlace(at: 5000, whole: 10_000, anchor: 9), in: .text, of: story, for: house.me)
        #expect(
            try await places.places(in: story, for: house.me) == [
                .text: StoryPlace(at: 5000, whole: 10_000, anchor: 9),
                .recording(0): StoryPlace(at: 60_000, whole: 900_000),
            ])
        #expect(house.library.revision(for: house.me) == revision)
        try await places.finish(.text, of: story, for: house.me)
        #expect(try await places.places(in: story, for: house.me).keys.map(\.self) == [.recording(0)])
        await #expect(throws: LibraryError.notThere) {
            try await places.keep(
                StoryPlace(at: 1, whole: 2), in: .text, of: StoryID(rawValue: 999), for: house.me)
        }
    }

    @Test(arguments: [Int64.min, -1, 1, .max])
    func `A place that somebody else wrote into the database is read without harm`(part: Int64) async throws {
        let (story, me) = (story.rawValue, house.me.rawValue)
        _ = try await house.library.house.store.write { session in
            try session.run(
                "insert into story_place (reader_id, story_id, part, at, whole, anchor, kept_at) values (?, ?, ?, ?, ?, ?, ?)",
                [
                    .number(me), .number(story), .number(part), .number(Int64.min), .number(Int64.max),
                    .number(Int64.min), .number(Int64.max),
                ])
        }
        let places = try await house.library.places.places(in: self.story, for: house.me)
        #expect(places.count == 1)
    }

    @Test func `The newest places are kept, the others go`() async throws {
        for number in 0..<(PlaceDesk.most + 5) {
            house.clock.advance(1)
            try await house.library.places.keep(
                StoryPlace(at: 1, whole: 2), in: .recording(number), of: story, for: house.me)
        }
        let places = try await house.library.places.places(in: story, for: house.me)
        #expect(places.count == PlaceDesk.most && places[.recording(0)] == nil)
    }

    @Test func `The page of each edition is kept for each reader, the newest alone, and outlasts a restart`()
        async throws
    {
        let (gazette, mine) = (EditionID(rawValue: "gazette"), EditionID.mine)
        let revision = house.library.revision(for: house.me)
        let places = house.library.places
        #expect(try await places.pages(for: house.me).isEmpty)
        try await places.keep("/gazette/section/3?depth=40", in: gazette, for: house.me)
        try await places.keep("/mine/unread", in: mine, for: house.me)
        try await places.keep("/gazette/story/9", in: gazette, for: house.me)
        #expect(try await places.pages(for: house.me) == [gazette: "/gazette/story/9", mine: "/mine/unread"])
        #expect(house.library.revision(for: house.me) == revision)
        let clock = house.clock
        let again = try NewsLibrary.open(at: house.folder, now: { clock.now })
        defer { again.close() }
        #expect(try await again.places.pages(for: house.me)[gazette] == "/gazette/story/9")
    }
}
