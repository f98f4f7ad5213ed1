import Foundation

/// The removal of old stories. Their IDs, keys and link hashes stay, so that they are not imported again.
struct StoryPurger {
    let transaction: Transaction
    let retention: RetentionPolicy
    let now: Date

    private static let batchSize = 200

    private struct PurgeCandidate {
        var cursor: ListCursor
        var isExpired: Bool
    }

    /// Processes a batch of a channel's stories, the oldest first. Returns the number of purged stories, and the start
    /// of the next batch; nil if there is none.
    func batch(of channel: Int64, above start: ListCursor) throws -> (purged: Int, next: ListCursor?) {
        guard let newestKept = try cutoff(of: channel) else { return (0, nil) }
        let old = try transaction.all(
            Self.selectSQL,
            [
                .date(daysAgo(retention.readDays)), .date(daysAgo(retention.unreadDays)), .number(channel),
            ] + start.arguments + newestKept.arguments + [.number(Self.batchSize)]
        ) { row in
            PurgeCandidate(
                cursor: ListCursor(sortKey: row.number("shown_at"), story: row.number("story_id")),
                isExpired: row.bool("is_expired"))
        }
        for story in old where story.isExpired { try purge(story.cursor.story, from: channel) }
        return (old.count(where: \.isExpired), old.count == Self.batchSize ? old.last?.cursor : nil)
    }

    /// The query for a batch. A story is expired if no reader has saved or ticked it, it has no draft, and it is old
    /// enough for all subscriptions.
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
                and coalesce(m.is_set, case when s.id > u.read_through then 0 else 1 end) = 0) then 0
            else 1 end as is_expired
        from channel_story cs join story s on s.id = cs.story_id
        where cs.channel_id = ? and (cs.shown_at, cs.story_id) > (?, ?) and (cs.shown_at, cs.story_id) < (?, ?)
        order by cs.shown_at, cs.story_id limit ?
        """

    /// Returns the position below which stories may be purged: that of the oldest story that is always kept, or the top
    /// if no story is always kept. Nil if the channel has fewer stories than the minimum.
    private func cutoff(of channel: Int64) throws -> ListCursor? {
        let isFollowed = try transaction.exists(
            "select 1 from subscription where channel_id = ? limit 1", [.number(channel)])
        guard isFollowed, retention.minimumPerChannel > 0 else { return .top }
        return try transaction.first(
            """
            select shown_at, story_id from channel_story where channel_id = ?
            order by shown_at desc, story_id desc limit 1 offset ?
            """, [.number(channel), .number(retention.minimumPerChannel - 1)]
        ) { ListCursor(sortKey: $0.number("shown_at"), story: $0.number("story_id")) }
    }

    /// Removes all stories of a channel that nobody has any more.
    func purgeAll(of channel: Int64) throws {
        let stories = try transaction.numbers(
            "select story_id from channel_story where channel_id = ?", [.number(channel)])
        for story in stories { try purge(story, from: channel) }
    }

    private func daysAgo(_ count: Int) -> Date { now.addingTimeInterval(-Double(count) * 86400) }

    private func purge(_ story: Int64, from channel: Int64) throws {
        try transaction.run(
            "delete from channel_story where channel_id = ? and story_id = ?", [.number(channel), .number(story)])
        // Another channel of the source may contain the story.
        guard try !transaction.exists("select 1 from channel_story where story_id = ? limit 1", [.number(story)]) else {
            return
        }
        try deleteContent(of: story)
        try transaction.run(
            """
            update story set purged_at = ?, title = '', dek = null, byline = null, link = null, external_link = null,
              tags = '[]', enclosures = '[]', discussion_link = null, poll = '[]', title_hash = null
            where id = ?
            """, [.date(now), .number(story)])
    }

    /// Deletes the text, pictures and comments of a story, and everything fetched for it. Its own row and its rows in
    /// channels stay.
    func deleteContent(of story: Int64) throws {
        try StorySearchIndex(transaction: transaction).remove(story)
        let pictures = try transaction.numbers(
            "select picture_id from story_picture where story_id = ?", [.number(story)])
        let fullTextPictures = try FullTextWriter(transaction: transaction).delete(story)
        for table in ["story_text", "story_original", "story_picture", "muted_story", "headline", "reading_progress"] {
            try transaction.run("delete from \(table) where story_id = ?", [.number(story)])
        }
        for picture in Set(pictures + fullTextPictures).sorted() {
            try PictureWriter(transaction: transaction).deleteIfUnused(picture)
        }
        try DiscussionWriter.deleteAll(story, transaction)
        try LinkedPageStore(transaction: transaction, policy: .standard).delete(story: story)
        try leaveGroup(story)
        try StoryLinker(transaction: transaction).remove(story)
    }

    private func leaveGroup(_ story: Int64) throws {
        let group = try transaction.number("select group_id from story_group where story_id = ?", [.number(story)])
        guard let group else { return }
        try transaction.run("delete from story_group where story_id = ?", [.number(story)])
        // A group with one remaining story is dissolved.
        try transaction.run(
            """
            delete from story_group where group_id = ? and
              (select count(*) from story_group g where g.group_id = story_group.group_id) = 1
            """, [.number(group)])
    }
}

/// The rules for keeping stories; saved and ticked stories are kept for ever.
public struct RetentionPolicy: Sendable, Hashable {
    /// The number of days after arrival that a read story is kept.
    public var readDays: Int
    /// The number of days after arrival that an unread story is kept.
    public var unreadDays: Int
    /// The number of newest stories that are always kept in each followed channel.
    public var minimumPerChannel: Int

    /// The default policy: 90 days if read, 180 days if unread, 50 stories per channel.
    public static let standard = RetentionPolicy()

    public init(readDays: Int = 90, unreadDays: Int = 180, minimumPerChannel: Int = 50) {
        self.readDays = readDays
        self.unreadDays = unreadDays
        self.minimumPerChannel = minimumPerChannel
    }
}
