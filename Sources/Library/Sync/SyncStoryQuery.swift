import Foundation
import Markup
import News

/// A query for stories with their texts. Stories that no feed of the program lists, such as those of another reader, are
/// left out unless the reader has saved them.
struct SyncStoryQuery {
    let transaction: Transaction
    let reader: Int64
    let feeds: [ChannelID: SyncFeed]

    /// The list of a story, with what it says about the story.
    private struct Place {
        var feed: ChannelID
        var isFollowed: Bool
        var isUnread: Bool
        var showsFullText: Bool
    }

    init(_ transaction: Transaction, reader: Int64, list: SyncFeedList) {
        self.transaction = transaction
        self.reader = reader
        feeds = Dictionary(list.feeds.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns stories in the order of the IDs.
    /// - Parameter preferred: the feeds to prefer for stories that are in several.
    func stories(_ ids: [StoryID], preferring preferred: Set<ChannelID>) throws -> [SyncStory] {
        guard !ids.isEmpty else { return [] }
        let list = SQLList(ids.map(\.rawValue))
        let places = try self.places(list, preferring: preferred)
        let found = try transaction.all(
            """
            select s.id, s.title, s.byline, s.link, s.shown_at, s.arrived_at, s.enclosures, s.tags, s.discussion_link,
              s.comment_count, t.html, case when \(FullTextWriter.isUsedSQL) then f.html end as full_html,
              m.is_set as read_mark, coalesce(k.is_set, 0) as is_saved
            from story s join story_text t on t.story_id = s.id left join full_text f on f.story_id = s.id
            left join mark m on m.reader_id = ? and m.kind = \(MarkKind.read.databaseValue) and m.story_id = s.id
            left join mark k on k.reader_id = ? and k.kind = \(MarkKind.saved.databaseValue) and k.story_id = s.id
            where s.id in \(list.sql) and s.purged_at is null
            """, [.number(reader), .number(reader)] + list.arguments
        ) { story($0, places[$0.number("id")]) }
        let stories = Dictionary(
            found.compactMap(\.self).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return ids.compactMap { stories[$0] }
    }

    private func story(_ row: SQLRow, _ place: Place?) -> SyncStory? {
        let isSaved = row.bool("is_saved")
        guard place != nil || isSaved else { return nil }
        let fullText = place?.showsFullText == false ? nil : row.optionalText("full_html")
        let readMark = row.optionalNumber("read_mark").map { $0 != 0 }
        return SyncStory(
            id: StoryID(rawValue: row.number("id")), feed: place?.feed ?? SyncFeed.savedID, title: row.text("title"),
            byline: row.text("byline"), link: row.text("link"), shownAt: row.date("shown_at"),
            arrivedAt: row.date("arrived_at"), body: SafeHTML(restoring: fullText ?? row.text("html")),
            enclosures: JSONColumn.decodeList(row.text("enclosures")), tags: JSONColumn.decodeList(row.text("tags")),
            discussionLink: row.optionalText("discussion_link"), commentCount: row.optionalInt("comment_count"),
            isRead: readMark ?? (place?.isUnread != true), isSaved: isSaved)
    }

    /// Returns the places of stories: a preferred feed, else a followed one, else the oldest.
    private func places(_ list: SQLList, preferring preferred: Set<ChannelID>) throws -> [Int64: Place] {
        let found = try transaction.all(
            """
            select cs.story_id, cs.channel_id, u.read_through, c.full_text_choice from channel_story cs
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            join channel c on c.id = cs.channel_id
            where cs.story_id in \(list.sql) order by cs.story_id, cs.channel_id
            """, [.number(reader)] + list.arguments
        ) { row -> (story: Int64, place: Place)? in
            let (story, channel) = (row.number("story_id"), ChannelID(rawValue: row.number("channel_id")))
            guard let feed = feeds[channel] else { return nil }
            let place = Place(
                feed: channel, isFollowed: feed.isFollowed, isUnread: story > row.number("read_through"),
                showsFullText: row.text("full_text_choice") != FullTextChoice.never.rawValue)
            return (story, place)
        }
        var places: [Int64: Place] = [:]
        for case (let story, var place)? in found {
            if let known = places[story] {
                place.isUnread = place.isUnread || known.isUnread
                let isBetter =
                    preferred.contains(place.feed) != preferred.contains(known.feed)
                    ? preferred.contains(place.feed) : place.isFollowed && !known.isFollowed
                if !isBetter {
                    (place.feed, place.isFollowed) = (known.feed, known.isFollowed)
                    place.showsFullText = known.showsFullText
                }
            }
            places[story] = place
        }
        return places
    }
}
