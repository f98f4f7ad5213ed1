import Foundation
import GRDB
import News
import TestSupport
import Testing

@testable import Library

/// Schema 103 is without the columns that nothing read.
@Suite struct `Migrating without unused columns` {
    private func migrated() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try Migrations.apply(upTo: 102, in: Transaction(database))
            try database.execute(sql: Self.channels + Self.reading)
            try Migrations.apply(upTo: 103, in: Transaction(database))
        }
        return queue
    }

    private static let channels = """
        insert into source (id, kind, address, made_at) values (1, 'feed', 'https://a.test/', 1);
        insert into channel (id, source_id, address, host, title, language, format, ordering, state, made_at, full_text)
          values (1, 1, 'https://a.test/feed', 'a.test', 'A', 'en', 'RSS 2.0', 3, 'healthy', 1, 'always');
        insert into story (id, source_id, key, digest, title, shown_at, published_at, updated_at, arrived_at, direction,
            words) values (1, 1, 'k', 7, 'T', 2, 3, 4, 5, 'ltr', 6);
        insert into channel_story (channel_id, story_id, rank, shown_at) values (1, 1, 9, 2);
        insert into comment (id, story_id, key, rank, depth, author, author_page, html, plain, published_at, kind, standing,
            arrived_at, digest)
          values (1, 1, 'c', 0, 0, 'ada', 'https://a.test/ada', '<p>x</p>', 'x', 8, 'comment', 'fine', 1, 2);

        """

    private static let reading = """
        insert into visit (reader_id, began_at, seen_at, seen_story) values (1, 1, 2, 3);
        insert into undo (id, reader_id, change_number, size, made_at, expires_at) values (1, 1, 1, 1, 1, 2);
        insert into undo_subscription (undo_id, channel_id, is_removal, folder_title, folder_path, title, read_through,
            followed_at) values (1, 1, 1, 'News', 'News', 'Mine', 4, 5);
        insert into last_visited_path (reader_id, edition, path, kept_at) values (1, 'mine', '/mine/unread', 1);

        """

    @Test(arguments: [
        ("id || kind || address from source", "1feedhttps://a.test/"),
        ("address || title || format || state || full_text from channel", "https://a.test/feedARSS 2.0healthyalways"),
        ("key || title || shown_at || published_at || arrived_at || words from story", "kT2356"),
        ("channel_id || story_id || shown_at from channel_story", "112"),
        ("key || author || html || published_at || standing || digest from comment", "cada<p>x</p>8fine2"),
        ("seen_at || seen_story from visit", "23"),
        ("folder_path || title || read_through || followed_at from undo_subscription", "NewsMine45"),
        ("edition || path from last_visited_path", "mine/mine/unread"),
    ])
    func `rows keep everything else`(columns: String, kept: String) throws {
        #expect(try migrated().read { try Transaction($0).texts("select \(columns)") } == [kept])
    }

    @Test func `ends with the schema of a new database`() throws {
        let new = try DatabaseQueue()
        try new.write { try Migrations.apply(upTo: 103, in: Transaction($0)) }
        #expect(try SchemaSnapshot(migrated()) == SchemaSnapshot(new))
    }
}
