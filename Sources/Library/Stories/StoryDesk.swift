import Foundation
public import News

/// Lists of stories and single ones, as one reader sees them.
public struct StoryDesk: Sendable {
    let house: House

    /// The deepest list that is read at once.
    public static let deepest = 2000

    /// Each folder's top stories. They hold at most one story per channel while other channels of the folder have
    /// news from the last 48 hours; a story that several origins tell is shown once on the whole page.
    public func frontPage(for reader: ReaderID, rowsPerSection: Int = 3) async throws(LibraryError) -> FrontPage {
        let now = house.now()
        return try await house.store.read { session in
            try FrontPageMaker(session: session, reader: reader.rawValue, now: now, size: max(1, rowsPerSection)).page()
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
        let filter = StoryFilter(isUnreadOnly: unreadOnly || list == .unread, through: asOf?.rawValue ?? .max)
        return try await house.store.read { session in
            let lists = Lists(session: session, reader: reader.rawValue, now: now)
            var page = try lists.page(list, depth: min(max(1, depth), Self.deepest), filter: filter)
            page.newSince = try Visits.before(session, reader: reader.rawValue)?.at
            return page
        }
    }

    /// Everything a story's page shows.
    /// - Parameter list: the list it was opened from, for its neighbours there.
    /// - Throws: `.notThere` when there is no such story, or it was purged.
    public func story(
        _ id: StoryID, for reader: ReaderID, in list: StoryList?
    ) async throws(LibraryError) -> StoryFacts {
        let now = house.now()
        return try await house.store.read { session in
            try StoryReading(session: session, reader: reader.rawValue, now: now).facts(of: id.rawValue, in: list)
        }
    }

    /// How many stories have come into the reader's channels after that one, counted up to 1,000.
    public func arrived(since story: StoryID, for reader: ReaderID) async throws(LibraryError) -> Int {
        try await house.store.read { session in
            try Arrivals(session: session, reader: reader.rawValue).count(after: story.rawValue)
        }
    }

    /// The story that arrived last in the reader's channels.
    public func newest(for reader: ReaderID) async throws(LibraryError) -> StoryID? {
        try await house.store.read { session in
            try Arrivals(session: session, reader: reader.rawValue).newest().map { StoryID(rawValue: $0) }
        }
    }
}
