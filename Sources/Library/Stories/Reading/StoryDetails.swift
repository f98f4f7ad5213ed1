public import Foundation
public import Markup
public import News

/// Everything a story's page shows.
public struct StoryDetails: Sendable {
    public var row: StoryRow
    /// The text to show: the page's whole text where there is one, unless the reader asked for the channel's own.
    public var body: SafeHTML
    /// Where the story's whole text stands.
    public var fullText: FullTextDetails
    public var publishedAt: Date?
    /// When the origin says it changed the story, or when we saw it change.
    public var updatedAt: Date?
    public var topics: [String]
    public var pictures: [PictureDetails]
    /// Whether the first of them may stand above the text; false for a gallery that is only to be looked through.
    public var hasLeadPicture: Bool { row.picture != nil || pictures.isEmpty }
    /// By `WebAddress.text`, as it stands in the body's `img src`.
    public var pictureByAddress: [String: PictureDetails]
    public var enclosures: [Enclosure]
    public var externalLink: WebAddress?
    public var discussionLink: WebAddress?
    public var commentCount: Int?
    public var duplicates: [DuplicateSource]
    /// The neighbours in the list the story was opened from.
    public var next: StoryRow?
    public var previous: StoryRow?
    /// Whether the list's origins have stories that follow this one, the last that is known (`OlderStoriesService`).
    public var hasOlderStories = false
    public var capabilities: StoryCapabilities
    /// The web site of the story's channel.
    public var channelSite: WebAddress?
    /// Whose story it is; nil only where this version does not understand its source's address.
    public var source: StorySource?
    /// What can be voted for, in the origin's order.
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

/// What a reader can do with a story; faces ask these values and never the source (decision 2).
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

/// The same story in another channel that the reader follows.
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
