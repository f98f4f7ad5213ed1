public import Foundation
public import Markup
public import News
public import URLs

/// The data of a story's page.
public struct StoryDetails: Sendable {
    /// The row of the story.
    public var row: StoryRow
    /// The full text, or the feed's text if there is no full text or the reader requested the feed's.
    public var body: SafeHTML
    /// The state of the full text.
    public var fullText: FullTextDetails
    /// The tags that the origin assigned.
    public var tags: [String]
    /// The publication time according to the origin; nil if the origin gives no usable one. `row.shownAt` is then the
    /// arrival time.
    public var publishedAt: Date?
    /// The pictures of the displayed texts.
    public var pictures: [PictureDetails]
    /// The pictures by `WebAddress.text`, as in `img src`.
    public var pictureByAddress: [String: PictureDetails]
    /// The enclosures, such as recordings.
    public var enclosures: [Enclosure]
    /// The address of the discussion at the origin.
    public var discussionLink: WebAddress?
    /// The number of comments; nil if unknown.
    public var commentCount: Int?
    /// The duplicates in other channels.
    public var duplicates: [DuplicateStory]
    /// The next story in the list from which this story was opened.
    public var next: StoryRow?
    /// The previous story in the list from which this story was opened.
    public var previous: StoryRow?
    /// True if this is the last stored story of the list, and the origins have older ones.
    public var hasOlderStories = false
    /// The source of the story; nil if its address cannot be parsed.
    public var source: StorySource?

    public init(
        row: StoryRow, body: SafeHTML, fullText: FullTextDetails = FullTextDetails(), tags: [String] = [],
        pictures: [PictureDetails] = [], enclosures: [Enclosure] = [], discussionLink: WebAddress? = nil,
        commentCount: Int? = nil, duplicates: [DuplicateStory] = [], next: StoryRow? = nil, previous: StoryRow? = nil
    ) {
        self.row = row
        self.body = body
        self.fullText = fullText
        self.tags = tags
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
public struct DuplicateStory: Sendable, Hashable {
    /// The ID of the duplicate.
    public var story: StoryID
    /// The ID of the channel.
    public var channel: ChannelID
    /// The reader's title of the channel, or else the origin's.
    public var channelTitle: String
    /// The story's own publisher, if the channel has stories of several.
    public var siteName: String?

    public init(story: StoryID, channel: ChannelID, channelTitle: String, siteName: String? = nil) {
        self.story = story
        self.channel = channel
        self.channelTitle = channelTitle
        self.siteName = siteName
    }
}
