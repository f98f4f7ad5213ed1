import Foundation

/// A look at the database while it is opened: cheap, because it happens at every start.
enum Checkup {
    /// Up to this size SQLite's whole check takes a moment only.
    private static let wholeCheckLimit = 8 << 20

    /// Refuses a newer layout and another program's database, and finds the damage that can be found quickly. Damage
    /// elsewhere is reported when it is met; nothing is ever overwritten because of it.
    static func run(on file: URL, size: Int) throws(LibraryError) {
        try Store.inspect(file) { session in
            let layout = Int(try session.number("pragma user_version") ?? 0)
            guard layout <= Migrations.known else {
                throw LibraryError.newerDataFolder(found: layout, known: Migrations.known)
            }
            let application = try session.number("pragma application_id") ?? 0
            let tables = try session.count("select count(*) from sqlite_schema where type = 'table'")
            guard tables > 0 else { return }
            guard layout > 0, application == Migrations.applicationID else {
                throw LibraryError.corruptDataFolder(why: "tidings.sqlite belongs to another program")
            }
            if size <= wholeCheckLimit { try checkWhole(session) } else { try touchEveryTable(session) }
        }
    }

    private static func checkWhole(_ session: Session) throws {
        let complaint = try session.first("pragma quick_check(1)") { $0.words() }
        if let complaint, complaint != "ok" { throw LibraryError.corruptDataFolder(why: complaint) }
    }

    /// The root of every table, and both ends of the largest.
    private static func touchEveryTable(_ session: Session) throws {
        for table in try session.all("select name from sqlite_schema where type = 'table'", [], { $0.words() })
        where !table.contains("\"") && table != "story_search" {
            _ = try session.first("select 1 from \"\(table)\" limit 1") { $0.number() }
        }
        _ = try session.number("select max(id) from story")
        _ = try session.number("select max(story_id) from story_text")
    }
}
