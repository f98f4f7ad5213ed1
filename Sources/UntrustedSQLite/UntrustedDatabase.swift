public import Foundation
public import GRDB
import GRDBSQLite

/// Opens a possibly malicious database: read-only, without running SQL from the file, with limits
/// (https://www.sqlite.org/security.html, *Untrusted SQLite database files*). SQLite's "defensive" flag is not needed,
/// as it concerns writes.
public enum UntrustedDatabase {
    /// The limit of a value's size in bytes, above the longest stored text.
    public static let maxValueSize: CInt = 64 << 20

    /// Opens a file as immutable: SQLite ignores journals beside the file, which must not change meanwhile.
    /// - Throws: `DatabaseError`, also for files that are not databases.
    public static func open(_ file: URL) throws -> DatabaseQueue {
        var settings = GRDB.Configuration()
        settings.label = "tidings.untrusted"
        settings.readonly = true
        settings.foreignKeysEnabled = false
        settings.prepareDatabase { database in
            for (limit, value) in [
                (SQLITE_LIMIT_LENGTH, maxValueSize), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20), (SQLITE_LIMIT_ATTACHED, 0),
                (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_EXPR_DEPTH, 100),
            ] { sqlite3_limit(database.sqliteConnection, limit, value) }
            try database.execute(
                sql: """
                    pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0; pragma query_only = on;
                    pragma temp_store = memory;
                    """)
        }
        return try DatabaseQueue(
            path: URL(filePath: file.path).absoluteString + "?immutable=1", configuration: settings)
    }
}

/// A database's tables, indexes, views and triggers as SQL, compared exactly except for white space and letter case.
public struct DatabaseSchema: Equatable {
    private struct Object: Hashable {
        var type: String
        var name: String
        var table: String
        var sql: String
    }

    private let objects: Set<Object>

    /// Reads the schema.
    /// - Parameter shadowPrefix: the prefix of tables whose SQL is not compared.
    public init(_ database: Database, shadowPrefix: String? = nil) throws {
        var objects: Set<Object> = []
        let rows = try Row.fetchCursor(database, sql: "select type, name, tbl_name, sql from sqlite_schema")
        while let row = try rows.next() {
            // GRDB traps on failed conversions.
            let texts = (0..<4).map { column -> String in
                let value: DatabaseValue = row[column]
                return if case .string(let text) = value.storage { text } else { "" }
            }
            // The SQL of an index's shadow tables differs between SQLite versions.
            let isShadow = texts[0] == "table" && shadowPrefix.map { texts[1].hasPrefix($0) } == true
            objects.insert(
                Object(
                    type: texts[0], name: texts[1], table: texts[2], sql: isShadow ? "" : Self.normalized(texts[3])))
        }
        self.objects = objects
    }

    /// Normalises case and white space of SQL: a migrated table has other spaces before commas and parentheses than a
    /// new one.
    public static func normalized(_ sql: String) -> String {
        sql.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .replacing(" ,", with: ",").replacing(" )", with: ")")
    }
}
