import Foundation
import GRDB
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// A backup that somebody made up: an honest house's database, changed past Tidings, in an archive whose list is right.
private final class ForgedBackup: Sendable {
    let base: LibraryFixture
    let place: URL
    var file: URL { place.appendingPathComponent("forged.tar") }
    var folder: URL { place.appendingPathComponent("restored") }

    init() async throws {
        base = try LibraryFixture()
        place = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let story = try base.story("1", text: "The tide turns at noon.", link: "https://a.test/1")
        try await base.follow("https://a.test/feed", stories: [story, try base.story("2", text: "Calm.")])
    }

    /// - Parameter change: made to a copy of the database.
    func make(
        texts: [String: String] = [:], layout: Int = Migrations.latestVersion,
        _ change: @Sendable (Database) throws -> Void
    ) throws {
        let copy = place.appendingPathComponent("forged.sqlite")
        let own = try DatabaseQueue(path: base.folder.appendingPathComponent("tidings.sqlite").path)
        try own.inDatabase { try $0.execute(sql: "vacuum into ?", arguments: [copy.path]) }
        try own.close()
        var settings = GRDB.Configuration()
        settings.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: copy.path, configuration: settings)
        try queue.inDatabase { try change($0) }
        try queue.close()
        try pack(copy, texts: texts, layout: layout)
    }

    func pack(_ database: URL, texts: [String: String] = [:], layout: Int = Migrations.latestVersion) throws {
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        let handle = try FileHandle(forWritingTo: file)
        var tar = TarWriter(handle, madeAt: base.clock.now)
        try tar.add(database, as: BackupFileName.database)
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            let part = place.appendingPathComponent("part")
            try Data(text.utf8).write(to: part)
            try tar.add(part, as: name)
        }
        let list = BackupManifest(program: "Forger", madeAt: "today", layout: layout, files: tar.files)
        try tar.finish(with: try list.encoded(), as: BackupManifest.name)
        try handle.close()
    }

    func restore() throws(BackupError) -> BackupRestorer.Summary {
        try BackupRestorer(file: file, folder: folder).run()
    }

    func opened() throws -> NewsLibrary {
        _ = try restore()
        return try NewsLibrary.open(at: folder, now: { [clock = base.clock] in clock.now })
    }

    /// That it is refused, and leaves nothing that could be taken for a newspaper.
    func expectRefusal(_ place: SourceLocation = #_sourceLocation) throws {
        let error = #expect(throws: BackupError.self, sourceLocation: place) { _ = try self.restore() }
        guard case .unreadable = error else {
            Issue.record("\(String(describing: error))", sourceLocation: place)
            return
        }
        #expect(
            !FileManager.default.fileExists(atPath: folder.appendingPathComponent("tidings.sqlite").path),
            sourceLocation: place)
    }

    deinit { do { try FileManager.default.removeItem(at: place) } catch { print("left behind: \(place.path)") } }
}

private let scripts =
    "<p>Tide</p><script>alert(1)</script><img src=x onerror=alert(1)><a href=\"javascript:alert(1)\">go</a>"

