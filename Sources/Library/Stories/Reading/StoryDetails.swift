public import Foundation
public import Markup
public import News
public import URLs

/// Everything a story's page shows.
public struct StoryDetails: Sendable {
    public var row: StoryRow
    /// The full text, unless there is none or the reader requested the feed's.
    public var body: SafeHTML
    public var fullText: FullTextDetails
    public var publishedAt: Date?
    /// According to the origin, or when a change was noticed.
    public var updatedAt: Date?
    public var topics: [String]
    public var pictures: [PictureDetails]
    /// By `WebAddress.text`, as in `img src`.
    public var pictureByAddress: [String: PictureDetails]
    public var enclosures: [Enclosure]
    public var externalLink: WebAddress?
    public var discussionLink: WebAddress?
    public var commentCount: Int?
    public var duplicates: [DuplicateSource]
    /// In the list from which the story was opened.
    public var next: StoryRow?
    public var previous: StoryRow?
    /// This is the last stored story, and the origins have older ones.
    public var hasOlderStories = false
    public var capabilities: StoryCapabilities
    public var channelSite: WebAddress?
    /// Nil if this version cannot parse its address.
    public var source: StorySource?
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

/// A duplicate in another channel.
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
