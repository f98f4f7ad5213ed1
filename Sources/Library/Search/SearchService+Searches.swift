import Markup
public import News

/// The searches that a reader made lately, and those that were saved.
extension SearchService {
    private static let maxRecent = 12
    private static let maxSaved = 50

    /// Returns at most twelve recent searches, newest first.
    public func recentSearches(for reader: ReaderID) async throws(LibraryError) -> [String] {
        try await context.database.read { try Self.recent(reader, $0) }
    }

    private static func recent(_ reader: ReaderID, _ transaction: Transaction) throws -> [String] {
        try transaction.texts(
            "select query from recent_search where reader_id = ? order by searched_at desc, query limit ?",
            [.number(reader.rawValue), .number(maxRecent)])
    }

    /// Records a search, replacing searches that differ only in accents and case.
    public func saveRecent(_ query: String, for reader: ReaderID) async throws(LibraryError) {
        guard let normalized = LineNormalizer.normalize(query) else { return }
        // A search that is shown again, or further, changes nothing.
        guard try await recentSearches(for: reader).first != normalized else { return }
        let now = context.now()
        try await context.writeAndNotify(for: reader, .refetchable) { transaction in
            let id = SQLValue.number(reader.rawValue)
            for known in try transaction.texts("select query from recent_search where reader_id = ?", [id])
            where Self.isSame(known, normalized) {
                try transaction.run("delete from recent_search where reader_id = ? and query = ?", [id, .text(known)])
            }
            try transaction.run(
                "insert into recent_search (reader_id, query, searched_at) values (?, ?, ?)",
                [id, .text(normalized), .date(now)])
            try transaction.run(
                """
                delete from recent_search where reader_id = ? and query not in
                  (select query from recent_search where reader_id = ? order by searched_at desc, query limit ?)
                """, [id, id, .number(Self.maxRecent)])
        }
    }

    /// Removes a search, spelled as in `recentSearches`.
    public func removeRecent(_ query: String, for reader: ReaderID) async throws(LibraryError) {
        _ = try await context.writeAndNotify(for: reader) { transaction in
            try transaction.run(
                "delete from recent_search where reader_id = ? and query = ?",
                [.number(reader.rawValue), .text(query)])
        }
    }

    /// Removes all recent searches of a reader.
    public func removeAllRecent(for reader: ReaderID) async throws(LibraryError) {
        _ = try await context.writeAndNotify(for: reader) { transaction in
            try transaction.run("delete from recent_search where reader_id = ?", [.number(reader.rawValue)])
        }
    }

    /// Adds a search to the reader's saved ones (`Preferences.savedSearches`), or removes it.
    /// - Throws: `.invalid` for more searches than are kept, or one without words.
    public func setSaved(_ query: String, _ isSaved: Bool, for reader: ReaderID) async throws(LibraryError) {
        guard let normalized = LineNormalizer.normalize(query) else {
            throw .invalid(why: "Type at least one word to search for.")
        }
        try await ReaderService(context: context).changePreferences(for: reader) { preferences in
            preferences.savedSearches.removeAll { Self.isSame($0, normalized) }
            guard isSaved else { return }
            guard preferences.savedSearches.count < Self.maxSaved else {
                throw LibraryError.invalid(why: "\(Self.maxSaved) searches are saved. Remove one to save another.")
            }
            preferences.savedSearches.append(normalized)
        }
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        TextNormalizer.normalize(one) == TextNormalizer.normalize(other)
    }
}
