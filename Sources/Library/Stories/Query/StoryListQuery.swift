import Foundation
import News

/// A query for the rows of a list with its title and counts.
struct StoryListQuery {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    let sources: SourceCatalog

    func load(_ list: StoryList, depth: Int, filter: StoryFilter) throws -> StoryListResult {
        let title = try title(of: list)
        let scope = try StoryScope(list, for: reader, transaction)
        let section = try section(of: list)
        let onlyChannel = try scope.onlyChannel(for: reader, transaction)
        var refs = try firstStories(of: list, in: scope, onlyChannel, count: depth + 1, filter: filter)
        let hasMore = refs.count > depth
        if hasMore { refs.removeLast() }
        let counts = try UnreadCountQuery(transaction: transaction, reader: reader)
        let hasOlderStories =
            try !hasMore && filter.order == .newestFirst && Self.supportsOlderStories(list)
            && OlderStoriesQueue.hasOlderStories(list, reader: reader, transaction)
        var result = StoryListResult(
            list: list, title: title,
            rows: try StoryRowQuery(
                transaction: transaction, reader: reader, now: now, includesMuteReasons: list.isMarked
            ).rows(of: refs), hasMore: hasMore,
            unread: try list.markKind.map { try unreadMarked($0, in: scope) } ?? counts.count(in: scope),
            asOf: try NewStoryCountQuery(transaction: transaction, reader: reader).highestStoryID().map {
                StoryID(rawValue: $0)
            },
            edition: section?.edition, key: section?.key)
        result.hasOlderStories = hasOlderStories
        result.keptBack = try KeptBackQuery(transaction: transaction, reader: reader, now: now).count(in: scope)
        let rankQuery = StoryRankQuery(transaction: transaction, reader: reader, sources: sources)
        result.hasRankedChannel = try rankQuery.hasRankedChannel(refs)
        guard let onlyChannel, try rankQuery.hasOwnOrder(onlyChannel) else { return result }
        result.isRanked = true
        guard filter.order == .newestFirst else { return result }
        let ranks = try rankQuery.ranks(of: refs, in: onlyChannel)
        for index in result.rows.indices { result.rows[index].rank = ranks[result.rows[index].id.rawValue] }
        return result
    }

    /// Returns the edition and the key of a section; nil for other lists and for folders.
    private func section(of list: StoryList) throws -> (edition: EditionID, key: String)? {
        guard case .section(let id) = list else { return nil }
        return try transaction.first(
            "select edition, path from folder where id = ? and edition is not null", [.number(id.rawValue)]
        ) { (edition: EditionID(rawValue: $0.text("edition")), key: $0.text("path")) }
    }

    /// Returns true if older stories can be fetched for the list. Lists over all channels end with the stored stories,
    /// because fetching would query too many origins.
    static func supportsOlderStories(_ list: StoryList) -> Bool {
        switch list {
        case .section, .channel: true
        default: false
        }
    }

    private func firstStories(
        of list: StoryList, in scope: StoryScope, _ onlyChannel: Int64?, count: Int, filter: StoryFilter
    ) throws -> [StoryReference] {
        if let kind = list.markKind {
            return try MarkedStoriesQuery(transaction: transaction, reader: reader, kind: kind, scope: scope)
                .first(count, filter: filter)
        }
        if case .search(let query, let list) = list {
            let found = try SearchListQuery(transaction: transaction, reader: reader).find(
                SearchQuery(query, now: now), in: list)
            return Array(found.references.prefix(count))
        }
        var seen = Deduplicator()
        var cursor = try MergedStoryCursor(
            transaction, reader: reader, scope: scope, filter: filter,
            sortKey: StorySortKey(ofOnlyChannel: onlyChannel, transaction))
        return try cursor.take(count, seen: &seen)
    }

    private func unreadMarked(_ kind: MarkKind, in scope: StoryScope) throws -> BoundedCount {
        let unread = StoryFilter(isUnreadOnly: true)
        let marked = MarkedStoriesQuery(transaction: transaction, reader: reader, kind: kind, scope: scope)
        return BoundedCount(counted: try marked.first(BoundedCount.limit + 1, filter: unread).count)
    }

    private func title(of list: StoryList) throws -> String {
        switch list {
        case .section(let id): return try folderTitle(id.rawValue)
        case .channel(let id): return try channelTitle(id.rawValue)
        case .unread, .within(_, .unread): return "Unread"
        case .saved, .within(_, .saved): return "Saved"
        case .within(_, .ticked): return "Ticked"
        case .everything, .within(_, .everything): return "All stories"
        case .search(let query, _): return query
        }
    }

    private func folderTitle(_ id: Int64) throws -> String {
        let title = try transaction.text(
            "select title from folder where id = ? and (reader_id = ? or reader_id is null)",
            [.number(id), .number(reader)])
        guard let title else { throw LibraryError.notThere }
        return title
    }

    private func channelTitle(_ id: Int64) throws -> String {
        let title = try transaction.text(
            """
            select coalesce(u.title, c.title) from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ? and u.channel_id = ?
            """, [.number(reader), .number(id)])
        guard let title else { throw LibraryError.notThere }
        return title
    }

    /// Returns the reader's folders in order; *Other* comes last.
    static func folders(_ transaction: Transaction, reader: Int64) throws -> [(id: Int64, title: String)] {
        try transaction.all(
            "select id, title from folder where reader_id = ?\(FolderWriter.isFolderSQL) order by position, id",
            [.number(reader)]
        ) { (id: $0.number("id"), title: $0.text("title")) } + [(id: 0, title: "Other")]
    }
}
