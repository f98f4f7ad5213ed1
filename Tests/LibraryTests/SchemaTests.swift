import GRDB
import Testing

@testable import Library

/// The files of SQL in `CSchema`.
@Suite struct SchemaTests {
    private func newDatabase() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { try Migrations.apply(upTo: Migrations.latestVersion, in: Transaction($0)) }
        return queue
    }

    @Test func `versions ascend from the first released one`() {
        let versions = Migrations.all.map(\.version)
        #expect(versions.first == 200 && versions == Array(Set(versions)).sorted())
    }

    @Test func `a new database has every table, with neither comments nor placeholders in its definitions`() throws {
        let (tables, definitions) = try newDatabase().read { database in
            (
                try String.fetchSet(
                    database,
                    sql: "select name from sqlite_schema where type = 'table' and name not like 'story_search_%'"),
                try String.fetchAll(database, sql: "select sql from sqlite_schema where sql is not null")
            )
        }
        let notInBackups: Set = [
            "alert_queue", "app_password", "arrival", "channel_hub", "crash_suspect", "delivery_way", "digest_way",
            "outgoing_delivery",
            "outgoing_message", "outside_identity",
            "fetch_state",
            "headline", "headline_rules",
            "host_backoff", "invitation", "keyed_api_block", "keyed_api_request",
            "listed_publisher", "member_item", "one_time_link",
            "passkey", "reader_session", "refresh_log", "related_discussion",
            "received_reply", "secret", "sign_in_attempt", "known_device", "sqlite_sequence", "story_search", "undo",
            "undo_mark", "undo_mute", "undo_subscription", "undo_read_through",
            "story_terms", "story_term", "cluster_link", "story_cluster", "cluster_alias", "cluster_queue",
            "cluster_day",
            "term_count",
            "term_census",
        ]
        #expect(tables == notInBackups.union(RestoredTable.all.map(\.name)))
        for mark in ["--", "{identity}", "{bytes}", "{compact}", "{search}"] {
            #expect(definitions.allSatisfy { !$0.contains(mark) }, "\(mark)")
        }
    }

    @Test func `instants end in _at or _until and Booleans begin with a verb`() throws {
        let columns = try newDatabase().read { database in
            try Row.fetchAll(
                database,
                sql: """
                    select m.name || '.' || c.name as name, c.name as short, c.type as type
                    from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table'
                    """)
        }
        let booleans = columns.filter { ($0["type"] as String).lowercased() == "smallint" }
            .map { (name: $0["name"] as String, short: $0["short"] as String) }
            .filter { !["kind", "previous_is_set"].contains($0.short) }
        let verbs = ["is_", "has_", "was_", "accepts_", "matches_"]
        for column in booleans {
            #expect(verbs.contains { column.short.hasPrefix($0) }, "\(column.name)")
        }
    }
}
