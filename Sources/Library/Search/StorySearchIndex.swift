import Markup

/// The full-text index (FTS5), updated in the transactions of writers. Only this type uses SQLite-specific SQL.
///
/// The index stores no text, so removing a story requires its words again: `tokenized` derives them from the story's
/// rows. Changing that function requires a migration that rebuilds the index.
struct StorySearchIndex {
    let transaction: Transaction

    static let createTableSQL = """
        create virtual table story_search using fts5 (
            title, byline, plain_text, content='', tokenize='unicode61 remove_diacritics 2'
        );
        """

    struct Entry: Sendable, Equatable {
        var title: String
        var byline: String
        var plain: String

        init(title: String, byline: String?, plain: String) {
            self.title = StorySearchIndex.tokenized(title)
            self.byline = StorySearchIndex.tokenized(byline ?? "")
            self.plain = StorySearchIndex.tokenized(plain)
        }

        /// Creates an entry from a row of `entriesSQL`.
        init(_ row: SQLRow) {
            self.init(title: row.text("title"), byline: row.optionalText("byline"), plain: row.text("plain_text"))
        }
    }

    func add(_ story: Int64, _ entry: Entry) throws {
        try transaction.run(
            "insert into story_search (rowid, title, byline, plain_text) values (?, ?, ?, ?)",
            [.number(story), .text(entry.title), .text(entry.byline), .text(entry.plain)])
    }

    func update(_ story: Int64, _ work: () throws -> Void) throws {
        try remove(story)
        try work()
        if let entry = try entry(of: story) {
            try add(story, entry)
            try HeadlineStore(transaction: transaction).judge(story, entry.title)
        }
        try MuteApplier(transaction).apply(story)
        try TopicMatchWriter(transaction).apply(story)
    }

    /// Returns the entry of a story, with the full text if it replaces the feed's text.
    private func entry(of story: Int64) throws -> Entry? {
        try transaction.first("\(Self.entriesSQL) where s.id = ?", [.number(story)]) { Entry($0) }
    }

    func rebuild() throws {
        try transaction.run("insert into story_search (story_search) values ('delete-all')")
        var last: Int64 = 0
        while true {
            let entries = try transaction.all(
                "\(Self.entriesSQL) where s.id > ? order by s.id limit 500", [.number(last)]
            ) { (story: $0.number("id"), entry: Entry($0)) }
            guard let newest = entries.last?.story else { return }
            for (story, entry) in entries { try add(story, entry) }
            last = newest
        }
    }

    private static let entriesSQL = """
        select s.id, s.title, s.byline, case when \(FullTextWriter.isUsedSQL) then f.plain_text else t.plain_text end as plain_text
        from story s join story_text t on t.story_id = s.id left join full_text f on f.story_id = s.id
        """

    /// Removes a story, whose rows must not have changed since it was added.
    func remove(_ story: Int64) throws {
        guard let entry = try entry(of: story) else { return }
        try transaction.run(
            "insert into story_search (story_search, rowid, title, byline, plain_text) values ('delete', ?, ?, ?, ?)",
            [.number(story), .text(entry.title), .text(entry.byline), .text(entry.plain)])
    }

    /// A story that a search finds.
    struct Match {
        var reference: StoryReference
        /// The lower the better; 0 if not asked for.
        var rank: Int64
    }

    /// The weights of a match in the title, byline and text, as FTS5 ranks (`bm25`).
    private static let rankSQL = "cast(1000000 * bm25(story_search, 10.0, 2.0, 1.0) as integer)"

    /// Returns matching stories, the latest arrivals first.
    func matches(
        _ expression: String, reader: Int64, scope: StoryScope, condition: String, limit: Int, isRanked: Bool = false
    ) throws -> [Match] {
        try transaction.all(
            """
            select f.rowid as story_id, cs.channel_id, cs.shown_at, g.group_id, \(isRanked ? Self.rankSQL : "0") as rank
            from story_search f
            cross join channel_story cs on cs.story_id = f.rowid
            left join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            left join mark k on k.reader_id = ? and k.kind = \(MarkKind.saved.databaseValue)
              and k.story_id = f.rowid and k.is_set = 1
            left join mark t on t.reader_id = ? and t.kind = \(MarkKind.ticked.databaseValue)
              and t.story_id = f.rowid and t.is_set = 1
            left join mark r on r.reader_id = ? and r.kind = \(MarkKind.read.databaseValue) and r.story_id = f.rowid
            left join story_group g on g.story_id = f.rowid
            where f.story_search match ?\(Self.scopeCondition(scope))\(condition)
            order by f.rowid desc limit ?
            """,
            Array(repeating: .number(reader), count: 4) + [.text(expression)] + scope.arguments + [.number(limit)]
        ) {
            Match(
                reference: StoryReference(
                    story: $0.number("story_id"), channel: $0.number("channel_id"), sortKey: $0.number("shown_at"),
                    group: $0.optionalNumber("group_id")),
                rank: $0.number("rank"))
        }
    }

    /// Returns the excerpts of stories, from the texts that are indexed.
    func snippets(of stories: [Int64], for query: SearchQuery) throws -> [Int64: [SnippetPart]] {
        let (list, terms) = (SQLList(stories), query.isTitleOnly ? [] : query.terms)
        let snippets = try transaction.all("\(Self.entriesSQL) where s.id in \(list.sql)", list.arguments) { row in
            (row.number("id"), SnippetBuilder.parts(of: row.text("plain_text"), for: terms))
        }
        return Dictionary(snippets, uniquingKeysWith: { first, _ in first })
    }

    /// Returns stories of the reader's channels whose title or text contains any of the phrases, newest first.
    /// - Parameter phrases: the phrases as normalised words.
    func stories(withAnyOf phrases: [[String]], of reader: Int64, limit: Int) throws -> [Int64] {
        let expression = phrases.map { "\"" + $0.joined(separator: " ") + "\"" }.joined(separator: " OR ")
        return try transaction.numbers(
            """
            select f.rowid from story_search f where f.story_search match ? and exists (
              select 1 from channel_story cs join subscription u on u.channel_id = cs.channel_id
              where cs.story_id = f.rowid and u.reader_id = ?)
            order by f.rowid desc limit ?
            """, [.text("{title plain_text} : (\(expression))"), .number(reader), .number(limit)])
    }

    /// Returns the condition of a scope. Saved and ticked stories also match without a subscription.
    private static func scopeCondition(_ scope: StoryScope) -> String {
        switch scope.channels {
        case .all: " and (u.channel_id is not null or k.is_set = 1 or t.is_set = 1)"
        case .followed: " and (u.is_followed = 1 or ((k.is_set = 1 or t.is_set = 1) and u.channel_id is null))"
        default: " and u.channel_id is not null\(scope.conditionIncludingMuted)"
        }
    }

    /// Returns the text with spaces around ideographs, so that FTS5 treats each as a word.
    static func tokenized(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: TextNormalizer.isIdeograph) else { return text }
        var spaced = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if TextNormalizer.isIdeograph(scalar) {
                spaced.append(" ")
                spaced.append(scalar)
                spaced.append(" ")
            } else {
                spaced.append(scalar)
            }
        }
        return String(spaced)
    }
}
