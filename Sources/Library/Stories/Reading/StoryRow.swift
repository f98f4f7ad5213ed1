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
    /// The reader's own title of the channel, else the origin's.
    public var channelTitle: String
    public var icon: PictureID?
    public var section: SectionID
    /// What lists are ordered by: publication, never later than arrival.
    public var shownAt: Date
    public var arrivedAt: Date
    /// The lead picture's best candidate.
    public var picture: PictureDetails?
    public var pictureCount: Int
    public var hasAudio: Bool
    public var hasVideo: Bool
    /// Was opened: the row is dimmed.
    public var isOpened: Bool
    /// Has left Unread.
    public var isRead: Bool
    public var isSaved: Bool
    /// Why it is kept away from the lists, in the words of the rule; nil when it is not, or a list was not asked for it.
    public var muteReason: String?
    /// Titles of the other followed channels that hold the same story.
    public var otherChannelTitles: [String]
    /// BCP 47.
    public var language: String?
    public var direction: TextDirection
    public var link: WebAddress?
    /// Told on another publisher's page, to which `link` leads.
    public var isExternal = false
    /// Its origin gives it a place of honour.
    public var isFeatured = false
    /// As its origin last counted them; nil where it does not.
    public var commentCount: Int?
    /// How many of those came since the reader last read them; 0 where they never did.
    public var newCommentCount = 0
    /// What its community gave it; nil where its origin does not count.
    public var points: Int?
    /// What it is among the stories of its community.
    public var kind = StoryKind.story
    /// Words of the text; for scripts without spaces, an equivalent.
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
