internal import CSchema
import Foundation

/// The versions of the schema: files of frozen SQL in `CSchema`. Each runs once, in ascending order, in one transaction,
/// and never changes after release; tests use data of the version before.
enum Migrations {
    /// One version: tables for a new database if it is the first, else what leads there from the version before.
    struct Migration: Sendable {
        let version: Int
        /// SQL for both engines, without comments (`SQLDialect.render`).
        let sql: String
    }

    /// All versions in ascending order.
    static let all = readAll()

    /// The version that a new database begins with; older ones were never released.
    static var firstVersion: Int { all.first?.version ?? 0 }
    static var latestVersion: Int { all.last?.version ?? 0 }

    /// "TIDI".
    static let applicationID: Int64 = 0x5449_4449

    /// Migrates to the latest version, also concurrently.
    /// - Throws: `.newerDataFolder`, `.olderDataFolder`, database errors.
    static func run(on database: LibraryDatabase) throws(LibraryError) {
        try database.writeSync { transaction in
            let found = try version(transaction)
            if found > 0 { try check(version: found) }
            guard found < latestVersion else { return }
            try apply(upTo: latestVersion, in: transaction)
        }
    }

    static func check(version: Int) throws(LibraryError) {
        guard version <= latestVersion else { throw .newerDataFolder(found: version, known: latestVersion) }
        guard version >= firstVersion else { throw .olderDataFolder(found: version) }
    }

    static func checkBackup(version: Int) throws(BackupError) {
        guard version <= latestVersion else { throw .newer(found: version, known: latestVersion) }
        guard version >= firstVersion else { throw .older(found: version) }
    }

    /// Applies the versions above the database's, within a transaction.
    static func apply(upTo version: Int, in transaction: Transaction) throws {
        let found = try Self.version(transaction)
        for migration in all where migration.version > found && migration.version <= version {
            try transaction.script(SQLDialect.sqlite.render(migration.sql))
        }
        try transaction.script("pragma user_version = \(max(found, version)); pragma application_id = \(applicationID)")
    }

    private static func version(_ transaction: Transaction) throws -> Int {
        Int(try transaction.number("pragma user_version") ?? 0)
    }

    private static func readAll() -> [Migration] {
        var all: [Migration] = []
        guard var entry = tidings_migrations() else { return all }
        while entry.pointee.version > 0 {
            var sql = ""
            if var file = entry.pointee.files {
                while let text = file.pointee {
                    sql += withoutComments(String(cString: text))
                    file += 1
                }
            }
            all.append(Migration(version: Int(entry.pointee.version), sql: sql))
            entry += 1
        }
        return all
    }

    /// SQLite stores a table's definition as it was written, and a restored one is compared with it.
    private static func withoutComments(_ sql: String) -> String {
        sql.split(separator: "\n").compactMap { line in
            let code = (line.firstRange(of: "--").map { line[..<$0.lowerBound] } ?? line).trimmingCharacters(
                in: .whitespaces)
            return code.isEmpty ? nil : code + "\n"
        }.joined()
    }
}
