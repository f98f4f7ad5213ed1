/// Schema version 100, the first released; earlier ones are rejected (`LibraryError.olderDataFolder`).
///
/// Names are singular; instants are milliseconds since 1970 UTC; booleans are `is_…` or `has_…`, 0 or 1.
enum InitialSchema {
    /// What a new database gets. Later versions are written here as well as in their migrations, since altering a table
    /// takes SQLite longer than making all of them; a test compares both ways.
    static func sql(version: Int) -> String {
        ChannelTables(version: version).sql + StoryTables(version: version).sql + ReaderTables(version: version).sql
            + RemoteTables(version: version).sql + (version >= 101 ? FetchStateTable.table : "")
            + (version >= 106 ? ServiceTables.sql : "") + (version >= 107 ? TopicTables.sql : "")
            + (version >= 109 ? PackSchema.sql : "") + (version >= 110 ? PackChangeTable.sql : "")
            + (version >= 111 ? WritingTables.sql : "") + (version >= 113 ? ArrivalTable.sql : "")
    }
}
