import Foundation
import Markup
import News
import URLs

/// A query for the rows of lists.
struct StoryRowQuery {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    /// True if rows include the rule that mutes the story. Most lists contain no muted stories, so the default is
    /// false.
    var includesMuteReasons = false

    func rows(of refs: [StoryRef]) throws -> [StoryRow] {
        try refs.compactMap { try row(of: $0.story, in: $0.channel, group: $0.group) }
    }

    func row(of story: Int64, in channel: Int64, group: Int64?) throws -> StoryRow? {
        let row = try transaction.first(
            Self.selectSQL,
            [.number(channel), .number(reader), .number(reader), .number(reader)] + markArguments + [.number(story)]
        ) { Self.decode($0, now: now) }
        guard var row else { return nil }
        if includesMuteReasons {
            row.muteReason = try MuteStore(transaction: transaction).reason(story, in: channel, for: reader)
        }
        guard let group else { return row }
        row.duplicates = try duplicates(group: group, than: story, in: channel)
        return row
    }

    /// Returns the row of a story, preferring a followed channel; nil if the story was purged.
    func row(of story: Int64) throws -> StoryRow? {
        guard let ref = try storyRef(story, preferring: nil) else { return nil }
        return try row(of: story, in: ref.channel, group: ref.group)
    }

    /// Returns a reference to a story, preferring the list's channel, then a followed one.
    func storyRef(_ story: Int64, preferring list: StoryList?) throws -> StoryRef? {
        let wanted: Int64? = if case .channel(let id)? = list { id.rawValue } else { nil }
        let scope = try list.map { try StoryScope($0, for: reader, transaction) } ?? .all
        let sortKey = try scope.sortKey(for: reader, transaction)
        return try transaction.first(
            """
            select cs.channel_id, coalesce(\(sortKey.column), cs.shown_at) as sort_key, g.group_id
            from channel_story cs left join story_group g on g.story_id = cs.story_id
            left join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            where cs.story_id = ?
            order by case when cs.channel_id = ? then 0 when u.channel_id is not null\(scope.condition) then 1
              when u.is_followed = 1 then 2 when u.channel_id is not null then 3 else 4 end, cs.channel_id limit 1
            """, [.number(reader), .number(story), .number(wanted ?? -1)] + scope.arguments
        ) {
            StoryRef(
                story: story, channel: $0.number("channel_id"), sortKey: $0.number("sort_key"),
                group: $0.optionalNumber("group_id"))
        }
    }

    private var markArguments: [SQLValue] { Array(repeating: .number(reader), count: 5) }

    /// Returns the duplicates of a story in other channels (followed, or in the same edition), one per channel.
    func duplicates(group: Int64, than story: Int64, in channel: Int64) throws -> [DuplicateStory] {
        var channels: Set<Int64> = [channel]
        return try transaction.all(
            """
            select g.story_id, c.id as channel_id, coalesce(u.title, c.title) as channel_title,
              s.site_name
            from story_group g join story s on s.id = g.story_id
            join channel_story cs on cs.story_id = g.story_id
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            join channel c on c.id = cs.channel_id
            where g.group_id = ? and g.story_id <> ?
              and c.is_result_list = 0 and (u.is_followed = 1 or exists (
                select 1 from section_channel a join folder fa on fa.id = a.section_id
                join section_channel b on b.channel_id = cs.channel_id join folder fb on fb.id = b.section_id
                where a.channel_id = ? and fa.edition = fb.edition))
            order by g.story_id
            """, [.number(reader), .number(group), .number(story), .number(channel)]
        ) {
            DuplicateStory(
                story: StoryID(rawValue: $0.number("story_id")),
                channel: ChannelID(rawValue: $0.number("channel_id")), channelTitle: $0.text("channel_title"),
                siteName: $0.optionalText("site_name"))
        }.filter { channels.insert($0.channel.rawValue).inserted }
    }

