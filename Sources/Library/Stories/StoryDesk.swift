import Foundation
public import News

/// Lists of stories and single ones, as one reader sees them.
public struct StoryDesk: Sendable {
    let house: House

    /// The deepest list that is read at once.
    public static let deepest = 2000

    /// Each folder's top stories. They hold at most one story per channel while other channels of the folder have
    /// news from the last 48 hours; a story that several origins tell is shown once on the whole page.
    ///
    /// Of another edition than `mine`: the newest stories of each of its sections, in the sections' order. A section
    /// without stories stands there too, since it is part of the paper.
    /// - Parameter featured: how many stories of honour are wanted beside them, of another edition than `mine`.
    public func frontPage(
        for reader: ReaderID, of edition: EditionID = .mine, rowsPerSection: Int = 3, featured: Int = 0
    ) async throws(LibraryError) -> FrontPage {
        let now = house.now()
        let size = max(1, rowsPerSection)
        return try await house.store.read { session in
            guard edition == .mine else {
                return try EditionFront(
                    session: session, reader: reader.rawValue, now: now, edition: edition, size: size,
                    honoured: featured
                ).page()
            }
            return try FrontPageMaker(session: session, reader: reader.rawValue, now: now, size: size).page()
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
    ) async throws(LibraryError) -> StoryListPage {
        let now = house.now()
        let filter = StoryFilter(isUnreadOnly: unreadOnly || list.isUnread, through: asOf?.rawValue ?? .max)
        return try await house.store.read { session in
            let lists = Lists(session: session, reader: reader.rawValue, now: now)
            var page = try lists.page(list, depth: min(max(1, depth), Self.deepest), filter: filter)
            page.newSince = try Visits.before(session, reader: reader.rawValue)?.at
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
    ) async throws(LibraryError) -> StoryFacts {
        let now = house.now()
        return try await house.store.read { session in
            try StoryReading(session: session, reader: reader.rawValue, now: now, isAsGiven: asGiven)
                .facts(of: id.rawValue, in: list)
        }
    }

    /// Whether a channel looks as if it gave only the beginnings of its stories, and why.
    public func fullTextGuess(of channel: ChannelID) async throws(LibraryError) -> FullTextGuess {
        try await house.store.read { session in
            try FullTextStanding(session: session, now: .distantPast).guess(of: channel.rawValue)
        }
    }

    /// How many stories have come into an edition's channels after that one, counted up to 1,000.
    public func arrived(
        since story: StoryID, for reader: ReaderID, in edition: EditionID = .mine
    ) async throws(LibraryError) -> Int {
        try await house.store.read { session in
            let scope = try Scope(.within(edition, .everything), session)
            return try Arrivals(session: session, reader: reader.rawValue, scope: scope).count(after: story.rawValue)
        }
    }

    /// How much is said of stories now, for pages that show them: those of which nothing is counted are left out.
    public func talk(of stories: [StoryID], for reader: ReaderID) async throws(LibraryError) -> [StoryTalkFact] {
        try await house.store.read { session in
            try stories.compactMap { try StoryTalkFact.read($0, for: reader, session) }
        }
    }

    /// The story that arrived last in the reader's channels.
    public func newest(for reader: ReaderID) async throws(LibraryError) -> StoryID? {
        try await house.store.read { session in
            try Arrivals(session: session, reader: reader.rawValue).newest().map { StoryID(rawValue: $0) }
        }
    }
}
