import Foundation
import GRDB
import News
import TestSupport
import Testing

@testable import Library

/// Schema 102 puts codes in place of sentences.
@Suite struct `Migrating to codes` {
    private func migrated() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try Migrations.apply(upTo: 101, in: Transaction(database))
            try database.execute(
                sql: """
                    insert into source (id, kind, address, made_at) values (1, 'feed', 'https://a.test/', 1);
                    insert into channel (id, source_id, address, host, title, reason, made_at)
                      values (1, 1, 'https://a.test/', 'a.test', 'A', 'publishes about twice a day', 1);
                    insert into refresh_log (id, channel_id, at, reason, outcome, words, new_stories, took, status)
                      values (1, 1, 1, 'due', 'new', '2 new stories', 2, 9, 200),
                        (2, 1, 2, 'manual', 'refused', 'its origin refused (status 503)', 0, 9, 503),
                        (3, 1, 3, 'manual', 'skipped', 'its host asked us to wait', 0, 0, null),
                        (4, 1, 4, 'manual', 'skipped', 'it was asked a moment ago', 0, 0, null),
                        (5, 1, 5, null, 'moved', 'it has moved for good to https://b.test/feed', 0, 0, null),
                        (6, 1, 6, null, 'moved', 'an older address of it has moved here', 0, 0, null),
                        (7, 1, 7, null, 'page', 'a page of c.test was asked for by a reader: no text', 0, 9, null),
                        (8, 1, 8, 'due', 'changed', '1 story has changed', 0, 9, 200),
                        (9, 1, 9, 'due', 'unreachable', 'a.test could not be reached.', 0, 9, null);
                    """)
            try Migrations.apply(upTo: 102, in: Transaction(database))
        }
        return queue
    }

    @Test func `the log says what it said, except for what only a sentence held`() throws {
        let events = try migrated().read { database in
            try Transaction(database).all(
                "select \(RefreshLogEntry.columns) from refresh_log l order by l.id"
            ) { RefreshLogEntry($0).event }
        }
        #expect(
            events == [
                .refreshed(.succeeded(new: 2, changed: 0)),
                .refreshed(.failed(FetchFailure(code: .refused, status: 503))),
                .skipped(.hostBusy), .skipped(.tooSoon), .moved(to: "https://b.test/feed"), .merged,
                .refreshed(.succeeded(new: 0, changed: 1)), .refreshed(.failed(FetchFailure(code: .unreachable))),
            ])
    }

    @Test func `a channel's reason is forgotten until its next refresh`() throws {
        let reason = try migrated().read { try Transaction($0).text("select reason from channel") }
        #expect(reason == "")
    }

    @Test func `ends with the schema of a new database`() throws {
        let new = try DatabaseQueue()
        try new.write { try Migrations.apply(upTo: 102, in: Transaction($0)) }
        #expect(try SchemaSnapshot(migrated()) == SchemaSnapshot(new))
    }

    @Test(arguments: [
        RefreshLogEntry.Event.refreshed(.succeeded(new: 1, changed: 2)), .refreshed(.succeeded(new: 0, changed: 2)),
        .refreshed(.succeeded(new: 0, changed: 0)), .refreshed(.failed(FetchFailure(code: .busy))),
        .refreshed(.failed(FetchFailure(code: .unreachable, cause: .noAnswer(from: "a.test")))),
        .skipped(.hostBusy), .skipped(.suspended), .skipped(.tooSoon), .moved(to: "https://b.test/"), .merged,
        .linkedPage(host: "c.test", .fetched(words: 150)), .linkedPage(host: "c.test", .failed(.refused)),
        .linkedPage(host: "c.test", .noText), .linkedPage(host: "c.test", .unchanged),
    ])
    func `an event is read back as it was written`(_ event: RefreshLogEntry.Event) async throws {
        let fixture = try LibraryFixture()
        let channel = try await fixture.follow("https://a.test/feed")
        let entry = RefreshLogEntry(at: fixture.clock.now, reason: .due, event: event, tookMilliseconds: 7, status: nil)
        try await fixture.library.context.database.write { transaction in
            try RefreshLog(transaction: transaction, channel: channel.rawValue).append(entry)
        }
        #expect(try await fixture.library.refreshing.log(of: channel).first == entry)
        #expect(!event.description.isEmpty && !event.code.contains(" "))
    }
}
