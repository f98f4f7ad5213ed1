public import Foundation
public import Markup
public import News
public import URLs

/// A story in a list, for one reader.
public struct StoryRow: Sendable, Identifiable, Hashable {
    public var id: StoryID
    public var title: String
    public var dek: String?
    public var byline: String?
    public var channel: ChannelID
    /// The reader's title, else the origin's.
    public var channelTitle: String
    public var icon: PictureID?
    /// Publication, but never later than arrival.
    public var shownAt: Date
    public var arrivedAt: Date
    public var picture: PictureDetails?
    public var pictureCount: Int
    public var hasAudio: Bool
    public var hasVideo: Bool
    /// Viewed; the row is dimmed.
    public var isOpened: Bool
    /// Not in Unread.
    public var isRead: Bool
    public var isSaved: Bool
    public var isTicked = false
    /// The rule that mutes it; nil if not queried.
    public var muteReason: MuteRule?
    /// In other channels.
    public var duplicates: [DuplicateSource] = []
    public var otherChannelTitles: [String] { duplicates.map(\.channelTitle) }
    /// BCP 47.
    public var language: String?
    public var direction: TextDirection
    public var link: WebAddress?
    /// `link` leads to another publisher.
    public var isExternal = false
    public var commentCount: Int?
    /// Since the last visit.
    public var newCommentCount = 0
    public var points: Int?
    public var kind = StoryKind.story
    /// The linked site in the origin's short form.
    public var siteName: String?
    public var moderationState = FetchedComment.ModerationState.shown
    /// The author's account was new.
    public var isAuthorNew = false
    /// The origin's, from 1, in a list that has its origin's own order.
    public var rank: Int?
    /// An equivalent for scripts without spaces.
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
