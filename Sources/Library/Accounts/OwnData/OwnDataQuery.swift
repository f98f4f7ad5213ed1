import Foundation
import News

/// A saved story with the time of saving, and the feed that lists it.
struct OwnSavedStory {
    /// The place in the list of saved stories, the newest first.
    typealias Position = (at: Int64, story: Int64)

    var story: SyncStory
    var savedAt: Date
    /// The feed; nil for pages that were saved from elsewhere.
    var feed: SyncFeed?
}

/// How far a feed is read.
struct OwnReadFeed: Encodable {
    var address: String
    var title: String
    /// The arrival of the last story up to which all are read, except for marks; nil if none are.
    var readUntil: Date?
}

/// A mark of the reader.
struct OwnMark: Encodable {
    typealias Position = (kind: Int64, story: Int64)

    var mark: MarkKind
    /// False for a mark that was taken back, such as that of a story that is kept unread.
    var isSet: Bool
    var markedAt: Date
    /// The identifier that the story's origin gave it.
    var identifier: String
    var link: String?
    var title: String
    var position: Position

    private enum CodingKeys: String, CodingKey { case mark, isSet, markedAt, identifier, link, title }
}

/// A query for what is a reader's own, part by part.
struct OwnDataQuery {
    let transaction: Transaction
    let reader: Int64

    /// Returns the next saved stories, and the last of them; nil at the end.
    func savedStories(
        after last: OwnSavedStory.Position?, limit: Int
    ) throws -> (stories: [OwnSavedStory], end: OwnSavedStory.Position?) {
        let marks: [OwnSavedStory.Position] = try transaction.all(
            """
            select at, story_id from mark
            where reader_id = ? and kind = \(MarkKind.saved.databaseValue) and is_set = 1 and (at, story_id) < (?, ?)
            order by at desc, story_id desc limit ?
            """, [.number(reader), .number(last?.at ?? .max), .number(last?.story ?? .max), .number(Int64(limit))]
        ) { ($0.number("at"), $0.number("story_id")) }
        let list = try SyncFeedQuery(transaction: transaction, reader: reader).feeds(in: [])
        let found = try SyncStoryQuery(transaction, reader: reader, list: list)
            .stories(marks.map { StoryID(rawValue: $0.story) }, preferring: [])
        let stories = Dictionary(uniqueKeysWithValues: found.map { ($0.id.rawValue, $0) })
        let feeds = Dictionary(uniqueKeysWithValues: list.feeds.map { ($0.id, $0) })
        let saved = marks.compactMap { mark -> OwnSavedStory? in
            guard let story = stories[mark.story] else { return nil }
            let feed = story.feed == SyncFeed.savedID ? nil : feeds[story.feed]
            return OwnSavedStory(story: story, savedAt: Date(milliseconds: mark.at), feed: feed)
        }
        return (saved, marks.last)
    }

    /// Returns how far each followed feed is read, in the order of their addresses.
    func readUntil() throws -> [OwnReadFeed] {
        let list = try SyncFeedQuery(transaction: transaction, reader: reader).feeds(in: [])
        let arrivals = try transaction.all(
            """
            select channel_id, (select arrived_at from story where id <= read_through order by id desc limit 1) as arrived_at
            from subscription where reader_id = ? and read_through > 0
            """, [.number(reader)]
        ) { ($0.number("channel_id"), $0.optionalDate("arrived_at")) }
        let readUntil = Dictionary(arrivals) { first, _ in first }
        return list.feeds.filter(\.isFollowed).sorted { $0.address < $1.address }.map { feed in
            OwnReadFeed(address: feed.address, title: feed.title, readUntil: readUntil[feed.id.rawValue] ?? nil)
        }
    }

    /// Returns the next marks in the order of their kinds and stories.
    func marks(after last: OwnMark.Position?, limit: Int) throws -> [OwnMark] {
        try transaction.all(
            """
            select m.kind, m.story_id, m.is_set, m.at, s.origin_key, s.link, s.title
            from mark m join story s on s.id = m.story_id
            where m.reader_id = ? and (m.kind, m.story_id) > (?, ?) order by m.kind, m.story_id limit ?
            """, [.number(reader), .number(last?.kind ?? 0), .number(last?.story ?? 0), .number(Int64(limit))]
        ) { row in
            let kind = row.number("kind")
            return OwnMark(
                mark: MarkKind.allCases.first { $0.databaseValue == kind } ?? .opened, isSet: row.bool("is_set"),
                markedAt: row.date("at"), identifier: row.text("origin_key"), link: row.optionalText("link"),
                title: row.text("title"), position: (kind, row.number("story_id")))
        }
    }
}
