import Foundation
import News

/// Reads the beginning of a list.
struct Lists {
    let session: Session
    let reader: Int64
    let now: Date

    func page(_ list: StoryList, depth: Int, filter: StoryFilter) throws -> StoryListPage {
        let title = try title(of: list)
        let section = try section(of: list)
        var candidates = try beginning(of: list, count: depth + 1, filter: filter)
        let hasMore = candidates.count > depth
        if hasMore { candidates.removeLast() }
        let counts = try UnreadCounts(session: session, reader: reader)
        let goesOn = try !hasMore && Self.mayGoOn(list) && OlderPages.goesOn(list, reader: reader, session)
        var page = StoryListPage(
            list: list, title: title,
            rows: try StoryRows(session: session, reader: reader, now: now, namesMutes: list.isSaved).rows(
                of: candidates), hasMore: hasMore,
            unread: list.isSaved ? try unreadSaved(list) : try counts.count(in: try Scope(list, session)),
            through: try Arrivals(session: session, reader: reader).highest().map { StoryID(rawValue: $0) },
            edition: section?.edition, key: section?.key)
        page.goesOn = goesOn
        return page
    }

    /// Of an edition's section, whose it is and what it is called there; nil for anything else.
    private func section(of list: StoryList) throws -> (edition: EditionID, key: String)? {
        guard case .section(let id) = list else { return nil }
        return try session.first(
            "select edition, path from folder where id = ? and edition is not null", [.number(id.rawValue)]
        ) { (edition: EditionID(rawValue: $0.words()), key: $0.words()) }
    }

    /// Lists over everything end with what is known: nobody reads a thousand origins backwards.
    static func mayGoOn(_ list: StoryList) -> Bool {
        switch list {
        case .section, .channel: true
        default: false
        }
    }

    func beginning(of list: StoryList, count: Int, filter: StoryFilter) throws -> [Candidate] {
        let scope = try Scope(list, session)
        if list.isSaved {
            return try SavedStories(session: session, reader: reader, scope: scope).newest(count, filter: filter)
        }
        var seen = SeenStories()
        var listing = try Listing(session, reader: reader, scope: scope, filter: filter)
        return try listing.take(count, seen: &seen)
    }

    private func unreadSaved(_ list: StoryList) throws -> BoundedCount {
        let unread = StoryFilter(isUnreadOnly: true)
        let saved = SavedStories(session: session, reader: reader, scope: try Scope(list, session))
        return BoundedCount(counted: try saved.newest(BoundedCount.limit + 1, filter: unread).count)
    }

    private func title(of list: StoryList) throws -> String {
        switch list {
        case .section(let id): return try folderTitle(id.rawValue)
        case .channel(let id): return try channelTitle(id.rawValue)
        case .unread, .within(_, .unread): return "Unread"
        case .saved, .within(_, .saved): return "Saved"
        case .everything, .within(_, .everything): return "All stories"
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
