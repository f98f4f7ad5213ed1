public import Foundation
public import Markup
public import News

/// Everything a story's page shows.
public struct StoryDetails: Sendable {
    public var row: StoryRow
    /// The displayed text: the full text if there is one, unless the reader asked for the feed's own.
    public var body: SafeHTML
    /// The state of the story's full text.
    public var fullText: FullTextDetails
    public var publishedAt: Date?
    /// When the origin says it changed the story, or when the change was noticed.
    public var updatedAt: Date?
    public var topics: [String]
    public var pictures: [PictureDetails]
    /// Whether the first picture may stand above the text; false for stories whose pictures are only for the gallery.
    public var hasLeadPicture: Bool { row.picture != nil || pictures.isEmpty }
    /// Keyed by `WebAddress.text`, as in the body's `img src`.
    public var pictureByAddress: [String: PictureDetails]
    public var enclosures: [Enclosure]
    public var externalLink: WebAddress?
    public var discussionLink: WebAddress?
    public var commentCount: Int?
    public var duplicates: [DuplicateSource]
    /// The neighbours in the list from which the story was opened.
    public var next: StoryRow?
    public var previous: StoryRow?
    /// Whether the list's origins have stories older than this one, the last stored one (`OlderStoriesService`).
    public var hasOlderStories = false
    public var capabilities: StoryCapabilities
    /// The web site of the story's channel.
    public var channelSite: WebAddress?
    /// The story's source; nil only if this version cannot parse its address.
    public var source: StorySource?
    /// The choices of a poll, in the origin's order.
    public var pollOptions: [PollOption] = []

    public init(
        row: StoryRow, body: SafeHTML, fullText: FullTextDetails = FullTextDetails(), publishedAt: Date? = nil,
        updatedAt: Date? = nil, topics: [String] = [],
        pictures: [PictureDetails] = [], enclosures: [Enclosure] = [], externalLink: WebAddress? = nil,
        discussionLink: WebAddress? = nil, commentCount: Int? = nil, duplicates: [DuplicateSource] = [],
        next: StoryRow? = nil,
        previous: StoryRow? = nil, capabilities: StoryCapabilities = StoryCapabilities(), channelSite: WebAddress? = nil
    ) {
        self.row = row
        self.body = body
        self.fullText = fullText
        self.publishedAt = publishedAt
        self.updatedAt = updatedAt
        self.topics = topics
        self.pictures = pictures
        self.pictureByAddress = Dictionary(
            pictures.map { ($0.address.text, $0) }, uniquingKeysWith: { first, _ in first })
        self.enclosures = enclosures
        self.externalLink = externalLink
        self.discussionLink = discussionLink
        self.commentCount = commentCount
        self.duplicates = duplicates
        self.next = next
        self.previous = previous
        self.capabilities = capabilities
        self.channelSite = channelSite
    }
}

/// What a reader can do with a story. Pages check these values, never the kind of source.
public struct StoryCapabilities: Sendable, Hashable {
    public var canSave: Bool
    public var canComment: Bool
    public var canVote: Bool

    public init(canSave: Bool = true, canComment: Bool = false, canVote: Bool = false) {
        self.canSave = canSave
        self.canComment = canComment
        self.canVote = canVote
    }
}

/// A duplicate of the story in another channel of the reader.
public struct DuplicateSource: Sendable, Hashable {
    public var story: StoryID
    public var channel: ChannelID
    public var channelTitle: String
    public var link: WebAddress?

    public init(story: StoryID, channel: ChannelID, channelTitle: String, link: WebAddress? = nil) {
        self.story = story
        self.channel = channel
        self.channelTitle = channelTitle
        self.link = link
    }
}
