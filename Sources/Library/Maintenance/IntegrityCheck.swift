import Foundation

/// A check of the database that is fast enough to run at every start.
enum IntegrityCheck {
    /// The file size in bytes up to which `quick_check` is fast.
    private static let quickCheckLimit = 8 << 20

    /// Throws for unsupported schema versions, databases of other programs, and easily found damage.
    static func run(on file: URL, size: Int) throws(LibraryError) {
        try LibraryDatabase.inspect(file) { transaction in
            let schemaVersion = Int(try transaction.number("pragma user_version") ?? 0)
            let application = try transaction.number("pragma application_id") ?? 0
            let tables = try transaction.count("select count(*) from sqlite_schema where type = 'table'")
            guard tables > 0 else { return }
            guard schemaVersion > 0, application == Migrations.applicationID else {
                throw LibraryError.corruptDataFolder(why: "tidings.sqlite belongs to another program")
            }
            try Migrations.check(version: schemaVersion)
            if size <= quickCheckLimit { try quickCheck(transaction) } else { try probeTables(transaction) }
        }
    }

    private static func quickCheck(_ transaction: Transaction) throws {
        let problem = try transaction.text("pragma quick_check(1)")
        if let problem, problem != "ok" { throw LibraryError.corruptDataFolder(why: problem) }
    }

    /// Reads the first row of each table, and the last rows of the largest tables.
    private static func probeTables(_ transaction: Transaction) throws {
        for table in try transaction.texts("select name from sqlite_schema where type = 'table'")
        where !table.contains("\"") && table != "story_search" {
            _ = try transaction.exists("select 1 from \"\(table)\" limit 1")
        }
        _ = try transaction.number("select max(id) from story")
        _ = try transaction.number("select max(story_id) from story_text")
    }
}
