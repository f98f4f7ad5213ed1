import Markup
public import News

/// A service for full-text search in stored stories.
public struct SearchService: Sendable {
    let context: LibraryContext

    /// The number of latest matching arrivals, which are then sorted by publication.
    static let rankingWindow = 1000
    private static let maxRecent = 12

    /// Finds stories, including saved and ticked ones, newest first.
    /// - Parameters:
    ///   - query: words that must all occur, "phrases" verbatim, and excluded `-words`; the last word may be a prefix
    ///     if few stories match exactly. Accents and case are ignored; ideographs match singly.
    ///   - list: the list to search; nil for all stories.
    ///   - depth: the number of results, at most 1,000.
    public func find(
        _ query: String, for reader: ReaderID, in list: StoryList? = nil, depth: Int = 20
    ) async throws(LibraryError) -> SearchResults {
        let terms = SearchQuery(query)
        guard let expression = terms.expression else {
            return SearchResults(query: query, hits: [], isEmptyQuery: true)
        }
        let now = context.now()
        let depth = min(max(1, depth), Self.rankingWindow)
        return try await context.database.read { transaction in
            let index = StorySearchIndex(transaction: transaction)
            let limit = max(Self.rankingWindow, depth + 1)
            func matches(_ expression: String) throws -> [StoryReference] {
                try index.matches(
                    expression, reader: reader.rawValue,
                    scope: try list.map { try StoryScope($0, for: reader.rawValue, transaction) } ?? .followed,
                    condition: Self.condition(list), limit: limit)
            }
            // A prefix query reads every match (90 ms for a million stories), an exact query only up to the limit (4
            // ms).
            var latest = try terms.exactExpression.map(matches) ?? []
            if latest.count < limit { latest = try matches(expression) }
            var seen = Deduplicator()
            let found = latest.sorted { $0.cursor > $1.cursor }.filter { seen.insert($0) }
            let rows = StoryRowQuery(
                transaction: transaction, reader: reader.rawValue, now: now, includesMuteReasons: true)
            let page = Array(found.prefix(depth))
            let stories = SQLList(page.map(\.story))
            let snippets = try transaction.all(
                "select story_id, plain_text from story_text where story_id in \(stories.sql)", stories.arguments
            ) { row in
                (row.number("story_id"), SnippetBuilder.parts(of: row.text("plain_text"), for: terms.terms))
            }
            let snippetOfStory = Dictionary(snippets, uniquingKeysWith: { first, _ in first })
            let hits = try rows.rows(of: page).map {
                SearchHit(row: $0, snippet: snippetOfStory[$0.id.rawValue] ?? [])
            }
            return SearchResults(query: query, hits: hits, hasMore: found.count > depth)
        }
    }

    private static func condition(_ list: StoryList?) -> String {
        switch list {
        case .saved, .within(_, .saved): " and k.is_set = 1"
        case .within(_, .ticked): " and t.is_set = 1"
        case .unread, .within(_, .unread):
            " and u.channel_id is not null and coalesce(r.is_set, case when f.rowid > u.read_through then 0 else 1 end) = 0"
        default: ""
        }
    }

    /// Returns at most twelve recent searches, newest first.
    public func recentSearches(for reader: ReaderID) async throws(LibraryError) -> [String] {
        try await context.database.read { transaction in
            try transaction.texts(
                "select query from recent_search where reader_id = ? order by searched_at desc, query limit ?",
                [.number(reader.rawValue), .number(Self.maxRecent)])
        }
    }

    /// Saves a search, replacing searches that differ only in accents and case.
    public func saveRecent(_ query: String, for reader: ReaderID) async throws(LibraryError) {
        guard let normalized = LineNormalizer.normalize(query) else { return }
        let now = context.now()
        try await context.writeAndNotify(for: reader, .refetchable) { transaction in
            let id = SQLValue.number(reader.rawValue)
            for known in try transaction.texts("select query from recent_search where reader_id = ?", [id])
            where TextNormalizer.normalize(known) == TextNormalizer.normalize(normalized) {
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
}
