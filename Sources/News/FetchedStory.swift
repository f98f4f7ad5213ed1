public import Foundation
public import Markup
public import URLs

/// A sanitised story, not yet stored.
public struct FetchedStory: Sendable {
    /// The origin's, with fallbacks for missing or repeated ids (guid → link → hash).
    public var key: String
    /// Plain text, never empty: falls back to the beginning of the text, then the address.
    public var title: String
    public var link: WebAddress?
    /// The page it is about, if another (JSON Feed's `external_url`, Hacker News's `url`).
    public var externalLink: WebAddress?
    public var byline: String?
    /// A plain-text summary of about 300 characters; nil if there is only the text.
    public var dek: String?
    public var body: SafeHTML
    /// Plain text, for search and reading time.
    public var text: String
    /// HTML before sanitising; stored compressed, so that improved rules can sanitise it again.
    public var original: String
    /// The base URL of `original`.
    public var base: WebAddress?
    public var publishedAt: Date?
    /// BCP 47.
    public var language: String?
    public var direction: TextDirection
    public var topics: [String]
    /// By importance; the first is the lead picture candidate.
    public var pictures: [PictureReference]
    /// False where the origin gives a gallery only.
    public var hasLeadPicture: Bool
    /// Only announces another publisher's page at `link`.
    public var isHostedElsewhere: Bool
    public var isFeatured: Bool
    public var labels = StoryLabels()
    public var enclosures: [Enclosure]
    public var discussionLink: WebAddress?
    public var commentCount: Int?
    /// Nil where the origin does not count them.
    public var points: Int?
    public var kind: StoryKind
    /// In the origin's order; empty unless `kind` is `.poll`.
    public var pollOptions: [PollOption]
    /// Whether points and comments were counted some time ago: by a service that lags behind the origin, or in an
    /// earlier response. Such counts are stored only where none are known, or a story's numbers would jump back.
    public var hasOldCounts = false
    /// Whether the count of comments leaves some out that other responses of the origin count, such as pingbacks. It is
    /// stored only where it is higher than what is known.
    public var isCommentCountMinimum = false

    public init(
        key: String, title: String, link: WebAddress? = nil, externalLink: WebAddress? = nil, byline: String? = nil,
        dek: String? = nil, body: SafeHTML = .empty, text: String = "", original: String = "",
        base: WebAddress? = nil, publishedAt: Date? = nil, language: String? = nil,
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

    /// What is to be stored where `known` is.
    public func storedCommentCount(after known: Int?) -> Int? {
        guard let commentCount, let known else { return known ?? commentCount }
        if hasOldCounts { return known }
        return isCommentCountMinimum ? max(known, commentCount) : commentCount
    }
}

/// The kind of a community's story.
public enum StoryKind: String, Sendable, Codable, CaseIterable {
    case story
    /// A question to the community.
    case question
    /// The author's own work.
    case show
    /// A job offer without votes and comments.
    case job
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

/// An attached file: podcast episode, video, document.
public struct Enclosure: Sendable, Hashable, Codable {
    public var address: WebAddress
    /// The origin's media type, such as `audio/mpeg`.
    public var type: String?
    /// Bytes, according to the origin.
    public var length: Int64?
    /// The duration.
    public var seconds: Int?

    public init(address: WebAddress, type: String? = nil, length: Int64? = nil, seconds: Int? = nil) {
        self.address = address
        self.type = type
        self.length = length
        self.seconds = seconds
    }

    public var isAudio: Bool { type?.lowercased().hasPrefix("audio/") ?? false }
    public var isVideo: Bool { type?.lowercased().hasPrefix("video/") ?? false }
}
