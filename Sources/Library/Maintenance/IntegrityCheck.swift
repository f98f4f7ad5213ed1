import Foundation

/// Checks the database when it is opened; cheap, as it runs at every start.
enum IntegrityCheck {
    /// Up to this size SQLite's full quick_check takes a moment only.
    private static let quickCheckLimit = 8 << 20

    /// Rejects an unsupported schema version and another program's database, and finds damage that is quick to find.
    /// Other damage is reported when it is met; nothing is ever overwritten because of it.
    static func run(on file: URL, size: Int) throws(LibraryError) {
        try LibraryDatabase.inspect(file) { transaction in
            let layout = Int(try transaction.number("pragma user_version") ?? 0)
            let application = try transaction.number("pragma application_id") ?? 0
            let tables = try transaction.count("select count(*) from sqlite_schema where type = 'table'")
            guard tables > 0 else { return }
            guard layout > 0, application == Migrations.applicationID else {
                throw LibraryError.corruptDataFolder(why: "tidings.sqlite belongs to another program")
            }
            try Migrations.check(version: layout)
            if size <= quickCheckLimit { try quickCheck(transaction) } else { try probeTables(transaction) }
        }
    }

    private static func quickCheck(_ transaction: Transaction) throws {
        let problem = try transaction.first("pragma quick_check(1)") { $0.text() }
        if let problem, problem != "ok" { throw LibraryError.corruptDataFolder(why: problem) }
    }

    /// Reads the root of every table, and both ends of the largest.
    private static func probeTables(_ transaction: Transaction) throws {
        for table in try transaction.all("select name from sqlite_schema where type = 'table'", [], { $0.text() })
        where !table.contains("\"") && table != "story_search" {
            _ = try transaction.first("select 1 from \"\(table)\" limit 1") { $0.number() }
        }
        _ = try transaction.number("select max(id) from story")
        _ = try transaction.number("select max(story_id) from story_text")
    }
}
