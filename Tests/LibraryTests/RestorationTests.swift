import Foundation
import GRDB
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

private let scripts =
    "<p>Tide</p><script>alert(1)</script><img src=x onerror=alert(1)><a href=\"javascript:alert(1)\">go</a>"

@Suite struct `A backup of somebody else's making` {
    @Test func `opens no door: its password, sessions, links and devices are left`() async throws {
        let forged = try await ForgedBackup()
        let token = SecretToken()
        try forged.make { database in
            try database.execute(
                sql: """
                    update reader set password_hash = 'scrypt$1$1$1$c2FsdA$aGFzaA';
                    insert into one_time_link (token_hash, reader_id, created_at, expires_at) values ('aa', 1, 0, 9000000000000);
                    insert into sign_in_attempt values ('everybody', 99, 1800000000000, 9000000000000);
                    insert into known_device values ('bb', 1, 1, 0, 0, 9000000000000);
                    insert into secret values ('service-key https://api.test', x'00', 0);
                    insert into keyed_api_request values ('api.test', 1, 0);
                    insert into keyed_api_block values ('api.test', 9000000000000, 0, 9);
                    """)
            try database.execute(
                sql: """
                    insert into reader_session (reader_id, token_hash, sign_in_method, created_at, last_seen_at, expires_at)
                    values (1, ?, 'password', 0, 0, 9000000000000)
                    """, arguments: [token.hash])
        }
        let library = try forged.opened()
        defer { library.close() }
        #expect(try await library.sessions.session(of: token) == nil)
        #expect(try await !library.sessions.hasPassword(for: .first))
        let closed = [
            "reader_session", "one_time_link", "sign_in_attempt", "known_device", "secret", "keyed_api_request",
            "keyed_api_block",
        ]
        for table in closed {
            #expect(
                try await library.context.database.read { try $0.count("select count(*) from \(table)") } == 0,
                "\(table)")
        }
    }

    @Test(arguments: [
        "create trigger t after insert on mark begin update reader set password_hash = 'x'; end",
        "create view v as select * from reader", "create table extra (a)", "create index i on story (title)",
        "create virtual table f using fts5 (a)", "drop index story_link", "alter table story add column more text",
        "drop table sign_in_attempt",
        "pragma writable_schema = on; update sqlite_schema set sql = replace(sql, 'title text not null', 'title text') where name = 'story'",
        "pragma application_id = 7", "pragma user_version = 0",
    ])
    func `is refused when its database is not built as ours`(sql: String) async throws {
        let forged = try await ForgedBackup()
        try forged.make { try $0.execute(sql: sql) }
        try forged.expectRefusal()
    }

    @Test(arguments: [
        "update story set shown_at = 'soon'", "update story set title = x'00ff'", "update picture set id = -5",
        "update channel set address = 'javascript:alert(1)'", "update subscription set channel_id = 777",
        "update channel_story set story_id = 777 where story_id = (select min(story_id) from channel_story)",
        "update story_text set html = zeroblob(80000000)",
        "update story set id = 9223372036854775807 where id = 1",
    ])
    func `is refused when it holds what Tidings never writes`(sql: String) async throws {
        let forged = try await ForgedBackup()
        try forged.make { database in
            try database.execute(sql: "insert into picture (id, address) values (9, 'https://a.test/p.jpg')")
            try database.execute(sql: sql)
        }
        try forged.expectRefusal()
    }

    @Test func `shows only cleaned text, wherever text is kept`() async throws {
        let forged = try await ForgedBackup()
        try forged.make { database in
            let id = try Int64.fetchOne(database, sql: "select id from story where title = 'Story 1'") ?? 0
            try database.execute(
                sql: "update story_text set html = ?, rules_version = 99 where story_id = ?", arguments: [scripts, id])
            try database.execute(
                sql: """
                    insert into full_text (story_id, fetched_at, address, html, plain_text, word_count, rules_version)
                    values (?, 1, 'https://a.test/1', ?, 'Tide', 9000, 99999)
                    """, arguments: [id, scripts])
            try database.execute(
                sql: """
                    insert into linked_page (id, address, fetched_at, rules_version) values (1, 'https://b.test/', 1, 1);
                    insert into discussion (story_id) values (\(id))
                    """)
            try database.execute(sql: "insert into linked_page_part values (1, 0, ?)", arguments: [scripts])
            try database.execute(
                sql: """
                    insert into comment (story_id, origin_key, display_order, depth, html, kind, moderation_state, content_hash, link)
                    values (?, 'c', 0, 0, ?, 'comment', 'fine', 1, 'javascript:alert(1)')
                    """, arguments: [id, scripts])
        }
        let library = try forged.opened()
        defer { library.close() }
        let clean = HTMLSanitizer().sanitize(scripts).html.text
        #expect(!clean.contains("script") && !clean.contains("onerror"))
        for table in ["story_text", "full_text", "linked_page_part", "comment"] {
            let kept = try await library.context.database.read { try $0.texts("select html from \(table)") }
            #expect(kept.contains(clean), "\(table)")
            #expect(!kept.contains { $0.contains("script") || $0.contains("onerror") }, "\(table)")
        }
        // A later version of the rules would keep texts from being sanitized again after an update.
        #expect(
            try await library.context.database.read { try $0.number("select max(rules_version) from story_text") }
                == Int64(SanitizerRules.version))
        #expect(
            try await library.context.database.read { try $0.number("select count(link) from comment") } == 0)
    }

    @Test func `brings no address that is none of the web's, and no page elsewhere`() async throws {
        let forged = try await ForgedBackup()
        try forged.make { database in
            try database.execute(
                sql: """
                    update story set link = 'javascript:alert(1)', external_link = 'data:text/html,x', discussion_link = '//x',
                      enclosures = '[{"address":"javascript:alert(1)"}]';
                    update channel set site_address = 'javascript:alert(1)', moved_to = 'file:///etc/passwd', source_state = x'0d0a';
                    insert into last_visited_path values (1, 'mine', '//evil.test/'), (1, 'other', '/\\evil.test'),
                      (1, 'third', '/third/list');
                    insert into picture (address, mean_colour) values ('https://a.test/p.jpg', 'red;}');
                    """)
        }
        let library = try forged.opened()
        defer { library.close() }
        let store = library.context.database
        #expect(
            try await store.read {
                try $0.number("select count(link) + count(external_link) + count(discussion_link) from story")
            } == 0)
        #expect(try await store.read { try $0.count("select count(*) from story where enclosures <> '[]'") } == 0)
        #expect(
            try await store.read {
                try $0.number("select count(site_address) + count(moved_to) + count(source_state) from channel")
            }
                == 0)
        #expect(try await store.read { try $0.number("select count(mean_colour) from picture") } == 0)
        let pages = try await library.readingProgress.lastPaths(for: .first)
        #expect(pages[.mine] == "/" && pages[EditionID(rawValue: "other")] == "/")
        #expect(pages[EditionID(rawValue: "third")] == "/third/list")
    }

    @Test func `brings no number that sums could overflow with, and no time beyond the calendar`() async throws {
        let forged = try await ForgedBackup()
        try forged.make { database in
            try database.execute(
                sql: """
                    update story set word_count = 9223372036854775807, comment_count = -9223372036854775807,
                      published_at = 9223372036854775807,
                      enclosures = '[{"address":"https://a.test/a.mp3","type":"audio/mpeg","length":-1,"seconds":9223372036854775807}]'
                    """)
        }
        let library = try forged.opened()
        defer { library.close() }
        let largest = try await library.context.database.read { transaction in
            try transaction.first(
                """
                select max(word_count) as word_count, min(comment_count) as comments, max(published_at) as published,
                  min(enclosures) as enclosures
                from story
                """
            ) {
                (
                    words: $0.number("word_count"), comments: $0.number("comments"), published: $0.number("published"),
                    enclosures: $0.text("enclosures")
                )
            }
        }
        #expect(largest?.words == 1 << 53 && largest?.comments == -(1 << 53))
        #expect(largest?.published == 253_402_300_799_999)
        #expect(largest?.enclosures == #"[{"address":"https://a.test/a.mp3","type":"audio/mpeg"}]"#)
        _ = try await library.stories.list(.everything, for: .first, depth: 10)
    }

    @Test func `puts no settings in force`() async throws {
        let forged = try await ForgedBackup()
        try forged.make(texts: ["tidings.yaml": "network.allow: 127.0.0.1:22\n", "editions/a.yaml": "title: A\n"]) {
            _ in
        }
        let restored = try forged.restore()
        #expect(restored.settings?.lastPathComponent == "tidings.yaml.restored")
        let names = try FileManager.default.contentsOfDirectory(atPath: forged.folder.path).sorted()
        #expect(names == ["editions", "tidings.sqlite", "tidings.yaml.restored"])
    }

    @Test func `is searched by its texts, not by the index that it brought`() async throws {
        let forged = try await ForgedBackup()
        try forged.make { database in
            try database.execute(sql: "insert into story_search (story_search) values ('delete-all')")
            try database.execute(
                sql: "insert into story_search (rowid, title, plain_text) values (1, 'planted', 'planted')")
        }
        let library = try forged.opened()
        defer { library.close() }
        let search = { (words: String) in
            try await library.search.find(words, for: .first).hits.map(\.row.title)
        }
        #expect(try await search("noon") == ["Story 1"])
        #expect(try await search("planted").isEmpty)
    }

    @Test func `may have no more than is said, and lies about no size`() async throws {
        let forged = try await ForgedBackup()
        try forged.make { _ in }
        let small = BackupRestorer(file: forged.file, folder: forged.folder, sizeLimit: 10_000)
        #expect(throws: BackupError.tooLarge(bytes: 10_000)) { _ = try small.run() }
        var bytes = try Data(contentsOf: forged.file)
        bytes.replaceSubrange(0..<512, with: TarHeader(name: "tidings.sqlite", size: 1 << 39, madeAt: Date()).bytes)
        try bytes.write(to: forged.file)
        try forged.expectRefusal()
    }

    @Test(arguments: ["-0000000001", "+0000000001", "0x10", "\u{80}", "        ", "12345678"])
    func `has no header with a size that is none`(size: String) throws {
        var bytes = TarHeader(name: "tidings.sqlite", size: 4, madeAt: Date()).bytes
        bytes.replaceSubrange(124..<136, with: Array((size + String(repeating: "\0", count: 12)).utf8.prefix(12)))
        bytes.replaceSubrange(148..<156, with: [UInt8](repeating: 32, count: 8))
        let sum = bytes.reduce(0) { $0 + Int($1) }
        bytes.replaceSubrange(148..<154, with: ("000000" + String(sum, radix: 8)).utf8.suffix(6))
        #expect(TarHeader(bytes) == nil)
    }

    @Test(arguments: [["a/../../x"], ["tidings.sqlite", "tidings.sqlite"], ["editions/a.yaml", "editions/a.yaml"]])
    func `has no name twice, and none that leads elsewhere`(names: [String]) async throws {
        let forged = try await ForgedBackup()
        var bytes: [UInt8] = []
        for name in names {
            bytes += TarHeader(name: name, size: 4, madeAt: Date()).bytes + Array("evil".utf8)
            bytes += [UInt8](repeating: 0, count: 508)
        }
        try Data(bytes + [UInt8](repeating: 0, count: 1024)).write(to: forged.file)
        try forged.expectRefusal()
    }
}
