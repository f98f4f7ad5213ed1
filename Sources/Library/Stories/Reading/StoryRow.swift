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
    public var isTicked = false
    /// The rule that mutes the story; nil if none does or if not queried.
    public var muteReason: MuteRule?
    /// The duplicates in other channels.
    public var duplicates: [DuplicateStory] = []
    /// The titles of the channels with duplicates.
    public var otherChannelTitles: [String] { duplicates.map(\.channelTitle) }
    /// The language as a BCP 47 tag.
    public var language: String?
    /// The writing direction of the story.
    public var direction: TextDirection
    /// The address of the story's web page, if any.
    public var link: WebAddress?
    /// True if `link` leads to another publisher.
    public var isExternal = false
    /// The number of comments; nil if unknown.
    public var commentCount: Int?
    /// The number of comments since the reader last opened the discussion.
    public var newCommentCount = 0
    /// The points at the origin; nil if unknown.
    public var points: Int?
    /// The kind of the story.
    public var kind = StoryKind.story
    /// The linked site in the origin's short form.
    public var siteName: String?
    /// The moderation state at the origin.
    public var moderationState = FetchedComment.ModerationState.shown
    /// True if the author's account was new when the story was fetched.
    public var isAuthorNew = false
    /// The rank from 1 in a list that keeps its origin's own order; nil in other lists.
    public var rank: Int?
    /// The number of words, or an equivalent for scripts without spaces.
    public var wordCount: Int

    public init(
        id: StoryID, title: String, dek: String? = nil, byline: String? = nil, channel: ChannelID,
        channelTitle: String, icon: PictureID? = nil, shownAt: Date, arrivedAt: Date,
        picture: PictureDetails? = nil, pictureCount: Int = 0, hasAudio: Bool = false, hasVideo: Bool = false,
        isOpened: Bool = false, isRead: Bool = false, isSaved: Bool = false,
        language: String? = nil, direction: TextDirection = .ltr, link: WebAddress? = nil, wordCount: Int = 0
    ) {
        self.id = id
        self.title = title
        self.dek = dek
        self.byline = byline
        self.channel = channel
        self.channelTitle = channelTitle
        self.icon = icon
        self.shownAt = shownAt
        self.arrivedAt = arrivedAt
        self.picture = picture
        self.pictureCount = pictureCount
        self.hasAudio = hasAudio
        self.hasVideo = hasVideo
        self.isOpened = isOpened
        self.isRead = isRead
        self.isSaved = isSaved
        self.language = language
        self.direction = direction
        self.link = link
        self.wordCount = wordCount
    }
}
