import GRDB
import UntrustedSQLite

@testable import Library

/// The tables and indexes of a database as SQL, compared as restoring a backup does.
struct SchemaSnapshot: Equatable {
    let statements: Set<String>

    init(_ queue: DatabaseQueue) throws {
        let texts = try queue.read { database in
            try Transaction(database).texts("select coalesce(sql, name) from sqlite_schema")
        }
        statements = Set(texts.map(DatabaseSchema.normalized))
    }
}
