import Foundation
public import News

/// A service that reads lists and stories.
public struct StoryService: Sendable {
    let context: LibraryContext

    /// The maximum number of rows in a list.
    public static let maxDepth = 2000

    /// Returns the first rows of a list; saved and ticked stories are sorted by the time of marking.
    /// - Parameters:
    ///   - depth: the number of rows, at most `maxDepth`.
    ///   - asOf: the newest story to include, so that the list is stable across *Load more*; nil for all.
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

    /// Returns the data of a story's page.
    /// - Parameter list: the list that determines the neighbours, with the reader's options for it.
    /// - Throws: `.notThere` for an unknown or purged story, and for another reader's.
    public func story(
        _ id: StoryID, for reader: ReaderID, in list: StoryList?, prefersFeedText: Bool = false
    ) async throws(LibraryError) -> StoryDetails {
        let now = context.now()
        return try await context.database.read { transaction in
            try Self.requireVisible([id], for: reader, transaction)
            return try StoryDetailsQuery(
                transaction: transaction, reader: reader.rawValue, now: now, prefersFeedText: prefersFeedText
            ).details(of: id.rawValue, in: list)
        }
    }

    /// Checks that none of the stories is another reader's; unknown ones are no matter.
    /// - Throws: `.notThere`.
    public func requireVisible(_ stories: [StoryID], for reader: ReaderID) async throws(LibraryError) {
        guard !stories.isEmpty else { return }
        try await context.database.read { try Self.requireVisible(stories, for: reader, $0) }
    }

    private static func requireVisible(
        _ stories: [StoryID], for reader: ReaderID, _ transaction: Transaction
    ) throws {
        let foreign = try StoryVisibility(transaction: transaction, reader: reader.rawValue)
            .foreign(among: stories.map(\.rawValue))
        guard foreign.isEmpty else { throw LibraryError.notThere }
    }

    /// Returns the content versions of a list's stories, in the list's order.
    /// - Parameters:
    ///   - list: a list of marked stories; the result is empty for other lists.
    ///   - limit: the number of stories, at most `maxDepth`.
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

    /// Returns the content versions of the existing stories among the given ones, in their order.
    public func contentVersions(of stories: [StoryID]) async throws(LibraryError) -> [StoryContentVersion] {
        try await context.database.read { transaction in
            try StoryContentVersion.load(stories.map(\.rawValue), transaction)
        }
    }

    /// Returns the guess whether a channel's texts are truncated.
    public func truncationGuess(of channel: ChannelID) async throws(LibraryError) -> TruncationGuess {
        try await context.database.read { transaction in
            try FullTextQuery(transaction: transaction, now: .distantPast).guess(of: channel.rawValue)
        }
    }

    /// Returns the number of unread stories in each list; lists of marked stories are left out.
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

    /// Returns the number of unread stories in every channel with one query. Channels without unread stories, and muted
    /// ones, are left out.
    public func unreadCountsByChannel(for reader: ReaderID) async throws(LibraryError) -> [ChannelID: BoundedCount] {
        try await context.database.read { transaction in
            let counts = try UnreadCountQuery(transaction: transaction, reader: reader.rawValue).perChannel()
            return Dictionary(uniqueKeysWithValues: counts.map { (ChannelID(rawValue: $0.key), $0.value) })
        }
    }

    /// Returns the number of stories that arrived in an edition since `story`, up to 1,000.
    public func newStoryCount(
        since story: StoryID, for reader: ReaderID, in edition: EditionID = .mine
    ) async throws(LibraryError) -> Int {
        try await context.database.read { transaction in
            let scope = try StoryScope(.within(edition, .everything), for: reader.rawValue, transaction)
            return try NewStoryCountQuery(transaction: transaction, reader: reader.rawValue, scope: scope).count(
                after: story.rawValue)
        }
    }

    /// Returns the current counts of stories; stories without counts are left out.
    public func engagement(of stories: [StoryID], for reader: ReaderID) async throws(LibraryError) -> [EngagementCounts]
    {
        try await context.database.read { transaction in
            try EngagementCounts.load(stories, for: reader, transaction)
        }
    }
}
