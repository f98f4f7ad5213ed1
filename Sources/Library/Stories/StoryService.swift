import Foundation
public import News

/// Lists of stories and single ones, as one reader sees them.
public struct StoryService: Sendable {
    let context: LibraryContext

    /// The deepest list that is read at once.
    public static let maxDepth = 2000

    /// Each folder's top stories. They hold at most one story per channel while other channels of the folder have
    /// news from the last 48 hours; a story that several origins tell is shown once on the whole page.
    ///
    /// Of another edition than `mine`: the newest stories of each of its sections, in the sections' order. A section
    /// without stories stands there too, since it is part of the paper.
    /// - Parameter featured: how many stories of honour are wanted beside them, of another edition than `mine`.
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

    /// The beginning of a list, newest first; `saved` by the newest mark first.
    /// - Parameters:
    ///   - depth: how many rows, at most `deepest`.
    ///   - unreadOnly: leaves out what is read; `unread` always does.
    ///   - asOf: leaves out what arrived later, so that a list holds still between *Load more* and *Load more*.
    /// - Throws: `.notThere` when the reader has no such folder or channel.
    public func list(
        _ list: StoryList, for reader: ReaderID, depth: Int, unreadOnly: Bool = false, asOf: StoryID? = nil
    ) async throws(LibraryError) -> StoryListResult {
        let now = context.now()
        let filter = StoryFilter(isUnreadOnly: unreadOnly || list.isUnread, asOf: asOf?.rawValue ?? .max)
        return try await context.database.read { transaction in
            let lists = StoryListQuery(transaction: transaction, reader: reader.rawValue, now: now)
            var page = try lists.load(list, depth: min(max(1, depth), Self.maxDepth), filter: filter)
            page.newSince = try ReaderVisits.previousVisit(transaction, reader: reader.rawValue)?.at
            return page
        }
    }

    /// Everything a story's page shows.
    /// - Parameters:
    ///   - list: the list it was opened from, for its neighbours there.
    ///   - asGiven: shows what the channel gave also where there is a whole text.
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

    /// Whether a channel looks as if it gave only the beginnings of its stories, and why.
    public func truncationGuess(of channel: ChannelID) async throws(LibraryError) -> TruncationGuess {
        try await context.database.read { transaction in
            try FullTextQuery(transaction: transaction, now: .distantPast).guess(of: channel.rawValue)
        }
    }

    /// How many stories have come into an edition's channels after that one, counted up to 1,000.
    public func newStoryCount(
        since story: StoryID, for reader: ReaderID, in edition: EditionID = .mine
    ) async throws(LibraryError) -> Int {
        try await context.database.read { transaction in
            let scope = try StoryScope(.within(edition, .everything), transaction)
            return try NewStoryCounts(transaction: transaction, reader: reader.rawValue, scope: scope).count(
                after: story.rawValue)
        }
    }

    /// How much is said of stories now, for pages that show them: those of which nothing is counted are left out.
    public func engagement(of stories: [StoryID], for reader: ReaderID) async throws(LibraryError) -> [EngagementCounts]
    {
        try await context.database.read { transaction in
            try stories.compactMap { try EngagementCounts.load($0, for: reader, transaction) }
        }
    }

    /// The story that arrived last in the reader's channels.
    public func newestStory(for reader: ReaderID) async throws(LibraryError) -> StoryID? {
        try await context.database.read { transaction in
            try NewStoryCounts(transaction: transaction, reader: reader.rawValue).newestStoryID().map {
                StoryID(rawValue: $0)
            }
        }
    }
}
