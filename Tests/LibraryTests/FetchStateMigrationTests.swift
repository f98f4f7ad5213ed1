import Foundation
import GRDB
import News
import TestSupport
import Testing

@testable import Library

/// Schema 101 gathers what six tables knew of leases and failures.
@Suite struct `Migrating fetch states` {
    private func migrated() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try Migrations.apply(upTo: 100, in: Transaction(database))
            try database.execute(
                sql: """
                    insert into source (id, kind, address, made_at) values (1, 'feed', 'https://a.test/', 1);
                    insert into story (id, source_id, key, digest, title, shown_at, arrived_at, direction, words)
                      values (1, 1, 'a', 1, 'A', 1, 1, 'ltr', 3), (2, 1, 'b', 1, 'B', 1, 1, 'ltr', 3),
                        (3, 1, 'c', 1, 'C', 1, 1, 'ltr', 3);
                    insert into full_text (story_id, host, fetched_at, html, plain, words)
                      values (1, 'a.test', 5, '<p>x</p>', 'x', 9);
                    insert into full_text (story_id, host, again_at, tried_at, failures, error, http_status)
                      values (2, 'a.test', 9000, 7, 2, 'refused', 503);
                    insert into linked_page (id, address, host, tried_at, fetched_at, fresh_until, memory)
                      values (1, 'https://b.test/', 'b.test', 7, 8, 9000, x'07');
                    insert into linked_page (id, address, host, tried_at, error, why)
                      values (2, 'https://c.test/', 'c.test', 7, 'unreachable', 'It is away.');
                    insert into discussion (story_id, asked_at, answered_at, fresh_until) values (1, 6, 7, 8);
                    insert into discussion (story_id, asked_at, wait_until, error) values (2, 6, 9000, 'busy');
                    insert into discussion (story_id, error) values (3, 'a-later-code');
                    insert into related_discussion (story_id, source_id, asked_at, found) values (1, 1, 6, '[2]');
                    """)
            try Migrations.apply(upTo: 101, in: Transaction(database))
        }
        return queue
    }

    private func state(_ target: FetchTarget, _ queue: DatabaseQueue) throws -> FetchState {
        try queue.read { try FetchState.read(target, Transaction($0)) }
    }

    @Test func `keeps when and why each was tried, and when it is due again`() throws {
        let queue = try migrated()
        let failed = try state(.fullText(ofStory: 2), queue)
        #expect(failed.failure == FetchFailure(code: .refused, status: 503) && failed.failures == 2)
        #expect(failed.dueAt == Date(milliseconds: 9000) && failed.lastAttemptAt == Date(milliseconds: 7))
        let page = try state(.linkedPage(1), queue)
        #expect(page.failure == nil && page.freshUntil == Date(milliseconds: 9000))
        #expect(page.sourceState?.bytes == [7])
        let away = try state(.linkedPage(2), queue)
        #expect(away.failure == FetchFailure(code: .unreachable), "a sentence is no longer read")
        #expect(away.dueAt == Date(milliseconds: 60_007))
        let thread = try state(.discussion(ofStory: 1), queue)
        #expect(thread.freshUntil == Date(milliseconds: 8) && thread.failure == nil)
        #expect(try state(.discussion(ofStory: 2), queue).backoffUntil(Date(milliseconds: 8000)) != nil)
        let unknown = try state(.discussion(ofStory: 3), queue)
        #expect(unknown.dueAt != nil, "cancelled after a failure")
        #expect(unknown.failure == FetchFailure(code: .unreachable))
        let related = try state(.relatedDiscussions(ofStory: 1, at: 1), queue)
        #expect(related.freshUntil == Date(milliseconds: 86_400_006))
    }

    @Test func `ends with the schema of a new database`() throws {
        let new = try DatabaseQueue()
        try new.write { try Migrations.apply(upTo: 101, in: Transaction($0)) }
        let differences = try SchemaSnapshot(migrated()).statements.symmetricDifference(SchemaSnapshot(new).statements)
        #expect(differences.sorted() == [])
    }

    @Test func `keeps content, and drops rows that only said that there was none`() throws {
        let queue = try migrated()
        let (texts, threads, found) = try queue.read { database in
            let transaction = Transaction(database)
            return (
                try transaction.numbers("select story_id from full_text"),
                try transaction.numbers("select story_id from discussion"),
                try transaction.texts("select found from related_discussion")
            )
        }
        #expect(texts == [1] && threads == [1] && found == ["[2]"])
    }
}
