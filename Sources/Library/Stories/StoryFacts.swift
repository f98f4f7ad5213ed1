public import Foundation
public import Markup
public import News

/// Everything a story's page shows.
public struct StoryFacts: Sendable {
    public var row: StoryRow
    /// The text to show: the page's whole text where there is one, unless the reader asked for the channel's own.
    public var body: SafeHTML
    /// Where the story's whole text stands.
    public var fullText: FullTextFacts
    public var publishedAt: Date?
    /// When the origin says it changed the story, or when we saw it change.
    public var updatedAt: Date?
    public var topics: [String]
    public var pictures: [PictureFact]
    /// Whether the first of them may stand above the text; false for a gallery that is only to be looked through.
    public var hasLeadPicture: Bool { row.picture != nil || pictures.isEmpty }
    /// By `WebAddress.text`, as it stands in the body's `img src`.
    public var pictureByAddress: [String: PictureFact]
    public var enclosures: [Enclosure]
    public var externalLink: WebAddress?
    public var discussion: WebAddress?
    public var commentCount: Int?
    public var also: [AlsoIn]
    /// The neighbours in the list the story was opened from.
    public var next: StoryRow?
    public var previous: StoryRow?
    /// Whether the list's origins have stories that follow this one, the last that is known (`OlderStoriesDesk`).
    public var goesOn = false
    public var abilities: Abilities
    /// The web site of the story's channel.
    public var channelSite: WebAddress?
    /// Whose story it is; nil only where this version does not understand its source's address.
    public var source: StorySource?
    /// What can be voted for, in the origin's order.
    public var poll: [PollOption] = []

    public init(
        row: StoryRow, body: SafeHTML, fullText: FullTextFacts = FullTextFacts(), publishedAt: Date? = nil,
        updatedAt: Date? = nil, topics: [String] = [],
        pictures: [PictureFact] = [], enclosures: [Enclosure] = [], externalLink: WebAddress? = nil,
        discussion: WebAddress? = nil, commentCount: Int? = nil, also: [AlsoIn] = [], next: StoryRow? = nil,
        previous: StoryRow? = nil, abilities: Abilities = Abilities(), channelSite: WebAddress? = nil
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
        self.discussion = discussion
        self.commentCount = commentCount
        self.also = also
        self.next = next
        self.previous = previous
        self.abilities = abilities
        self.channelSite = channelSite
    }
}
