import Foundation
public import News

/// Reads lists and stories.
public struct StoryService: Sendable {
    let context: LibraryContext

    /// Rows per list.
    public static let maxDepth = 2000

    /// The first rows of a list; saved and ticked stories by their marks.
    /// - Parameters:
    ///   - depth: at most `maxDepth`.
    ///   - asOf: excludes later arrivals, so that the list is stable across *Load more*.
    /// - Throws: `.notThere` for an unknown folder or channel.
    public func list(
        _ list: StoryList, for reader: ReaderID, depth: Int, unreadOnly: Bool = false,
        order: StoryOrder = .newestFirst, asOf: StoryID? = nil
    ) async throws(LibraryError) -> StoryListResult {
        let now = context.now()
        let filter = StoryFilter(
            isUnreadOnly: unreadOnly || list.isUnread, order: order, asOf: asOf?.rawValue ?? .max)
        return try await context.database.read { [sources = context.sources] transaction in
            let query = StoryListQuery(
                transaction: transaction, reader: reader.rawValue, now: now, sources: sources)
            var result = try query.load(list, depth: min(max(1, depth), Self.maxDepth), filter: filter)
            result.newSince = try ReaderVisits.previousVisit(transaction, reader: reader.rawValue)?.at
            return result
        }
    }

    /// Everything a story's page shows.
    /// - Parameter list: determines the neighbours, with the reader's options for it.
    /// - Throws: `.notThere` for an unknown or purged story.
    public func story(
        _ id: StoryID, for reader: ReaderID, in list: StoryList?, prefersFeedText: Bool = false
    ) async throws(LibraryError) -> StoryDetails {
        let now = context.now()
        return try await context.database.read { transaction in
            try StoryDetailsQuery(
                transaction: transaction, reader: reader.rawValue, now: now, prefersFeedText: prefersFeedText
            ).details(of: id.rawValue, in: list)
        }
    }

    /// What changes with the pages of a list's stories, in the list's order.
    /// - Parameters:
    ///   - list: of marked stories.
    ///   - limit: at most `maxDepth`.
    public func contentVersions(
        of list: StoryList, for reader: ReaderID, limit: Int
    ) async throws(LibraryError) -> [StoryContentVersion] {
        guard let kind = list.markKind else { return [] }
        return try await context.database.read { transaction in
            let scope = try StoryScope(list, for: reader.rawValue, transaction)
            let query = MarkedStoriesQuery(transaction: transaction, reader: reader.rawValue, kind: kind, scope: scope)
            let stories = try query.first(min(max(1, limit), Self.maxDepth), filter: StoryFilter())
            return try StoryContentVersion.load(stories.map(\.story), transaction)
        }
    }

    /// Whether a channel seems truncated.
    public func truncationGuess(of channel: ChannelID) async throws(LibraryError) -> TruncationGuess {
        try await context.database.read { transaction in
            try FullTextQuery(transaction: transaction, now: .distantPast).guess(of: channel.rawValue)
        }
    }

    /// How many stories of each list are unread; lists of marked stories have no such number.
    public func unreadCounts(
        of lists: [StoryList], for reader: ReaderID
    ) async throws(LibraryError) -> [StoryList: BoundedCount] {
        try await context.database.read { transaction in
            let counts = try UnreadCountQuery(transaction: transaction, reader: reader.rawValue)
            return try Dictionary(
                lists.filter { !$0.isMarked }.map {
                    ($0, try counts.count(in: try StoryScope($0, for: reader.rawValue, transaction)))
                },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// The unread stories of every channel in one query; channels without any, and muted ones, are left out.
    public func unreadCountsByChannel(for reader: ReaderID) async throws(LibraryError) -> [ChannelID: BoundedCount] {
        try await context.database.read { transaction in
            let counts = try UnreadCountQuery(transaction: transaction, reader: reader.rawValue).perChannel()
            return Dictionary(uniqueKeysWithValues: counts.map { (ChannelID(rawValue: $0.key), $0.value) })
        }
    }

    /// Arrivals in an edition since `story`, up to 1,000.
    public func newStoryCount(
        since story: StoryID, for reader: ReaderID, in edition: EditionID = .mine
    ) async throws(LibraryError) -> Int {
        try await context.database.read { transaction in
            let scope = try StoryScope(.within(edition, .everything), for: reader.rawValue, transaction)
            return try NewStoryCounts(transaction: transaction, reader: reader.rawValue, scope: scope).count(
                after: story.rawValue)
        }
    }

    /// Current counts; stories without any are left out.
    public func engagement(of stories: [StoryID], for reader: ReaderID) async throws(LibraryError) -> [EngagementCounts]
    {
        try await context.database.read { transaction in
            try stories.compactMap { try EngagementCounts.load($0, for: reader, transaction) }
        }
    }
}