@Suite struct `A backup of somebody else's making` {
    @Test func `opens no door: its password, sessions, links and devices are left`() async throws {
        let forged = try await ForgedBackup()
        let token = SecretToken()
        try forged.make { database in
            try database.execute(
                sql: """
                    update reader set password = 'scrypt$1$1$1$c2FsdA$aGFzaA';
                    insert into one_time_link values ('aa', 1, 0, 9000000000000, null);
                    insert into guess values ('everybody', 99, 1800000000000, 9000000000000);
                    insert into sign_in_device values ('bb', 1, 1, 0, 0, 9000000000000);
                    insert into secret values ('service-key https://api.test', x'00', 0);
                    insert into service_request values ('api.test', 1, 0);
                    insert into service_block values ('api.test', 9000000000000, 0, 9);
                    """)
            try database.execute(
                sql: """
                    insert into reader_session (reader_id, hash, way, made_at, seen_at, expires_at)
                    values (1, ?, 'password', 0, 0, 9000000000000)
                    """, arguments: [token.hash])
        }
        let library = try forged.opened()
        defer { library.close() }
        #expect(try await library.sessions.session(of: token) == nil)
        #expect(try await !library.sessions.hasPassword(for: .first))
        let closed = [
            "reader_session", "one_time_link", "guess", "sign_in_device", "secret", "service_request", "service_block",
        ]
        for table in closed {
            #expect(
                try await library.context.database.read { try $0.count("select count(*) from \(table)") } == 0,
                "\(table)")
        }
    }

    @Test(arguments: [
        "create trigger t after insert on mark begin update reader set password = 'x'; end",
        "create view v as select * from reader", "create table extra (a)", "create index i on story (title)",
        "create virtual table f using fts5 (a)", "drop index story_link", "alter table story add column more text",
        "drop table guess",
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
                sql: "update story_text set html = ?, rules = 99 where story_id = ?", arguments: [scripts, id])
            try database.execute(
                sql: """
                    insert into full_text (story_id, fetched_at, address, html, plain, words, rules)
                    values (?, 1, 'https://a.test/1', ?, 'Tide', 9000, 99999)
                    """, arguments: [id, scripts])
            try database.execute(
                sql: """
                    insert into linked_page (id, address, fetched_at, rules) values (1, 'https://b.test/', 1, 1);
                    insert into discussion (story_id) values (\(id))
                    """)
            try database.execute(sql: "insert into linked_page_part values (1, 0, ?)", arguments: [scripts])
            try database.execute(
                sql: """
                    insert into comment (story_id, key, rank, depth, html, kind, standing, digest, link)
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
        // Rules that are still to come would keep texts from being cleaned again when ours grow better.
        #expect(
            try await library.context.database.read { try $0.number("select max(rules) from story_text") }
                == Int64(SanitizerRules.version))
        #expect(
            try await library.context.database.read { try $0.number("select count(link) from comment") } == 0)
    }

    @Test func `brings no address that is none of the web's, and no page elsewhere`() async throws {
        let forged = try await ForgedBackup()
        try forged.make { database in
            try database.execute(
                sql: """
                    update story set link = 'javascript:alert(1)', external_link = 'data:text/html,x', discussion = '//x',
                      enclosures = '[{"address":"javascript:alert(1)"}]';
                    update channel set site = 'javascript:alert(1)', moved_to = 'file:///etc/passwd', memory = x'0d0a';
                    insert into last_visited_path values (1, 'mine', '//evil.test/'), (1, 'other', '/\\evil.test'),
                      (1, 'third', '/third/list');
                    insert into picture (address, colour) values ('https://a.test/p.jpg', 'red;}');
                    """)
        }
        let library = try forged.opened()
        defer { library.close() }
        let store = library.context.database
        #expect(
            try await store.read {
                try $0.number("select count(link) + count(external_link) + count(discussion) from story")
            } == 0)
        #expect(try await store.read { try $0.count("select count(*) from story where enclosures <> '[]'") } == 0)
        #expect(
            try await store.read { try $0.number("select count(site) + count(moved_to) + count(memory) from channel") }
                == 0)
        #expect(try await store.read { try $0.number("select count(colour) from picture") } == 0)
        let pages = try await library.readingProgress.lastPaths(for: .first)
        #expect(pages[.mine] == "/" && pages[EditionID(rawValue: "other")] == "/")
        #expect(pages[EditionID(rawValue: "third")] == "/third/list")
    }

    @Test func `brings no number that sums could overflow with, and no time beyond the calendar`() async throws {
        let forged = try await ForgedBackup()
        try forged.make { database in
            try database.execute(
                sql: """
                    update story set words = 9223372036854775807, comment_count = -9223372036854775807,
                      published_at = 9223372036854775807,
                      enclosures = '[{"address":"https://a.test/a.mp3","type":"audio/mpeg","length":-1,"seconds":9223372036854775807}]'
                    """)
        }
        let library = try forged.opened()
        defer { library.close() }
        let largest = try await library.context.database.read { transaction in
            try transaction.first(
                """
                select max(words) as words, min(comment_count) as comments, max(published_at) as published,
                  min(enclosures) as enclosures
                from story
                """
            ) {
                (
                    words: $0.number("words"), comments: $0.number("comments"), published: $0.number("published"),
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
            try database.execute(sql: "insert into story_search (rowid, title, plain) values (1, 'planted', 'planted')")
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

@Suite struct `What a restoration takes` {
    /// A new table has to be thought about: is it a reader's, or does it belong to a server that runs?
    @Test func `every table is either taken or left on purpose`() async throws {
        let fixture = try LibraryFixture()
        let left: Set = [
            "reader_session", "one_time_link", "guess", "sign_in_device", "undo", "undo_mark", "undo_through",
            "undo_subscription", "undo_mute", "refresh_log", "host_backoff", "related_discussion", "crash_suspect",
            "fetch_state", "secret", "service_request", "service_block", "listed_publisher",
            "member_item", "reply",
        ]
        let tables = try await fixture.library.context.database.read { transaction in
            try transaction.texts(
                """
                select name from sqlite_schema
                where type = 'table' and name not like 'sqlite_%' and name not like 'story_search%'
                """)
        }
        #expect(Set(tables) == left.union(RestoredTable.all.map(\.name)))
        #expect(left.isDisjoint(with: RestoredTable.all.map(\.name)))
    }

    @Test func `everything that a reader has comes back`() async throws {
        let fixture = try LibraryFixture()
        let (library, me) = (fixture.library, fixture.me)
        try await fixture.follow(
            "https://a.test/feed", folder: "Sea", title: "Mine",
            stories: (0..<9).map { try fixture.story("\($0)", minutesAgo: Double($0), text: "Rain \($0).") })
        try await fixture.follow("https://b.test/feed", stories: [try fixture.story("b", text: "Calm.")])
        _ = try await library.marks.mark([fixture.id("Story 1"), fixture.id("Story 2")], as: .saved, true, for: me)
        _ = try await library.marks.mark([fixture.id("Story 3")], as: .read, true, for: me)
        try await library.marks.markOpened(fixture.id("Story 4"), for: me)
        try await library.mutes.mute(MuteRule(kind: .words, words: "Story 8"), for: me)
        try await library.readers.changePreferences(for: me) { $0 = Preferences(textSize: 5, theme: .sepia) }
        try await library.readingProgress.save(
            ReadingProgress(position: 5, length: 10, anchor: 2), in: .text, of: fixture.id("Story 1"), for: me)
        try await library.readingProgress.saveLastPath("/mine/saved", in: .mine, for: me)
        try await library.search.saveRecent("tide barrier", for: me)
        let paper = Edition(
            id: EditionID(rawValue: "paper"), title: "P", sections: .listed([]), topics: TopicOptions())
        let topics = [
            TopicSubject.words("Rain"), .place(PlaceName(name: "Marlow", region: "England", country: "gb")),
        ]
        for topic in topics { _ = try await library.topics.follow(topic, in: paper, for: me) }
        try await library.topics.followDefaultHeadlines(country: "gb", languages: [], in: paper, for: me)
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: place) } catch { print("left behind: \(place.path)") } }
        let file = place.appendingPathComponent("copy.tar")
        _ = try BackupWriter(folder: fixture.folder, settings: nil, program: "Tidings test")
            .write(to: file, isReplacing: false, now: fixture.clock.now)
        let folder = place.appendingPathComponent("restored")
        _ = try BackupRestorer(file: file, folder: folder).run()
        let back = try NewsLibrary.open(at: folder, now: { [clock = fixture.clock] in clock.now })
        defer { back.close() }
        for table in RestoredTable.all {
            #expect(try await Self.rows(table, back) == Self.rows(table, library), "\(table.name)")
        }
        #expect(
            try await back.stories.list(.saved, for: me, depth: 9).rows.map(\.title).sorted() == ["Story 1", "Story 2"])
        #expect(try await back.readers.preferences(for: me).theme == .sepia)
        #expect(try await back.search.recentSearches(for: me) == ["tide barrier"])
        let followed = try await back.topics.topics(in: paper.id, for: me)
        #expect(followed.map(\.subject) == topics + [.headlines(country: "gb")])
        #expect(try await back.stories.list(.section(followed[0].section), for: me, depth: 9).rows.count == 8)
        // Numbers go on where they were.
        let highest = "select seq from sqlite_sequence where name = 'story'"
        #expect(
            try await back.context.database.read { try $0.number(highest) }
                == library.context.database.read { try $0.number(highest) })
    }

    @Test(arguments: [Migrations.firstVersion] + Migrations.all.map(\.version), [false, true])
    func `a backup of every released schema comes back too`(layout: Int, isMigrated: Bool) async throws {
        let forged = try await ForgedBackup()
        let old = forged.place.appendingPathComponent("old.sqlite")
        let queue = try DatabaseQueue(path: old.path)
        let (madeAt, one) = layout < 103 ? (", made_at", ", 1") : ("", "")
        try await queue.write { database in
            if isMigrated { try Migrations.apply(upTo: Migrations.firstVersion, in: Transaction(database)) }
            try Migrations.apply(upTo: layout, in: Transaction(database))
            try database.execute(
                sql: """
                    insert into source (id, kind, address\(madeAt)) values (1, 'feed', 'https://a.test/'\(one));
                    insert into channel (id, source_id, address, host, title\(madeAt))
                      values (1, 1, 'https://a.test/feed', 'a.test', 'A'\(one));
                    insert into subscription (reader_id, channel_id, followed_at) values (1, 1, 1);
                    update reader set preferences = '{"textSize":4}';
                    """)
        }
        try queue.close()
        try forged.pack(old, layout: layout)
        let library = try forged.opened()
        defer { library.close() }
        let all = try await library.subscriptions.folders(for: .first).flatMap(\.subscriptions)
        #expect(all.map(\.address.text) == ["https://a.test/feed"])
        #expect(try await library.readers.preferences(for: .first).textSize == 4)
    }

    /// All rows of a table as text, but for the columns that are left on purpose.
    private static func rows(_ table: RestoredTable, _ library: NewsLibrary) async throws -> [String] {
        try await library.context.database.read { transaction in
            let columns = try transaction.all(
                "select name, type from pragma_table_info('\(table.name)')", [], { ($0.text("name"), $0.text("type")) }
            ).filter { table.rule($0.0, type: $0.1) != .excluded }.map { "quote(\"\($0.0)\")" }
            return try transaction.texts(
                "select \(columns.joined(separator: " || ',' || ")) from \"\(table.name)\""
            ).sorted()
        }
    }
}
