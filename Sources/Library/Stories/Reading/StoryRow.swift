public import Foundation
public import Markup
public import News
public import URLs

/// A story in a list, for one reader.
public struct StoryRow: Sendable, Identifiable, Hashable {
    /// The ID of the story.
    public var id: StoryID
    /// The headline.
    public var title: String
    /// The summary, if any.
    public var dek: String?
    /// The author's name, if known.
    public var byline: String?
    /// The ID of the displayed channel.
    public var channel: ChannelID
    /// The reader's title of the channel, or else the origin's.
    public var channelTitle: String
    /// The icon of the channel, if any.
    public var icon: PictureID?
    /// The publication time, but never later than the arrival.
    public var shownAt: Date
    /// The time when the story was first fetched.
    public var arrivedAt: Date
    /// The lead picture, if any.
    public var picture: PictureDetails?
    /// The number of pictures in the story.
    public var pictureCount: Int
    /// True if the story has an audio recording.
    public var hasAudio: Bool
    /// True if the story has a video.
    public var hasVideo: Bool
    /// True if the story was viewed; the row is dimmed.
    public var isOpened: Bool
    /// True if the story is read, and so not in lists of unread stories.
    public var isRead: Bool
    /// True if the reader saved the story.
    public var isSaved: Bool
    /// True if the reader ticked the story.
    public var isTicked: Bool
    /// The rule that mutes the story; nil if none does or if not queried.
    public var muteReason: MuteRule?
    /// The duplicates in other channels, and the other stories of its cluster.
    public var duplicates: [DuplicateStory] = []
    /// The cluster of the story; nil if no other story that the reader could see is in it.
    public var cluster: StoryID?
    /// The titles of the channels with duplicates.
    public var otherChannelTitles: [String] { duplicates.map(\.channelTitle) }
    /// The language as a BCP 47 tag.
    public var language: String?
    /// The writing direction of the story.
    public var direction: TextDirection
    /// The address of the story's web page, if any.
    public var link: WebAddress?
    /// True if `link` leads to another publisher.
    public var isExternal: Bool
    /// The number of comments; nil if unknown.
    public var commentCount: Int?
    /// The number of comments since the reader last opened the discussion.
    public var newCommentCount = 0
    /// The points at the origin; nil if unknown.
    public var points: Int?
    /// The kind of the story.
    public var kind: StoryKind
    /// The linked site in the origin's short form.
    public var siteName: String?
    /// The moderation state at the origin.
    public var moderationState: FetchedComment.ModerationState
    /// True if the author's account was new when the story was fetched.
    public var isAuthorNew: Bool
    /// The rank from 1 in a list that keeps its origin's own order; nil in other lists.
    public var rank: Int?
    /// The number of words, or an equivalent for scripts without spaces.
    public var wordCount: Int
}

extension StoryRow {
    /// The columns of a row of `StoryRowQuery`, whose tables they name.
    static let columns = """
        s.id as story_id, s.title, s.dek, s.byline, h.id as channel_id,
          coalesce(hu.title, h.title) as channel_title, h.icon_id,
          s.shown_at, s.arrived_at, s.picture_count, s.has_audio, s.has_video, coalesce(o.is_set, 0) as is_opened,
          coalesce(r.is_set, case when u.channel_id is null or s.id <= u.read_through then 1 else 0 end) as is_read,
          coalesce(k.is_set, 0) as is_saved, coalesce(t.is_set, 0) as is_ticked, s.language, s.direction, s.link, s.word_count,
          s.is_external, s.comment_count, s.points, s.kind, s.site_name, s.moderation_state, s.is_author_new, v.seen_comment_count,
          p.id, p.address, p.width, p.height, p.mean_colour, sp.alt, sp.caption, sp.credit, p.retry_at
        """

    /// Creates a row without mute reason, duplicates and rank from `columns`.
    init(_ row: SQLRow, now: Date) {
        id = StoryID(rawValue: row.number("story_id"))
        title = row.text("title")
        dek = row.optionalText("dek").map(EmphasisMarks.removed)
        byline = row.optionalText("byline")
        channel = ChannelID(rawValue: row.number("channel_id"))
        channelTitle = row.text("channel_title")
        icon = row.optionalNumber("icon_id").map { PictureID(rawValue: $0) }
        shownAt = row.date("shown_at")
        arrivedAt = row.date("arrived_at")
        pictureCount = row.int("picture_count")
        hasAudio = row.bool("has_audio")
        hasVideo = row.bool("has_video")
        isOpened = row.bool("is_opened")
        isRead = row.bool("is_read")
        isSaved = row.bool("is_saved")
        isTicked = row.bool("is_ticked")
        language = row.optionalText("language")
        direction = TextDirection(rawValue: row.text("direction")) ?? .ltr
        link = row.optionalText("link").flatMap { WebAddress($0) }
        wordCount = row.int("word_count")
        isExternal = row.bool("is_external")
        commentCount = row.optionalInt("comment_count")
        points = row.optionalInt("points")
        kind = StoryKind(rawValue: row.text("kind")) ?? .story
        siteName = row.optionalText("site_name")
        moderationState = FetchedComment.ModerationState(rawValue: row.text("moderation_state")) ?? .shown
        isAuthorNew = row.bool("is_author_new")
        if let seen = row.optionalInt("seen_comment_count"), let count = commentCount {
            newCommentCount = max(0, count - seen)
        }
        picture = PictureDetails(row, now: now)
    }
}
