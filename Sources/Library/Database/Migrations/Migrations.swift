/// Schema migrations: each runs once, in one transaction, in ascending order, and never changes after release. Files
/// begin with the number; tests use data of the version before.
enum Migrations {
    static let all: [(version: Int, sql: String)] = [
        (101, FetchStateTable.sql), (102, StoredCodes.sql), (103, UnusedColumns.sql),
        (104, SiteLabels.sql), (105, FullTextPictures.sql), (106, ServiceTables.sql),
        (107, TopicTables.sql), (108, KeptMarks.sql), (109, PackSchema.sql),
        (110, PackChangeTable.sql), (111, WritingTables.sql), (112, RankKeys.sql),
        (113, ArrivalTable.sql),
    ]

    /// Versions below were never released.
    static let firstVersion = 100
    static var latestVersion: Int { all.last?.version ?? firstVersion }

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

    /// Within a transaction.
    static func apply(upTo version: Int, in transaction: Transaction) throws {
        let found = try Self.version(transaction)
        if found == 0 {
            try transaction.script(SQLDialect.sqlite.render(InitialSchema.sql(version: version)))
        } else {
            for migration in all where migration.version > found && migration.version <= version {
                try transaction.script(SQLDialect.sqlite.render(migration.sql))
            }
        }
        try transaction.script("pragma user_version = \(max(found, version)); pragma application_id = \(applicationID)")
    }

    private static func version(_ transaction: Transaction) throws -> Int {
        Int(try transaction.number("pragma user_version") ?? 0)
    }
}
