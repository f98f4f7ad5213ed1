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
    public var topics: [String]
    /// As its origin says; nil if it says nothing usable. `row.shownAt` is then when it arrived.
    public var publishedAt: Date?
    public var pictures: [PictureDetails]
    /// By `WebAddress.text`, as in `img src`.
    public var pictureByAddress: [String: PictureDetails]
    public var enclosures: [Enclosure]
    public var discussionLink: WebAddress?
    public var commentCount: Int?
    public var duplicates: [DuplicateSource]
    /// In the list from which the story was opened.
    public var next: StoryRow?
    public var previous: StoryRow?
    /// This is the last stored story, and the origins have older ones.
    public var hasOlderStories = false
    /// Nil if this version cannot parse its address.
    public var source: StorySource?

    public init(
        row: StoryRow, body: SafeHTML, fullText: FullTextDetails = FullTextDetails(), topics: [String] = [],
        pictures: [PictureDetails] = [], enclosures: [Enclosure] = [], discussionLink: WebAddress? = nil,
        commentCount: Int? = nil, duplicates: [DuplicateSource] = [], next: StoryRow? = nil, previous: StoryRow? = nil
    ) {
        self.row = row
        self.body = body
        self.fullText = fullText
        self.topics = topics
        self.pictures = pictures
        self.pictureByAddress = Dictionary(
            pictures.map { ($0.address.text, $0) }, uniquingKeysWith: { first, _ in first })
        self.enclosures = enclosures
        self.discussionLink = discussionLink
        self.commentCount = commentCount
        self.duplicates = duplicates
        self.next = next
        self.previous = previous
    }
}

/// A duplicate in another channel.
public struct DuplicateSource: Sendable, Hashable {
    public var story: StoryID
    public var channel: ChannelID
    public var channelTitle: String
    /// The story's own publisher, where the channel has stories of several.
    public var siteName: String?

    public init(story: StoryID, channel: ChannelID, channelTitle: String, siteName: String? = nil) {
        self.story = story
        self.channel = channel
        self.channelTitle = channelTitle
        self.siteName = siteName
    }
}
