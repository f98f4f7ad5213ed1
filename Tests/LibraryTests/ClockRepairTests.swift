import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// Tests with a clock that was 40 days ahead, and is set back.
@Suite struct `After the clock was set back` {
    private static let address = "https://harbour.example/feed"

    /// Sets every deadline and event that a fetch checks to an hour from now, with the rows they belong to.
    private func fill(_ library: LibraryFixture) async throws {
        try await library.follow(Self.address, stories: [try library.story("1")])
        let now = library.clock.now.milliseconds
        let later = now + 3_600_000
        for sql in [
            "update channel set last_attempt_at = \(now), due_at = \(later), claimed_until = \(later), backoff_until = \(later), fresh_until = \(later)",
            "insert into host_backoff (host, backoff_until) values ('harbour.example', \(later))",
            "insert into fetch_state (kind, target_id, host, last_attempt_at, due_at, claimed_until, fresh_until) values ('discussion', 1, 'a', \(now), \(later), \(later), \(later))",
            "insert into picture (address, retry_at, claimed_until) values ('https://harbour.example/a.png', \(later), \(later))",
            "insert into one_time_link (token_hash, reader_id, created_at, expires_at) values ('h', 1, \(now), \(later))",
        ] { try await library.execute(sql) }
    }

    private static let deadlines = [
        "due_at from channel", "claimed_until from channel", "backoff_until from channel", "fresh_until from channel",
        "backoff_until from host_backoff", "due_at from fetch_state", "claimed_until from fetch_state",
        "fresh_until from fetch_state", "retry_at from picture", "claimed_until from picture",
        "expires_at from one_time_link",
    ]

    @Test func `whatever waits or holds does so for as long as it would have, from the next start on`() async throws {
        let library = try LibraryFixture()
        defer { withExtendedLifetime(library) {} }
        try await fill(library)
        library.library.close()
        let clock = library.clock
        clock.advance(days: -40)
        let after = try NewsLibrary.open(at: library.folder, now: { clock.now })
        defer { after.close() }
        for deadline in Self.deadlines {
            let found = try await after.context.database.read { try $0.date("select \(deadline)") }
            #expect(found == clock.now.addingTimeInterval(3600), "\(deadline)")
        }
        for event in [
            "last_attempt_at from channel", "last_success_at from channel", "last_attempt_at from fetch_state",
        ] {
            let found = try await after.context.database.read { try $0.date("select \(event)") }
            #expect(found == clock.now, "\(event)")
        }
    }

    @Test func `a running program fetches its feeds again within an hour`() async throws {
        let library = try LibraryFixture()
        try await fill(library)
        await library.library.hostBackoffs.record("harbour.example", until: library.clock.now.addingTimeInterval(3600))
        let changes = library.library.changes()
        library.clock.advance(days: -40)
        for await _ in changes {
            let due = try await library.number("select due_at from channel") ?? .max
            if due <= library.clock.now.milliseconds + 3_600_000 { break }
        }
        #expect(
            await library.library.hostBackoffs.end(of: "harbour.example") == library.clock.now.addingTimeInterval(3600))
        library.clock.advance(3601)
        #expect(await library.library.hostBackoffs.end(of: "harbour.example") == nil)
        #expect(await library.refresher.runOnce().fetched == 1)
    }

    @Test func `a fetch that waits longer than anything may is due, although nothing else tells of the clock`()
        async throws
    {
        let library = try LibraryFixture()
        try await fill(library)
        let later = library.clock.now.addingTimeInterval(40 * 86_400).milliseconds
        try await library.execute(
            "update channel set due_at = \(later), claimed_until = \(later), backoff_until = \(later)")
        try await library.execute("update host_backoff set backoff_until = \(later)")
        await library.library.context.repairTimes()
        #expect(await library.refresher.runOnce().fetched == 1)
    }

    @Test func `times of a clock that goes on stay as they are`() async throws {
        let library = try LibraryFixture()
        try await fill(library)
        let now = library.clock.now
        let isChanged = try await library.library.context.database.write {
            try ClockRepair(transaction: $0, now: now.addingTimeInterval(-30), policy: .standard).run()
        }
        #expect(!isChanged)
        #expect(try await library.number("select due_at from channel") == now.milliseconds + 3_600_000)
    }

    @Test func `a site's pause holds when a clock that started behind is set right`() async throws {
        let library = try LibraryFixture()
        defer { withExtendedLifetime(library) {} }
        try await fill(library)
        let pause = library.clock.now.addingTimeInterval(3600)
        library.library.close()
        let clock = library.clock
        clock.advance(days: -40)
        let after = try NewsLibrary.open(at: library.folder, now: { clock.now })
        defer { after.close() }
        clock.advance(days: 40)
        clock.advance(5)
        #expect(await after.hostBackoffs.end(of: "harbour.example") == pause)
        clock.advance(3600)
        #expect(await after.hostBackoffs.end(of: "harbour.example") == nil)
    }

    @Test func `a fetch that runs while the clock is set back a little keeps its lease`() async throws {
        let library = try LibraryFixture()
        try await fill(library)
        let moment = library.clock.now.addingTimeInterval(-120)
        let lease = library.clock.now.addingTimeInterval(90).milliseconds
        for table in ["channel", "fetch_state"] {
            try await library.execute("update \(table) set claimed_until = \(lease)")
        }
        let isChanged = try await library.library.context.database.write {
            try ClockRepair(transaction: $0, now: moment, policy: .standard).run()
        }
        #expect(isChanged)
        for table in ["channel", "fetch_state"] {
            #expect(try await library.number("select claimed_until from \(table)") == lease, "\(table)")
            let due = try await library.number("select due_at from \(table)")
            #expect(due == moment.milliseconds + 3_600_000, "\(table)")
        }
    }
}
