import Foundation

/// A look at the database while it is opened: cheap, because it happens at every start.
enum IntegrityCheck {
    /// Up to this size SQLite's whole check takes a moment only.
    private static let quickCheckLimit = 8 << 20

    /// Refuses a newer layout and another program's database, and finds the damage that can be found quickly. Damage
    /// elsewhere is reported when it is met; nothing is ever overwritten because of it.
    static func run(on file: URL, size: Int) throws(LibraryError) {
        try LibraryDatabase.inspect(file) { transaction in
            let layout = Int(try transaction.number("pragma user_version") ?? 0)
            guard layout <= Migrations.latestVersion else {
                throw LibraryError.newerDataFolder(found: layout, known: Migrations.latestVersion)
            }
            let application = try transaction.number("pragma application_id") ?? 0
            let tables = try transaction.count("select count(*) from sqlite_schema where type = 'table'")
            guard tables > 0 else { return }
            guard layout > 0, application == Migrations.applicationID else {
                throw LibraryError.corruptDataFolder(why: "tidings.sqlite belongs to another program")
            }
            if size <= quickCheckLimit { try quickCheck(transaction) } else { try probeTables(transaction) }
        }
    }

    private static func quickCheck(_ transaction: Transaction) throws {
        let complaint = try transaction.first("pragma quick_check(1)") { $0.text() }
        if let complaint, complaint != "ok" { throw LibraryError.corruptDataFolder(why: complaint) }
    }

    /// The root of every table, and both ends of the largest.
    private static func probeTables(_ transaction: Transaction) throws {
        for table in try transaction.all("select name from sqlite_schema where type = 'table'", [], { $0.text() })
        where !table.contains("\"") && table != "story_search" {
            _ = try transaction.first("select 1 from \"\(table)\" limit 1") { $0.number() }
        }
        _ = try transaction.number("select max(id) from story")
        _ = try transaction.number("select max(story_id) from story_text")
    }
}
