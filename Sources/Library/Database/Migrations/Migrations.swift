/// How a data folder gets its layout: each step runs once, in one transaction, in this order, and is never changed
/// after a release.
enum Migrations {
    static let steps: [String] = [
        FirstLayout.sql, SecondLayout.sql, ThirdLayout.sql, FourthLayout.sql, FifthLayout.sql,
        OriginPagesLayout.sql, ComfortsLayout.sql, LookupLayout.sql, OutsideLayout.sql,
        LastPagesLayout.sql, DiscussionLayout.sql, CrashLayout.sql, SignInDeviceLayout.sql,
    ]

    /// The layout this build knows.
    static var latestVersion: Int { steps.count }

    /// "TIDI": marks the file as ours.
    static let applicationID: Int64 = 0x5449_4449

    /// Brings the database to the layout this build knows; another process may be doing the same.
    static func run(on database: LibraryDatabase) throws(LibraryError) {
        try database.writeSync { transaction in
            let found = Int(try transaction.number("pragma user_version") ?? 0)
            guard found <= latestVersion else { throw LibraryError.newerDataFolder(found: found, known: latestVersion) }
            guard found < latestVersion else { return }
            try apply(to: latestVersion, in: transaction)
        }
    }

    /// Takes the steps that are missing up to a layout, within a transaction.
    /// - Parameter layout: 1 … `known`.
    static func apply(to layout: Int, in transaction: Transaction) throws {
        let found = Int(try transaction.number("pragma user_version") ?? 0)
        for step in steps.prefix(layout).dropFirst(max(0, found)) {
            try transaction.script(SQLDialect.sqlite.render(step))
        }
        try transaction.script("pragma user_version = \(max(found, layout)); pragma application_id = \(applicationID)")
    }
}
