/// Schema version 100, the first released; earlier ones are rejected (`LibraryError.olderDataFolder`).
///
/// Names are singular; instants are milliseconds since 1970 UTC; booleans are `is_…` or `has_…`, 0 or 1.
enum InitialSchema {
    static let sql = ChannelTables.sql + StoryTables.sql + ReaderTables.sql + RemoteTables.sql
}
