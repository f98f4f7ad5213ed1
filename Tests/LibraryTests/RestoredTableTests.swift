import Foundation
import GRDB
import News
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `What a restoration takes` {
    /// A new table needs a decision: does it belong to a reader, or to a running server?
    @Test func `every table is either taken or left on purpose`() async throws {
        let fixture = try LibraryFixture()
        let left: Set = [
            "reader_session", "one_time_link", "invitation", "sign_in_attempt", "known_device", "undo", "undo_mark",
            "undo_read_through",
            "undo_subscription", "undo_mute", "refresh_log", "host_backoff", "related_discussion", "crash_suspect",
            "fetch_state", "secret", "keyed_api_request", "keyed_api_block", "listed_publisher",
            "member_item", "received_reply", "arrival",
            "story_terms", "story_term", "cluster_link", "story_cluster", "cluster_alias", "cluster_queue",
            "cluster_day",
            "term_count",
            "term_census",
            "headline", "headline_rules",
            "alert_queue", "delivery_way", "digest_way", "outgoing_message", "outgoing_delivery", "channel_hub",
            "app_password", "outside_identity", "passkey",
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
        try await library.keptBack.choose([.lists], in: .mine, for: me)
        try await library.alerts.save(.words("tide barrier"), hasFollowUps: true, for: me)
        try await library.alerts.save(
            AlertSettings(quietFrom: "22:00", to: "7:00", zone: "Europe/Berlin", dailyLimit: "3"), for: me)
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
        // The sequence numbers continue.
        let highest = "select seq from sqlite_sequence where name = 'story'"
        #expect(
            try await back.context.database.read { try $0.number(highest) }
                == library.context.database.read { try $0.number(highest) })
    }

    @Test(arguments: Migrations.all.map(\.version), [false, true])
    func `a backup of every released schema comes back too`(layout: Int, isMigrated: Bool) async throws {
        let forged = try await ForgedBackup()
        let old = forged.place.appendingPathComponent("old.sqlite")
        let queue = try DatabaseQueue(path: old.path)
        try await queue.write { database in
            if isMigrated { try Migrations.apply(upTo: Migrations.firstVersion, in: Transaction(database)) }
            try Migrations.apply(upTo: layout, in: Transaction(database))
            try database.execute(
                sql: """
                    insert into source (id, kind, address) values (1, 'feed', 'https://a.test/');
                    insert into channel (id, source_id, address, host, title)
                      values (1, 1, 'https://a.test/feed', 'a.test', 'A');
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

    /// Returns all rows of a table as text, without the columns that are excluded on purpose.
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
