public import News

/// Finds stories by their words.
public struct SearchDesk: Sendable {
    let house: House

    /// So many of the latest matching arrivals are put in order of publication; beyond them, arrival is the order.
    static let window = 1000
    private static let mostRecent = 12

    /// Finds stories in the reader's channels and among what they saved, newest first.
    /// - Parameters:
    ///   - words: anything; words must all occur, "phrases" as they stand, `-word` must not, and the last word may be
    ///     a beginning, unless more stories than are looked at hold it as it stands. Accents and case do not matter.
    ///     Chinese, Japanese and Korean are found by their characters.
    ///   - list: narrows the search to a list.
    ///   - depth: how many, at most 1,000.
    public func find(
        _ words: String, for reader: ReaderID, in list: StoryList? = nil, depth: Int = 20
    ) async throws(LibraryError) -> SearchPage {
        let terms = SearchWords(words)
        guard let expression = terms.expression else { return SearchPage(words: words, hits: [], wantsNothing: true) }
        let now = house.now()
        let depth = min(max(1, depth), Self.window)
        return try await house.store.read { session in
            let index = StoryIndex(session: session)
            let most = max(Self.window, depth + 1)
            func matches(_ expression: String) throws -> [Candidate] {
                try index.matches(
                    expression, reader: reader.rawValue, scope: try list.map { try Scope($0, session) } ?? .everything,
                    condition: Self.condition(list), limit: most)
            }
            // What begins with a word is found by reading of every story that has such a word, however few are wanted (of
            // a million 90 ms, tried); the word itself is read from its newest story on (4 ms).
            var latest = try terms.wholeExpression.map(matches) ?? []
            if latest.count < most { latest = try matches(expression) }
            var seen = SeenStories()
            let found = latest.sorted { $0.place > $1.place }.filter { seen.admits($0) }
            let rows = StoryRows(session: session, reader: reader.rawValue, now: now, namesMutes: true)
            let hits = try found.prefix(depth).compactMap { candidate -> SearchHit? in
                guard let row = try rows.row(of: candidate.story, in: candidate.channel, group: candidate.group) else {
                    return nil
                }
                let plain = try session.first(
                    "select plain from story_text where story_id = ?", [.number(candidate.story)]
                ) { $0.words() }
                return SearchHit(row: row, snippet: Snippet.parts(of: plain ?? "", for: terms.terms))
            }
            return SearchPage(words: words, hits: hits, hasMore: found.count > depth)
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
    public func recent(for reader: ReaderID) async throws(LibraryError) -> [String] {
        try await house.store.read { session in
            try session.all(
                "select words from recent_search where reader_id = ? order by at desc, words limit ?",
                [.number(reader.rawValue), .number(Self.mostRecent)], { $0.words() })
        }
    }

    /// Remembers a search; what is the same but for accents and case replaces the earlier one.
    public func remember(_ words: String, for reader: ReaderID) async throws(LibraryError) {
        guard let tidy = Titles.tidy(words) else { return }
        let now = house.now()
        try await house.change(for: reader, .refetchable) { session in
            let id = SQLValue.number(reader.rawValue)
            for known in try session.all(
                "select words from recent_search where reader_id = ?", [id], { $0.words() })
            where Folding.fold(known) == Folding.fold(tidy) {
                try session.run("delete from recent_search where reader_id = ? and words = ?", [id, .words(known)])
            }
            try session.run(
                "insert into recent_search (reader_id, words, at) values (?, ?, ?)", [id, .words(tidy), .instant(now)])
            try session.run(
                """
                delete from recent_search where reader_id = ? and words not in
                  (select words from recent_search where reader_id = ? order by at desc, words limit ?)
                """, [id, id, .number(Self.mostRecent)])
        }
    }

    /// Forgets one search, as `recent` names it.
    public func forget(_ words: String, for reader: ReaderID) async throws(LibraryError) {
        _ = try await house.change(for: reader) { session in
            try session.run(
                "delete from recent_search where reader_id = ? and words = ?",
                [.number(reader.rawValue), .words(words)])
        }
    }

    public func forgetRecent(for reader: ReaderID) async throws(LibraryError) {
        _ = try await house.change(for: reader) { session in
            try session.run("delete from recent_search where reader_id = ?", [.number(reader.rawValue)])
        }
    }
}
