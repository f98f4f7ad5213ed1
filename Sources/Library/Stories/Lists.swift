import Foundation
import News

/// Reads the beginning of a list.
struct Lists {
    let session: Session
    let reader: Int64
    let now: Date

    func page(_ list: StoryList, depth: Int, filter: StoryFilter) throws -> StoryListPage {
        let title = try title(of: list)
        var candidates = try beginning(of: list, count: depth + 1, filter: filter)
        let hasMore = candidates.count > depth
        if hasMore { candidates.removeLast() }
        let counts = try UnreadCounts(session: session, reader: reader)
        return StoryListPage(
            list: list, title: title,
            rows: try StoryRows(session: session, reader: reader, now: now).rows(of: candidates), hasMore: hasMore,
            unread: list == .saved ? try unreadSaved() : try counts.count(in: Scope(list)),
            through: try Arrivals(session: session, reader: reader).highest().map { StoryID(rawValue: $0) })
    }

    func beginning(of list: StoryList, count: Int, filter: StoryFilter) throws -> [Candidate] {
        if list == .saved {
            return try SavedStories(session: session, reader: reader).newest(count, filter: filter)
        }
        var seen = SeenStories()
        var listing = try Listing(session, reader: reader, scope: Scope(list), filter: filter)
        return try listing.take(count, seen: &seen)
    }

    private func unreadSaved() throws -> BoundedCount {
        let unread = StoryFilter(isUnreadOnly: true)
        let saved = SavedStories(session: session, reader: reader)
        return BoundedCount(counted: try saved.newest(BoundedCount.limit + 1, filter: unread).count)
    }

    private func title(of list: StoryList) throws -> String {
        switch list {
        case .section(let id): return try folderTitle(id.rawValue)
        case .channel(let id): return try channelTitle(id.rawValue)
        case .unread: return "Unread"
        case .saved: return "Saved"
        case .everything: return "All stories"
        }
    }

    private func folderTitle(_ id: Int64) throws -> String {
        let title = try session.first(
            "select title from folder where id = ? and (reader_id = ? or reader_id is null)",
            [.number(id), .number(reader)]
        ) { $0.words() }
        guard let title else { throw LibraryError.notThere }
        return title
    }

    private func channelTitle(_ id: Int64) throws -> String {
        let title = try session.first(
            """
            select coalesce(u.title, c.title) from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ? and u.channel_id = ?
            """, [.number(reader), .number(id)]
        ) { $0.words() }
        guard let title else { throw LibraryError.notThere }
        return title
    }

    /// The reader's folders in order, *Other* last.
    static func folders(_ session: Session, reader: Int64) throws -> [(id: Int64, title: String)] {
        try session.all(
            "select id, title from folder where reader_id = ? order by position, id", [.number(reader)]
        ) { (id: $0.number(), title: $0.words()) } + [(id: 0, title: "Other")]
    }
}
