import Foundation
import GRDB
import UntrustedSQLite

/// A builder of a database from an untrusted one. The builder compares the schema exactly, copies rows value by value
/// into a database created by the migrations, sanitises markup, and rebuilds the search index.
struct DatabaseRestorer {
    let source: URL
    /// The file to create, which must not exist.
    let target: URL

    /// Restores the database.
    /// - Throws: `.unreadable`, `.newer` or `.older`; `.library` for disk errors.
    func run() throws(BackupError) {
        do {
            let from = try UntrustedDatabase.open(source)
            let version = try from.read { try Self.schemaVersion(of: $0) }
            let into = try createTarget()
            try into.inDatabase { try Migrations.apply(upTo: version, in: Transaction($0)) }
            try from.read { source in
                try into.inDatabase { target in try Self.copy(source, target) }
            }
            try from.close()
            try into.close()
        } catch { throw Self.mapError(error) }
        try sync(target)
    }

    /// Creates the target database without a journal, because an incomplete file is discarded anyway.
    private func createTarget() throws -> DatabaseQueue {
        guard
            FileManager.default.createFile(
                atPath: target.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else {
            throw LibraryError.folderUnusable(why: "\(target.deletingLastPathComponent().path) cannot be written to")
        }
        var settings = GRDB.Configuration()
        settings.foreignKeysEnabled = false
        settings.prepareDatabase { database in
            try database.execute(
                sql: """
                    pragma journal_mode = off; pragma synchronous = off; pragma temp_store = memory;
                    pragma cache_size = -65536;
                    """)
        }
        return try DatabaseQueue(path: target.path, configuration: settings)
    }

    private static func schemaVersion(of database: Database) throws -> Int {
        let version = try Int.fetchOne(database, sql: "pragma user_version") ?? 0
        let application = try Int64.fetchOne(database, sql: "pragma application_id") ?? 0
        guard version > 0, application == Migrations.applicationID else {
            throw BackupError.unreadable("The database in that backup is another program's.")
        }
        try Migrations.checkBackup(version: version)
        return version
    }

    // MARK: - Copying

    private static func copy(_ source: Database, _ target: Database) throws {
        // The SQL of the index's shadow tables is not compared, because the index is rebuilt.
        let index = "story_search_"
        guard try DatabaseSchema(source, shadowPrefix: index) == DatabaseSchema(target, shadowPrefix: index) else {
            throw BackupError.unreadable(
                "The database in that backup is not built as Tidings builds it, so nothing of it was taken. "
                    + "Restore another copy.")
        }
        let there = Set(try String.fetchAll(target, sql: "select name from sqlite_schema where type = 'table'"))
        let tables = RestoredTable.all.filter { there.contains($0.name) }
        for table in tables {
            let complaint = try String.fetchOne(source, sql: "pragma quick_check(\"\(table.name)\")")
            if let complaint, complaint != "ok" { throw LibraryError.corruptDataFolder(why: complaint) }
        }
        for table in tables {
            try target.inTransaction {
                try RestoredTableCopier(table: table, source: source, target: target).copy()
                return .commit
            }
        }
        try copySequences(source, target, tables)
        try target.inTransaction {
            let transaction = Transaction(target)
            try Migrations.apply(upTo: Migrations.latestVersion, in: transaction)
            try StorySearchIndex(transaction: transaction).rebuild()
            return .commit
        }
        guard try Row.fetchOne(target, sql: "pragma foreign_key_check") == nil else {
            throw RestoredValueSanitizer.invalid
        }
    }

    /// Copies autoincrement values, so that IDs of deleted rows are not reused.
    private static func copySequences(_ source: Database, _ target: Database, _ tables: [RestoredTable]) throws {
        let names = Set(tables.map(\.name))
        for row in try Row.fetchAll(source, sql: "select name, seq from sqlite_sequence") {
            let (name, value): (DatabaseValue, DatabaseValue) = (row[0], row[1])
            guard case .string(let table) = name.storage, case .int64(let number) = value.storage,
                names.contains(table), (0...RestoredValueSanitizer.maxSafeInteger).contains(number)
            else { continue }
            try target.execute(
                sql: "update sqlite_sequence set seq = max(seq, ?) where name = ?", arguments: [number, table])
            if target.changesCount == 0 {
                try target.execute(
                    sql: "insert into sqlite_sequence (name, seq) values (?, ?)", arguments: [table, number])
            }
        }
    }

    // MARK: - Syncing and errors

    private func sync(_ file: URL) throws(BackupError) {
        do {
            let handle = try FileHandle(forUpdating: file)
            try handle.synchronize()
            try handle.close()
        } catch { throw BackupError(error) }
    }

    /// Returns an error of the backup for an error of its database file.
    private static func mapError(_ error: any Error) -> BackupError {
        switch BackupError(error) {
        case .library(.corruptDataFolder(let why)), .library(.failed(let why)):
            .unreadable("The database in the backup is damaged: \(why). Restore another copy.")
        case let other: other
        }
    }
}
