/// Schema version 100: everything that the first release has. The versions before it were never released, and a data
/// folder of theirs is refused (`LibraryError.unsupportedDataFolder`).
///
/// Table names are singular; instants are milliseconds since 1970 UTC; booleans are `is_…` or `has_…` with 0 or 1.
enum InitialSchema {
    static let sql = ChannelTables.sql + StoryTables.sql + ReaderTables.sql + RemoteTables.sql
}
