public import News

/// Finds stories by their words.
public struct SearchService: Sendable {
    let context: LibraryContext

    /// So many of the latest matching arrivals are put in order of publication; beyond them, arrival is the order.
    static let rankingWindow = 1000
    private static let maxRecent = 12

    /// Finds stories in the reader's channels and among what they saved, newest first.
    /// - Parameters:
    ///   - words: anything; words must all occur, "phrases" as they stand, `-word` must not, and the last word may be
    ///     a beginning, unless more stories than are looked at hold it as it stands. Accents and case do not matter.
    ///     Chinese, Japanese and Korean are found by their characters.
    ///   - list: narrows the search to a list.
    ///   - depth: how many, at most 1,000.
    public func find(
        _ words: String, for reader: ReaderID, in list: StoryList? = nil, depth: Int = 20
    ) async throws(LibraryError) -> SearchResults {
        let terms = SearchQuery(words)
        guard let expression = terms.expression else {
            return SearchResults(query: words, hits: [], isEmptyQuery: true)
        }
        let now = context.now()
        let depth = min(max(1, depth), Self.rankingWindow)
        return try await context.database.read { transaction in
            let index = StorySearchIndex(transaction: transaction)
            let most = max(Self.rankingWindow, depth + 1)
            func matches(_ expression: String) throws -> [StoryRef] {
                try index.matches(
                    expression, reader: reader.rawValue,
                    scope: try list.map { try StoryScope($0, transaction) } ?? .followed,
                    condition: Self.condition(list), limit: most)
            }
            // What begins with a word is found by reading of every story that has such a word, however few are wanted (of
            // a million 90 ms, tried); the word itself is read from its newest story on (4 ms).
            var latest = try terms.exactExpression.map(matches) ?? []
            if latest.count < most { latest = try matches(expression) }
            var seen = Deduplicator()
            let found = latest.sorted { $0.cursor > $1.cursor }.filter { seen.insert($0) }
            let rows = StoryRowQuery(
                transaction: transaction, reader: reader.rawValue, now: now, includesMuteReasons: true)
            let hits = try found.prefix(depth).compactMap { ref -> SearchHit? in
                guard let row = try rows.row(of: ref.story, in: ref.channel, group: ref.group) else {
                    return nil
                }
                let plain = try transaction.first(
                    "select plain from story_text where story_id = ?", [.number(ref.story)]
                ) { $0.text() }
                return SearchHit(row: row, snippet: SnippetBuilder.parts(of: plain ?? "", for: terms.terms))
            }
            return SearchResults(query: words, hits: hits, hasMore: found.count > depth)
        }
    }

    private static func condition(_ list: StoryList?) -> String {
        switch list {
        case .saved, .within(_, .saved): " and k.value = 1"
        case .unread, .within(_, .unread):
            " and u.channel_id is not null and coalesce(r.value, case when f.rowid > u.read_through then 0 else 1 end) = 0"
        default: ""
        }
    }

    /// What the reader has looked for lately, newest first, at most twelve.
    public func recentSearches(for reader: ReaderID) async throws(LibraryError) -> [String] {
        try await context.database.read { transaction in
            try transaction.all(
                "select words from recent_search where reader_id = ? order by at desc, words limit ?",
                [.number(reader.rawValue), .number(Self.maxRecent)], { $0.text() })
        }
    }

    /// Remembers a search; what is the same but for accents and case replaces the earlier one.
    public func saveRecent(_ words: String, for reader: ReaderID) async throws(LibraryError) {
        guard let tidy = TitleNormalizer.normalize(words) else { return }
        let now = context.now()
        try await context.writeAndNotify(for: reader, .refetchable) { transaction in
            let id = SQLValue.number(reader.rawValue)
            for known in try transaction.all(
                "select words from recent_search where reader_id = ?", [id], { $0.text() })
            where TextNormalizer.normalize(known) == TextNormalizer.normalize(tidy) {
                try transaction.run("delete from recent_search where reader_id = ? and words = ?", [id, .text(known)])
            }
            try transaction.run(
                "insert into recent_search (reader_id, words, at) values (?, ?, ?)", [id, .text(tidy), .date(now)])
            try transaction.run(
                """
                delete from recent_search where reader_id = ? and words not in
                  (select words from recent_search where reader_id = ? order by at desc, words limit ?)
                """, [id, id, .number(Self.maxRecent)])
        }
    }

    /// Forgets one search, as `recent` names it.
    public func removeRecent(_ words: String, for reader: ReaderID) async throws(LibraryError) {
        _ = try await context.writeAndNotify(for: reader) { transaction in
            try transaction.run(
                "delete from recent_search where reader_id = ? and words = ?",
                [.number(reader.rawValue), .text(words)])
        }
    }

    public func removeAllRecent(for reader: ReaderID) async throws(LibraryError) {
        _ = try await context.writeAndNotify(for: reader) { transaction in
            try transaction.run("delete from recent_search where reader_id = ?", [.number(reader.rawValue)])
        }
    }
}
