/// How a data folder gets its layout: each step runs once, in one transaction, in this order, and is never changed
/// after a release.
enum Migrations {
    static let steps: [String] = [
        FirstLayout.sql, SecondLayout.sql, ThirdLayout.sql, FourthLayout.sql, FifthLayout.sql,
        OriginPagesLayout.sql, ComfortsLayout.sql, LookupLayout.sql, OutsideLayout.sql,
        LastPagesLayout.sql, DiscussionLayout.sql, CrashLayout.sql, SignInDeviceLayout.sql,
    ]

    /// The layout this build knows.
    static var known: Int { steps.count }

    /// "TIDI": marks the file as ours.
    static let applicationID: Int64 = 0x5449_4449

    /// Brings the database to the layout this build knows; another process may be doing the same.
    static func run(on store: Store) throws(LibraryError) {
        try store.writeNow { session in
            let found = Int(try session.number("pragma user_version") ?? 0)
            guard found <= known else { throw LibraryError.newerDataFolder(found: found, known: known) }
            guard found < known else { return }
            try apply(to: known, in: session)
        }
    }

    /// Takes the steps that are missing up to a layout, within a transaction.
    /// - Parameter layout: 1 … `known`.
    static func apply(to layout: Int, in session: Session) throws {
        let found = Int(try session.number("pragma user_version") ?? 0)
        for step in steps.prefix(layout).dropFirst(max(0, found)) { try session.script(Dialect.sqlite.text(step)) }
        try session.script("pragma user_version = \(max(found, layout)); pragma application_id = \(applicationID)")
    }
}