    /// The query for a row. `id` and `address` are the picture's (`PictureDetails`). `h` is the displayed channel: if
    /// `c` is never fetched, because it contains search results or a topic's matches, `h` is a channel that fetched the
    /// story, preferably one of the reader's.
    private static let selectSQL = """
        select s.id as story_id, s.title, s.dek, s.byline, h.id as channel_id,
          coalesce(hu.title, h.title) as channel_title, h.icon_id,
          s.shown_at, s.arrived_at, s.picture_count, s.has_audio, s.has_video, coalesce(o.value, 0) as is_opened,
          coalesce(r.value, case when u.channel_id is null or s.id <= u.read_through then 1 else 0 end) as is_read,
          coalesce(k.value, 0) as is_saved, coalesce(t.value, 0) as is_ticked, s.language, s.direction, s.link, s.word_count,
          s.is_external, s.comment_count, s.points, s.kind, s.site_name, s.moderation_state, s.is_author_new, v.seen_comment_count,
          p.id, p.address, p.width, p.height, p.colour, sp.alt, sp.caption, sp.credit, p.failed_until
        from story s join channel c on c.id = ?
        left join subscription u on u.reader_id = ? and u.channel_id = c.id
        join channel h on h.id = case when c.is_result_list = 0 then c.id else coalesce(
          (select min(o.channel_id) from channel_story o join channel oc on oc.id = o.channel_id and oc.is_result_list = 0
            join subscription ou on ou.channel_id = o.channel_id where ou.reader_id = ? and o.story_id = s.id),
          (select min(oc.id) from channel oc where oc.source_id = s.source_id and oc.is_result_list = 0), c.id) end
        left join subscription hu on hu.reader_id = ? and hu.channel_id = h.id
        left join mark o on o.reader_id = ? and o.kind = \(MarkKind.opened.databaseValue) and o.story_id = s.id
        left join mark r on r.reader_id = ? and r.kind = \(MarkKind.read.databaseValue) and r.story_id = s.id
        left join mark k on k.reader_id = ? and k.kind = \(MarkKind.saved.databaseValue) and k.story_id = s.id
        left join mark t on t.reader_id = ? and t.kind = \(MarkKind.ticked.databaseValue) and t.story_id = s.id
        left join discussion_visit v on v.reader_id = ? and v.story_id = s.id
        left join story_picture sp on sp.story_id = s.id and sp.position = 0
        left join picture p on p.id = sp.picture_id
        where s.id = ? and s.purged_at is null
        """

    private static func decode(_ row: SQLRow, now: Date) -> StoryRow {
        var story = StoryRow(
            id: StoryID(rawValue: row.number("story_id")), title: row.text("title"), dek: row.optionalText("dek"),
            byline: row.optionalText("byline"), channel: ChannelID(rawValue: row.number("channel_id")),
            channelTitle: row.text("channel_title"),
            icon: row.optionalNumber("icon_id").map { PictureID(rawValue: $0) },
            shownAt: row.date("shown_at"),
            arrivedAt: row.date("arrived_at"), pictureCount: row.int("picture_count"),
            hasAudio: row.bool("has_audio"), hasVideo: row.bool("has_video"),
            isOpened: row.bool("is_opened"), isRead: row.bool("is_read"), isSaved: row.bool("is_saved"),
            language: row.optionalText("language"), direction: TextDirection(rawValue: row.text("direction")) ?? .ltr,
            link: row.optionalText("link").flatMap { WebAddress($0) }, wordCount: row.int("word_count"))
        story.isTicked = row.bool("is_ticked")
        story.isExternal = row.bool("is_external")
        story.commentCount = row.optionalInt("comment_count")
        story.points = row.optionalInt("points")
        story.kind = StoryKind(rawValue: row.text("kind")) ?? .story
        story.siteName = row.optionalText("site_name")
        story.moderationState = FetchedComment.ModerationState(rawValue: row.text("moderation_state")) ?? .shown
        story.isAuthorNew = row.bool("is_author_new")
        if let seen = row.optionalInt("seen_comment_count"), let count = story.commentCount {
            story.newCommentCount = max(0, count - seen)
        }
        story.picture = PictureDetails(row, now: now)
        return story
    }
}
