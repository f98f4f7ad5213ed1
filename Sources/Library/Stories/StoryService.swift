import Foundation
public import News

/// Reads lists of stories and single stories for one reader.
public struct StoryService: Sendable {
    let context: LibraryContext

    /// The most rows that one list returns.
    public static let maxDepth = 2000

    /// The front page: each folder's top stories. A folder shows at most one story per channel while other channels of
    /// it have stories from the last 48 hours; duplicates are shown once on the whole page.
    ///
    /// For another edition than `mine`: the newest stories of each section, in the sections' order, including empty
    /// sections.
    /// - Parameter featured: how many featured stories to return besides, for another edition than `mine`.
    public func frontPage(
        for reader: ReaderID, of edition: EditionID = .mine, rowsPerSection: Int = 3, featured: Int = 0
    ) async throws(LibraryError) -> FrontPage {
        let now = context.now()
        let size = max(1, rowsPerSection)
        return try await context.database.read { transaction in
            guard edition == .mine else {
                return try EditionFrontPageBuilder(
                    transaction: transaction, reader: reader.rawValue, now: now, edition: edition, rowsPerSection: size,
                    featuredCount: featured
                ).build()
            }
            return try FrontPageBuilder(
                transaction: transaction, reader: reader.rawValue, now: now, rowsPerSection: size
            ).build()
        }
    }

    /// The first rows of a list, newest first; `saved` by the latest mark.
    /// - Parameters:
    ///   - depth: how many rows, at most `maxDepth`.
    ///   - unreadOnly: leaves out read stories; `unread` always does.
    ///   - asOf: leaves out later arrivals, so that the list is stable across *Load more*.
    /// - Throws: `.notThere` when the reader has no such folder or channel.
    public func list(
        _ list: StoryList, for reader: ReaderID, depth: Int, unreadOnly: Bool = false, asOf: StoryID? = nil
    ) async throws(LibraryError) -> StoryListResult {
        let now = context.now()
        let filter = StoryFilter(isUnreadOnly: unreadOnly || list.isUnread, asOf: asOf?.rawValue ?? .max)
        return try await context.database.read { transaction in
            let query = StoryListQuery(transaction: transaction, reader: reader.rawValue, now: now)
            var result = try query.load(list, depth: min(max(1, depth), Self.maxDepth), filter: filter)
            result.newSince = try ReaderVisits.previousVisit(transaction, reader: reader.rawValue)?.at
            return result
        }
    }

    /// Everything a story's page shows.
    /// - Parameters:
    ///   - list: the list from which it was opened, for its neighbours there.
    ///   - asGiven: returns the feed's text even if there is a full text.
    /// - Throws: `.notThere` when there is no such story, or it was purged.
    public func story(
        _ id: StoryID, for reader: ReaderID, in list: StoryList?, asGiven: Bool = false
    ) async throws(LibraryError) -> StoryDetails {
        let now = context.now()
        return try await context.database.read { transaction in
            try StoryQuery(transaction: transaction, reader: reader.rawValue, now: now, prefersFeedText: asGiven)
                .details(of: id.rawValue, in: list)
        }
    }

    /// Whether a channel seems to truncate its stories, and why.
    public func truncationGuess(of channel: ChannelID) async throws(LibraryError) -> TruncationGuess {
        try await context.database.read { transaction in
            try FullTextQuery(transaction: transaction, now: .distantPast).guess(of: channel.rawValue)
        }
    }

    /// How many stories have arrived in an edition's channels since `story`, counted up to 1,000.
    public func newStoryCount(
        since story: StoryID, for reader: ReaderID, in edition: EditionID = .mine
    ) async throws(LibraryError) -> Int {
        try await context.database.read { transaction in
            let scope = try StoryScope(.within(edition, .everything), transaction)
            return try NewStoryCounts(transaction: transaction, reader: reader.rawValue, scope: scope).count(
                after: story.rawValue)
        }
    }

    /// The current engagement counts of stories; those without counts are left out.
    public func engagement(of stories: [StoryID], for reader: ReaderID) async throws(LibraryError) -> [EngagementCounts]
    {
        try await context.database.read { transaction in
            try stories.compactMap { try EngagementCounts.load($0, for: reader, transaction) }
        }
    }

    /// The latest arrival in the reader's channels.
    public func newestStory(for reader: ReaderID) async throws(LibraryError) -> StoryID? {
        try await context.database.read { transaction in
            try NewStoryCounts(transaction: transaction, reader: reader.rawValue).newestStoryID().map {
                StoryID(rawValue: $0)
            }
        }
    }
}
