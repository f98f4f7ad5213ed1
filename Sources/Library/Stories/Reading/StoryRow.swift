public import Foundation
public import Markup
public import News

/// A story as a list shows it to one reader.
public struct StoryRow: Sendable, Identifiable, Hashable {
    public var id: StoryID
    public var title: String
    public var dek: String?
    public var byline: String?
    public var channel: ChannelID
    /// The reader's own title for the channel, else the origin's.
    public var channelTitle: String
    public var icon: PictureID?
    public var section: SectionID
    /// The sort key of lists: publication, never later than arrival.
    public var shownAt: Date
    public var arrivedAt: Date
    /// The best candidate for the lead picture.
    public var picture: PictureDetails?
    public var pictureCount: Int
    public var hasAudio: Bool
    public var hasVideo: Bool
    /// The reader viewed it; the row is dimmed.
    public var isOpened: Bool
    /// It is no longer in Unread.
    public var isRead: Bool
    public var isSaved: Bool
    /// The text of the rule that mutes the story; nil if none does, or the query did not include mute reasons.
    public var muteReason: String?
    /// Titles of the other followed channels with duplicates.
    public var otherChannelTitles: [String]
    /// BCP 47.
    public var language: String?
    public var direction: TextDirection
    public var link: WebAddress?
    /// `link` leads to another publisher's article.
    public var isExternal = false
    /// Its origin features it.
    public var isFeatured = false
    /// The origin's latest count; nil where it gives none.
    public var commentCount: Int?
    /// Comments since the reader last opened the thread; 0 if never opened.
    public var newCommentCount = 0
    /// The community's score; nil where the origin gives none.
    public var points: Int?
    /// The kind of community story.
    public var kind = StoryKind.story
    /// Words in the text; an equivalent for scripts without spaces.
    public var wordCount: Int

    public init(
        id: StoryID, title: String, dek: String? = nil, byline: String? = nil, channel: ChannelID,
        channelTitle: String, icon: PictureID? = nil, section: SectionID = .other, shownAt: Date, arrivedAt: Date,
        picture: PictureDetails? = nil, pictureCount: Int = 0, hasAudio: Bool = false, hasVideo: Bool = false,
        isOpened: Bool = false, isRead: Bool = false, isSaved: Bool = false, otherChannelTitles: [String] = [],
        language: String? = nil, direction: TextDirection = .ltr, link: WebAddress? = nil, wordCount: Int = 0
    ) {
        self.id = id
        self.title = title
        self.dek = dek
        self.byline = byline
        self.channel = channel
        self.channelTitle = channelTitle
        self.icon = icon
        self.section = section
        self.shownAt = shownAt
        self.arrivedAt = arrivedAt
        self.picture = picture
        self.pictureCount = pictureCount
        self.hasAudio = hasAudio
        self.hasVideo = hasVideo
        self.isOpened = isOpened
        self.isRead = isRead
        self.isSaved = isSaved
        self.otherChannelTitles = otherChannelTitles
        self.language = language
        self.direction = direction
        self.link = link
        self.wordCount = wordCount
    }
}
