/// The schema versions: each migration runs once, in one transaction, in ascending order, and is never changed after a
/// release. Its folder or file begins with its number. A migration is tested with data of the version before.
enum Migrations {
    /// Versions below 100 were never released.
    static let all: [(version: Int, sql: String)] = [
        (100, InitialSchema.sql)
    ]

    static let firstVersion = 100
    static var latestVersion: Int { all.last?.version ?? firstVersion }

    /// "TIDI": marks the file as ours.
    static let applicationID: Int64 = 0x5449_4449

    /// Brings the database to the latest version; another process may be doing the same.
    /// - Throws: `.newerDataFolder`, `.olderDataFolder`, or what the database says.
    static func run(on database: LibraryDatabase) throws(LibraryError) {
        try database.writeSync { transaction in
            let found = try version(transaction)
            if found > 0 { try check(version: found) }
            guard found < latestVersion else { return }
            try apply(upTo: latestVersion, in: transaction)
        }
    }

    /// Whether a data folder's schema can be brought up to this one.
    static func check(version: Int) throws(LibraryError) {
        guard version <= latestVersion else { throw .newerDataFolder(found: version, known: latestVersion) }
        guard version >= firstVersion else { throw .olderDataFolder(found: version) }
    }

    /// Whether a backup's schema can be brought up to this one.
    static func checkBackup(version: Int) throws(BackupError) {
        guard version <= latestVersion else { throw .newer(found: version, known: latestVersion) }
        guard version >= firstVersion else { throw .older(found: version) }
    }

    /// Applies the migrations above the database's version, up to and with one, within a transaction.
    static func apply(upTo version: Int, in transaction: Transaction) throws {
        let found = try Self.version(transaction)
        for migration in all where migration.version > found && migration.version <= version {
            try transaction.script(SQLDialect.sqlite.render(migration.sql))
        }
        try transaction.script("pragma user_version = \(max(found, version)); pragma application_id = \(applicationID)")
    }

    /// 0 in an empty file.
    private static func version(_ transaction: Transaction) throws -> Int {
        Int(try transaction.number("pragma user_version") ?? 0)
    }
}
