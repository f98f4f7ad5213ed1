public import Foundation
public import Markup

/// A story as a source hands it over: cleaned, but not yet kept.
public struct ArrivingStory: Sendable {
    /// The origin's own key, already degraded where the origin's ids are missing or repeat (guid → link → hash).
    public var key: String
    /// Plain text; never empty (a source falls back to the text's beginning, then to the address).
    public var title: String
    /// Where the story lives at the origin.
    public var link: WebAddress?
    /// Where the story points, if it is about another page (JSON Feed's `external_url`, Hacker News's `url`).
    public var externalLink: WebAddress?
    public var byline: String?
    /// A plain-text teaser, at most about 300 characters; nil when the origin gives none but the text.
    public var dek: String?
    public var body: SafeHTML
    /// The body as plain text, for searching and reading times.
    public var text: String
    /// As the origin wrote it, before cleaning; kept compressed, so that better rules can clean it again.
    public var original: String
    /// The base against which `original` was resolved.
    public var base: WebAddress?
    public var publishedAt: Date?
    public var updatedAt: Date?
    /// BCP 47.
    public var language: String?
    public var direction: Direction
    public var topics: [String]
    /// In order of importance: the first is the lead picture's best candidate.
    public var pictures: [PictureMention]
    public var enclosures: [Enclosure]
    /// The web page on which people discuss the story.
    public var discussion: WebAddress?
    public var commentCount: Int?

    public init(
        key: String, title: String, link: WebAddress? = nil, externalLink: WebAddress? = nil, byline: String? = nil,
        dek: String? = nil, body: SafeHTML = .empty, text: String = "", original: String = "",
        base: WebAddress? = nil, publishedAt: Date? = nil, updatedAt: Date? = nil, language: String? = nil,
        direction: Direction = .ltr, topics: [String] = [], pictures: [PictureMention] = [],
        enclosures: [Enclosure] = [], discussion: WebAddress? = nil, commentCount: Int? = nil
    ) {
        self.key = key
        self.title = title
        self.link = link
        self.externalLink = externalLink
        self.byline = byline
        self.dek = dek
        self.body = body
        self.text = text
        self.original = original
        self.base = base
        self.publishedAt = publishedAt
        self.updatedAt = updatedAt
        self.language = language
        self.direction = direction
        self.topics = topics
        self.pictures = pictures
        self.enclosures = enclosures
        self.discussion = discussion
        self.commentCount = commentCount
    }
}
