import Markup
public import News

/// A service for full-text search in stored stories.
public struct SearchService: Sendable {
    let context: LibraryContext

    /// The maximum number of results, and of stories that are sorted and counted.
    static let maxDepth = SearchListQuery.window
    private static let maxFeeds = 4

    /// Finds stories, including saved and ticked ones.
    /// - Parameters:
    ///   - query: words that must all occur, "phrases" verbatim, excluded `-words`, and operators (`SearchTokens.Name`);
    ///     the last word may be a prefix if few stories match exactly. Accents and case are ignored; ideographs match
    ///     singly.
    ///   - list: the list to search; nil for all stories.
    ///   - depth: the number of results, at most 1,000.
    ///   - isTyping: true if the query's last operator may be unfinished.
    public func find(
        _ query: String, for reader: ReaderID, in list: StoryList? = nil, depth: Int = 20, isTyping: Bool = false
    ) async throws(LibraryError) -> SearchResults {
        let now = context.now()
        let parsed = SearchQuery(query, now: now, isTyping: isTyping)
        let depth = min(max(1, depth), Self.maxDepth)
        return try await context.database.read { transaction in
            let found = try SearchListQuery(transaction: transaction, reader: reader.rawValue).find(parsed, in: list)
            let rows = StoryRowQuery(
                transaction: transaction, reader: reader.rawValue, now: now, includesMuteReasons: true)
            let page = Array(found.references.prefix(depth))
            let snippets = try StorySearchIndex(transaction: transaction).snippets(of: page.map(\.story), for: parsed)
            var results = SearchResults(
                query: query,
                hits: try rows.rows(of: page).map {
                    SearchHit(
                        row: $0, title: SnippetBuilder.wholeParts(of: $0.title, for: parsed.terms),
                        snippet: snippets[$0.id.rawValue] ?? [])
                }, fault: found.fault)
            results.count = found.references.count
            results.isCountBounded = found.isFull
            results.hasMore = found.references.count > depth
            results.newest = found.references.map(\.story).max().map { StoryID(rawValue: $0) }
            results.feeds = try Self.feeds(of: found.references, reader, transaction)
            return results
        }
    }

    /// Returns the feeds that have the most of the stories.
    private static func feeds(
        of references: [StoryReference], _ reader: ReaderID, _ transaction: Transaction
    ) throws -> [SearchResults.Feed] {
        let counts = Dictionary(grouping: references, by: \.channel).mapValues(\.count)
        let most = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(maxFeeds).map(\.key)
        guard !most.isEmpty else { return [] }
        let list = SQLList(most)
        let titles = try transaction.all(
            """
            select c.id, coalesce(u.title, c.title) as title from channel c
            join subscription u on u.reader_id = ? and u.channel_id = c.id
            where c.id in \(list.sql) and c.is_result_list = 0
            """, [.number(reader.rawValue)] + list.arguments
        ) { ($0.number("id"), $0.text("title")) }
        let titleOfChannel = Dictionary(titles, uniquingKeysWith: { first, _ in first })
        return most.compactMap { channel in
            titleOfChannel[channel].map { SearchResults.Feed(title: $0, count: counts[channel] ?? 0) }
        }
    }
}
