import Foundation

/// Lets old stories go (decision 24): their ids and keys stay, so that they are never taken for new ones.
struct Purge {
    let session: Session
    let retention: Retention
    let now: Date

    /// Stories that one transaction looks at.
    private static let size = 200

    private struct Old {
        var place: Place
        var isDue: Bool
    }

    /// One batch of a channel's old stories, the oldest first.
    /// - Returns: how many went, and where the next batch begins; nil at the end.
    func batch(of channel: Int64, above start: Place) throws -> (purged: Int, next: Place?) {
        guard let newestKept = try cutoff(of: channel) else { return (0, nil) }
        let old = try session.all(
            Self.sql,
            [
                .instant(days(retention.readDays)), .instant(days(retention.unreadDays)), .number(channel),
            ] + start.values + newestKept.values + [.number(Self.size)]
        ) { row in
            Old(place: Place(shownAt: row.number(), story: row.number()), isDue: row.flag())
        }
        for story in old where story.isDue { try letGo(story.place.story, from: channel) }
        return (old.count(where: \.isDue), old.count == Self.size ? old.last?.place : nil)
    }

    /// Due when no reader has saved it, and it is old enough for all who follow the channel.
    private static let sql = """
        select cs.shown_at, cs.story_id, case
            when s.arrived_at >= ? then 0
            when exists (select 1 from mark k where k.story_id = s.id and k.kind = 3 and k.value = 1) then 0
            when s.arrived_at < ? then 1
            when exists (
              select 1 from subscription u
              left join mark m on m.reader_id = u.reader_id and m.kind = 2 and m.story_id = s.id
              where u.channel_id = cs.channel_id
                and coalesce(m.value, case when s.id > u.read_through then 0 else 1 end) = 0) then 0
            else 1 end
        from channel_story cs join story s on s.id = cs.story_id
        where cs.channel_id = ? and (cs.shown_at, cs.story_id) > (?, ?) and (cs.shown_at, cs.story_id) < (?, ?)
        order by cs.shown_at, cs.story_id limit ?
        """

    /// The oldest of the newest that are kept in any case; of a channel nobody follows none is.
    private func cutoff(of channel: Int64) throws -> Place? {
        let isFollowed =
            try session.number(
                "select 1 from subscription where channel_id = ? limit 1", [.number(channel)]) != nil
        guard isFollowed, retention.perChannel > 0 else { return .top }
        return try session.first(
            """
            select shown_at, story_id from channel_story where channel_id = ?
            order by shown_at desc, story_id desc limit 1 offset ?
            """, [.number(channel), .number(retention.perChannel - 1)]
        ) { Place(shownAt: $0.number(), story: $0.number()) }
    }

    private func days(_ count: Int) -> Date { now.addingTimeInterval(-Double(count) * 86400) }

    private func letGo(_ story: Int64, from channel: Int64) throws {
        try session.run(
            "delete from channel_story where channel_id = ? and story_id = ?", [.number(channel), .number(story)])
        // Another channel of the source may keep it still.
        guard try session.number("select 1 from channel_story where story_id = ? limit 1", [.number(story)]) == nil
        else { return }
        try StoryIndex(session: session).remove(story)
        let pictures = try session.all(
            "select picture_id from story_picture where story_id = ?", [.number(story)], { $0.number() })
        let lent = try FullTextRecords(session: session).letGo(story)
        for table in ["story_text", "story_original", "story_picture", "muted_story", "story_place"] {
            try session.run("delete from \(table) where story_id = ?", [.number(story)])
        }
        for picture in Set(pictures + lent).sorted() { try PictureRecords(session: session).letGo(picture) }
        try DiscussionRecords.letGo(story, session)
        try OutsideRecords(session: session, bounds: .standard).letGo(story: story)
        try leaveGroup(story)
        try session.run(
            """
            update story set purged_at = ?, title = '', dek = null, byline = null, link = null, external_link = null,
              topics = '[]', enclosures = '[]', discussion = null, poll = '[]', link_key = null, title_key = null where id = ?
            """, [.instant(now), .number(story)])
    }

    private func leaveGroup(_ story: Int64) throws {
        let group = try session.number("select group_id from story_group where story_id = ?", [.number(story)])
        guard let group else { return }
        try session.run("delete from story_group where story_id = ?", [.number(story)])
        // Who is left alone tells a story of their own.
        try session.run(
            """
            delete from story_group where group_id = ? and
              (select count(*) from story_group g where g.group_id = story_group.group_id) = 1
            """, [.number(group)])
    }
}
