public import Foundation
public import Markup
public import News

/// Everything a story's page shows.
public struct StoryFacts: Sendable {
    public var row: StoryRow
    public var body: SafeHTML
    public var publishedAt: Date?
    /// When the origin says it changed the story, or when we saw it change.
    public var updatedAt: Date?
    public var topics: [String]
    public var pictures: [PictureFact]
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
    public var abilities: Abilities
    /// The web site of the story's channel.
    public var channelSite: WebAddress?

    public init(
        row: StoryRow, body: SafeHTML, publishedAt: Date? = nil, updatedAt: Date? = nil, topics: [String] = [],
        pictures: [PictureFact] = [], enclosures: [Enclosure] = [], externalLink: WebAddress? = nil,
        discussion: WebAddress? = nil, commentCount: Int? = nil, also: [AlsoIn] = [], next: StoryRow? = nil,
        previous: StoryRow? = nil, abilities: Abilities = Abilities(), channelSite: WebAddress? = nil
    ) {
        self.row = row
        self.body = body
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
