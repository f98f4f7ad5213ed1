public import Foundation
public import Markup

/// A story as a source returns it: sanitised, but not yet stored.
public struct FetchedStory: Sendable {
    /// The origin's key, with fallbacks where ids are missing or repeat (guid → link → hash).
    public var key: String
    /// Plain text; never empty (a source falls back to the beginning of the text, then to the address).
    public var title: String
    /// The story's address at the origin.
    public var link: WebAddress?
    /// The page that the story is about, if it is another one (JSON Feed's `external_url`, Hacker News's `url`).
    public var externalLink: WebAddress?
    public var byline: String?
    /// A plain-text summary, at most about 300 characters; nil when the origin gives only the text.
    public var dek: String?
    public var body: SafeHTML
    /// The body as plain text, for search and reading time.
    public var text: String
    /// The origin's HTML before sanitising; stored compressed, so that improved rules can sanitise it again.
    public var original: String
    /// The base URL of `original`.
    public var base: WebAddress?
    public var publishedAt: Date?
    public var updatedAt: Date?
    /// BCP 47.
    public var language: String?
    public var direction: TextDirection
    public var topics: [String]
    /// In order of importance; the first is the best candidate for the lead picture.
    public var pictures: [PictureReference]
    /// Whether the first picture is the lead picture; false where the origin gives a gallery only.
    public var hasLeadPicture: Bool
    /// The story is on another publisher's page, to which `link` points; this is only an announcement.
    public var isHostedElsewhere: Bool
    /// Whether the origin features it.
    public var isFeatured: Bool
    public var enclosures: [Enclosure]
    /// The page where the story is discussed.
    public var discussionLink: WebAddress?
    public var commentCount: Int?
    /// Points at the origin; nil where the origin does not count them.
    public var points: Int?
    /// The kind of story at the origin.
    public var kind: StoryKind
    /// The options of a poll, in the origin's order; empty unless `kind` is `.poll`.
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

/// The kind of a community's story.
public enum StoryKind: String, Sendable, Codable, CaseIterable {
    case story
    /// A question to the community.
    case question
    /// A presentation of the author's own work.
    case show
    /// A job offer: no votes, no comments.
    case job
    /// A poll.
    case poll
}

/// An option of a poll.
public struct PollOption: Sendable, Hashable, Codable {
    /// Plain text.
    public var text: String
    public var votes: Int?

    public init(text: String, votes: Int? = nil) {
        self.text = text
        self.votes = votes
    }
}

/// A file attached to a story: a podcast episode, a video, a document.
public struct Enclosure: Sendable, Hashable, Codable {
    public var address: WebAddress
    /// The media type from the origin, such as `audio/mpeg`.
    public var type: String?
    /// Bytes, as the origin states them.
    public var length: Int64?
    /// The duration in seconds.
    public var seconds: Int?

    public init(address: WebAddress, type: String? = nil, length: Int64? = nil, seconds: Int? = nil) {
        self.address = address
        self.type = type
        self.length = length
        self.seconds = seconds
    }

    /// Whether it is audio.
    public var isAudio: Bool { type?.lowercased().hasPrefix("audio/") ?? false }
    /// Whether it is video.
    public var isVideo: Bool { type?.lowercased().hasPrefix("video/") ?? false }
}
