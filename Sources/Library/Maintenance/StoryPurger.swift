import Foundation

/// Purges old stories; ids, keys and the hash of the link stay, so that they are not imported again.
struct StoryPurger {
    let transaction: Transaction
    let retention: RetentionPolicy
    let now: Date

    private static let batchSize = 200

    private struct PurgeCandidate {
        var cursor: ListCursor
        var isExpired: Bool
    }

    /// Processes a batch, oldest first; returns the number purged, and where the next batch begins.
    func batch(of channel: Int64, above start: ListCursor) throws -> (purged: Int, next: ListCursor?) {
        guard let newestKept = try cutoff(of: channel) else { return (0, nil) }
        let old = try transaction.all(
            Self.selectSQL,
            [
                .date(daysAgo(retention.readDays)), .date(daysAgo(retention.unreadDays)), .number(channel),
            ] + start.arguments + newestKept.arguments + [.number(Self.batchSize)]
        ) { row in
            PurgeCandidate(
                cursor: ListCursor(shownAt: row.number("shown_at"), story: row.number("story_id")),
                isExpired: row.bool("is_expired"))
        }
        for story in old where story.isExpired { try purge(story.cursor.story, from: channel) }
        return (old.count(where: \.isExpired), old.count == Self.batchSize ? old.last?.cursor : nil)
    }

    /// Expired: saved or ticked by no reader, without a draft, and old enough for all subscriptions.
    private static let selectSQL = """
        select cs.shown_at, cs.story_id, case
            when s.arrived_at >= ? then 0
            when exists (
              select 1 from mark k where k.story_id = s.id and \(MarkKind.keptCondition("k"))
            ) then 0
            when exists (select 1 from draft d where d.story_id = s.id and d.story_id > 0) then 0
            when s.arrived_at < ? then 1
            when exists (
              select 1 from subscription u
              left join mark m on m.reader_id = u.reader_id and m.kind = \(MarkKind.read.databaseValue)
                and m.story_id = s.id
              where u.channel_id = cs.channel_id
                and coalesce(m.value, case when s.id > u.read_through then 0 else 1 end) = 0) then 0
            else 1 end as is_expired
        from channel_story cs join story s on s.id = cs.story_id
        where cs.channel_id = ? and (cs.shown_at, cs.story_id) > (?, ?) and (cs.shown_at, cs.story_id) < (?, ?)
        order by cs.shown_at, cs.story_id limit ?
        """

    /// The oldest story that is always kept.
    private func cutoff(of channel: Int64) throws -> ListCursor? {
        let isFollowed = try transaction.exists(
            "select 1 from subscription where channel_id = ? limit 1", [.number(channel)])
        guard isFollowed, retention.minimumPerChannel > 0 else { return .top }
        return try transaction.first(
            """
            select shown_at, story_id from channel_story where channel_id = ?
            order by shown_at desc, story_id desc limit 1 offset ?
            """, [.number(channel), .number(retention.minimumPerChannel - 1)]
        ) { ListCursor(shownAt: $0.number("shown_at"), story: $0.number("story_id")) }
    }

    private func daysAgo(_ count: Int) -> Date { now.addingTimeInterval(-Double(count) * 86400) }

    private func purge(_ story: Int64, from channel: Int64) throws {
        try transaction.run(
            "delete from channel_story where channel_id = ? and story_id = ?", [.number(channel), .number(story)])
        // Another channel of the source may contain it.
        guard try !transaction.exists("select 1 from channel_story where story_id = ? limit 1", [.number(story)]) else {
            return
        }
        try deleteContent(of: story)
        try transaction.run(
            """
            update story set purged_at = ?, title = '', dek = null, byline = null, link = null, external_link = null,
              topics = '[]', enclosures = '[]', discussion = null, poll = '[]', title_key = null
            where id = ?
            """, [.date(now), .number(story)])
    }

    /// All but its own row and its lists: text, pictures, comments, what was fetched for it.
    func deleteContent(of story: Int64) throws {
        try StorySearchIndex(transaction: transaction).remove(story)
        let pictures = try transaction.numbers(
            "select picture_id from story_picture where story_id = ?", [.number(story)])
        let fullTextPictures = try FullTextWriter(transaction: transaction).delete(story)
        for table in ["story_text", "story_original", "story_picture", "muted_story", "reading_progress"] {
            try transaction.run("delete from \(table) where story_id = ?", [.number(story)])
        }
        for picture in Set(pictures + fullTextPictures).sorted() {
            try PictureWriter(transaction: transaction).deleteIfUnused(picture)
        }
        try DiscussionWriter.deleteAll(story, transaction)
        try LinkedPageStore(transaction: transaction, policy: .standard).delete(story: story)
        try leaveGroup(story)
    }

    private func leaveGroup(_ story: Int64) throws {
        let group = try transaction.number("select group_id from story_group where story_id = ?", [.number(story)])
        guard let group else { return }
        try transaction.run("delete from story_group where story_id = ?", [.number(story)])
        // A group of one is dissolved.
        try transaction.run(
            """
            delete from story_group where group_id = ? and
              (select count(*) from story_group g where g.group_id = story_group.group_id) = 1
            """, [.number(group)])
    }
}

/// How long stories are kept; saved and ticked ones for ever.
public struct RetentionPolicy: Sendable, Hashable {
    /// Days after arrival, if read.
    public var readDays: Int
    /// Days after arrival, if unread.
    public var unreadDays: Int
    /// Newest stories always kept per followed channel.
    public var minimumPerChannel: Int

    public static let standard = RetentionPolicy()

    public init(readDays: Int = 90, unreadDays: Int = 180, minimumPerChannel: Int = 50) {
        self.readDays = readDays
        self.unreadDays = unreadDays
        self.minimumPerChannel = minimumPerChannel
    }
}
