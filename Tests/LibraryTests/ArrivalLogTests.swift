import Foundation
import GRDB
import News
import TestSupport
import Testing

@testable import Library

@Suite struct `What had arrived when` {
    private let fixture: LibraryFixture
    private let address = "https://a.test/feed"

    init() throws { fixture = try LibraryFixture() }

    /// Returns the start of the next full minute.
    private func minute() -> Date {
        let seconds = fixture.clock.now.timeIntervalSince1970
        return Date(timeIntervalSince1970: (seconds / 60).rounded(.up) * 60)
    }

    private func newest(at moment: Date) async throws -> Int64 {
        let now = fixture.clock.now
        return try await fixture.library.context.database.read { transaction in
            try ArrivalLog(transaction: transaction, now: now).highestStoryID(at: moment.milliseconds)
        }
    }

    @Test func `Stories count from the minute in which they came`() async throws {
        let channel = try await fixture.follow(address, stories: [fixture.story("1"), fixture.story("2")])
        fixture.clock.advance(120)
        let between = minute()
        #expect(try await newest(at: between) == .max, "none came since")
        fixture.clock.advance(120)
        for key in ["3", "4"] {
            try await fixture.deliver([fixture.story(key)], in: channel, at: address)
            fixture.clock.advance(120)
        }
        let (first, third) = try await (fixture.id("Story 1").rawValue, fixture.id("Story 3").rawValue)
        #expect(try await newest(at: between) == first)
        #expect(try await newest(at: between.addingTimeInterval(180)) == third)
        #expect(try await newest(at: between.addingTimeInterval(-3600)) == 0)
        try await fixture.deliver([fixture.story("4")], in: channel, at: address)
        #expect(try await newest(at: minute().addingTimeInterval(-60)) == .max, "what was known did not come again")
    }

    @Test func `A clock that was ahead for a while changes nothing`() async throws {
        let channel = try await fixture.follow(address, stories: [fixture.story("1")])
        fixture.clock.advance(86_400)
        try await fixture.deliver([fixture.story("2")], in: channel, at: address)
        fixture.clock.advance(-86_000)
        #expect(try await newest(at: minute().addingTimeInterval(-60)) == .max)
        try await fixture.library.context.removeOldArrivals()
        #expect(try await fixture.number("select count(*) from arrival") == 1)
    }

    @Test func `Only the last two days are kept`() async throws {
        let channel = try await fixture.follow(address, stories: [fixture.story("1")])
        fixture.clock.advance(86_400)
        try await fixture.deliver([fixture.story("2")], in: channel, at: address)
        fixture.clock.advance(86_460)
        try await fixture.library.context.removeOldArrivals()
        #expect(try await fixture.number("select last_story_id from arrival") == 1)
    }
}
