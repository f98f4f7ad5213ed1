public import Foundation
public import Markup

/// A story as a source hands it over: cleaned, but not yet kept.
public struct FetchedStory: Sendable {
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
    public var direction: TextDirection
    public var topics: [String]
    /// In order of importance: the first is the lead picture's best candidate.
    public var pictures: [PictureReference]
    /// Whether the first picture leads the story; false where the origin gives pictures to look through and none to
    /// stand above the text.
    public var hasLeadPicture: Bool
    /// The story is told on another publisher's page, to which `link` leads: what is here only announces it.
    public var isHostedElsewhere: Bool
    /// The origin gives it a place of honour.
    public var isFeatured: Bool
    public var enclosures: [Enclosure]
    /// The web page on which people discuss the story.
    public var discussionLink: WebAddress?
    public var commentCount: Int?
    /// What the community gave it; nil where the origin does not count.
    public var points: Int?
    /// What it is among the origin's stories.
    public var kind: StoryKind
    /// What can be voted for, in the origin's order; empty unless `kind` is `.poll`.
    public var pollOptions: [PollOption]

    public init(
        key: String, title: String, link: WebAddress? = nil, externalLink: WebAddress? = nil, byline: String? = nil,
        dek: String? = nil, body: SafeHTML = .empty, text: String = "", original: String = "",
        base: WebAddress? = nil, publishedAt: Date? = nil, updatedAt: Date? = nil, language: String? = nil,
        direction: TextDirection = .ltr, topics: [String] = [], pictures: [PictureReference] = [],
        enclosures: [Enclosure] = [], discussionLink: WebAddress? = nil, commentCount: Int? = nil,
        hasLeadPicture: Bool = true, isHostedElsewhere: Bool = false, isFeatured: Bool = false,
        points: Int? = nil, kind: StoryKind = .story, pollOptions: [PollOption] = []
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
        self.discussionLink = discussionLink
        self.commentCount = commentCount
        self.hasLeadPicture = hasLeadPicture
        self.isHostedElsewhere = isHostedElsewhere
        self.isFeatured = isFeatured
        self.points = points
        self.kind = kind
        self.pollOptions = pollOptions
    }
}

/// What a story is among the stories of a community.
public enum StoryKind: String, Sendable, Codable, CaseIterable {
    case story
    /// A question to everybody.
    case question
    /// Something that its author made and shows.
    case show
    /// A place to work: no votes, no comments.
    case job
    /// A question with answers to choose from.
    case poll
}

/// One answer of a poll.
public struct PollOption: Sendable, Hashable, Codable {
    /// Plain text.
    public var text: String
    public var votes: Int?

    public init(text: String, votes: Int? = nil) {
        self.text = text
        self.votes = votes
    }
}

/// A file that comes with a story: a podcast's episode, a film, a document.
public struct Enclosure: Sendable, Hashable, Codable {
    public var address: WebAddress
    /// The media type as the origin gives it, such as `audio/mpeg`.
    public var type: String?
    /// Bytes, as the origin gives them.
    public var length: Int64?
    /// Seconds of playing time.
    public var seconds: Int?

    public init(address: WebAddress, type: String? = nil, length: Int64? = nil, seconds: Int? = nil) {
        self.address = address
        self.type = type
        self.length = length
        self.seconds = seconds
    }

    /// Whether a reader can listen to it.
    public var isAudio: Bool { type?.lowercased().hasPrefix("audio/") ?? false }
    /// Whether a reader can watch it.
    public var isVideo: Bool { type?.lowercased().hasPrefix("video/") ?? false }
}
