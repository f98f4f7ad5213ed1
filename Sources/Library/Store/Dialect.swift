/// The few words in which SQLite 3.40 and PostgreSQL 15 differ, for the text of migrations.
struct Dialect: Sendable {
    /// A primary key that counts upwards and never gives a number twice.
    let identity: String
    /// Bytes.
    let bytes: String
    /// After a table whose rows live in its primary key.
    let compact: String
    /// What full-text search needs.
    let search: String

    static let sqlite = Dialect(
        identity: "integer primary key autoincrement", bytes: "blob", compact: "without rowid",
        search: StoryIndex.sqliteTable)

    /// Fills in the words of this engine.
    func text(_ shared: String) -> String {
        [("{identity}", identity), ("{bytes}", bytes), ("{compact}", compact), ("{search}", search)]
            .reduce(shared) { $0.replacing($1.0, with: $1.1) }
    }
}
