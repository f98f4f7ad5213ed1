public import Foundation
public import Markup
public import URLs

/// A sanitised story, not yet stored.
public struct FetchedStory: Sendable {
    /// The origin's key, with fallbacks for missing or repeated IDs (guid → link → hash).
    public var key: String
    /// The plain-text title, never empty: falls back to the beginning of the text, then the address.
    public var title: String
    /// The address of the story's page.
    public var link: WebAddress?
    /// The address of the page that the story is about, if that is another page (JSON Feed's `external_url`, Hacker
    /// News's `url`).
    public var externalLink: WebAddress?
    /// The author line; nil if unknown.
    public var byline: String?
    /// The plain-text summary of about 300 characters; nil if there is only the text.
    public var dek: String?
    /// The sanitised text.
    public var body: SafeHTML
    /// The plain text, for search and reading time.
    public var text: String
    /// The HTML before sanitising; stored compressed, so that improved rules can sanitise it again.
    public var original: String
    /// The base URL of `original`.
    public var base: WebAddress?
    /// The time of publication; nil if the origin does not state it.
    public var publishedAt: Date?
    /// The language as a BCP 47 tag; nil if unknown.
    public var language: String?
    /// The direction of the text.
    public var direction: TextDirection
    /// The tags that the origin states.
    public var tags: [String]
    /// The pictures by importance; the first is the candidate for the lead picture.
    public var pictures: [PictureReference]
    /// True if the first picture may be the lead picture; false if the origin has only a gallery.
    public var hasLeadPicture: Bool
    /// True if the story only announces another publisher's page at `link`.
    public var isExternal: Bool
    /// True if the origin features the story.
    public var isFeatured: Bool
    /// The labels beside the title.
    public var labels = StoryLabels()
    /// The attached files.
    public var enclosures: [Enclosure]
    /// The address of the discussion; nil if there is none.
    public var discussionLink: WebAddress?
    /// The number of comments; nil if unknown.
    public var commentCount: Int?
    /// The points; nil if the origin does not count them.
    public var points: Int?
    /// The kind of story.
    public var kind: StoryKind
    /// The options of a poll in the origin's order; empty unless `kind` is `.poll`.
    public var pollOptions: [PollOption]
    /// True if points and comments were counted some time ago: by a service that lags behind the origin, or in an
    /// earlier response. Such counts are stored only if none are known; otherwise a story's counts would fall back.
    public var hasOldCounts = false
    /// True if the count of comments omits some that other responses of the origin count, such as pingbacks. Such a
    /// count is stored only if it is higher than the known one.
    public var isCommentCountMinimum = false

    public init(
        key: String, title: String, link: WebAddress? = nil, externalLink: WebAddress? = nil, byline: String? = nil,
        dek: String? = nil, body: SafeHTML = .empty, text: String = "", original: String = "",
        base: WebAddress? = nil, publishedAt: Date? = nil, language: String? = nil,
        direction: TextDirection = .ltr, tags: [String] = [], pictures: [PictureReference] = [],
        enclosures: [Enclosure] = [], discussionLink: WebAddress? = nil, commentCount: Int? = nil,
        hasLeadPicture: Bool = true, isExternal: Bool = false, isFeatured: Bool = false,
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
        self.tags = tags
        self.pictures = pictures
        self.enclosures = enclosures
        self.discussionLink = discussionLink
        self.commentCount = commentCount
        self.hasLeadPicture = hasLeadPicture
        self.isExternal = isExternal
        self.isFeatured = isFeatured
        self.points = points
        self.kind = kind
        self.pollOptions = pollOptions
    }

    /// Returns the comment count to store, given the stored one.
    public func storedCommentCount(after known: Int?) -> Int? {
        guard let commentCount, let known else { return known ?? commentCount }
        if hasOldCounts { return known }
        return isCommentCountMinimum ? max(known, commentCount) : commentCount
    }
}

/// The kind of a community's story.
public enum StoryKind: String, Sendable, Codable, CaseIterable {
    /// A story without a special kind.
    case story
    /// A question to the community.
    case question
    /// The author's own work.
    case show
    /// A job offer without votes and comments.
    case job
    /// A poll with options.
    case poll
}

/// An option of a poll.
public struct PollOption: Sendable, Hashable, Codable {
    /// The plain text of the option.
    public var text: String
    /// The number of votes; nil if unknown.
    public var votes: Int?

    public init(text: String, votes: Int? = nil) {
        self.text = text
        self.votes = votes
    }
}

/// An attached file, such as a podcast episode, a video or a document.
public struct Enclosure: Sendable, Hashable, Codable {
    /// The address of the file.
    public var address: WebAddress
    /// The origin's media type, such as `audio/mpeg`.
    public var type: String?
    /// The size in bytes, according to the origin.
    public var length: Int64?
    /// The duration in seconds.
    public var seconds: Int?

    public init(address: WebAddress, type: String? = nil, length: Int64? = nil, seconds: Int? = nil) {
        self.address = address
        self.type = type
        self.length = length
        self.seconds = seconds
    }

    /// True if the media type is an audio type.
    public var isAudio: Bool { type?.lowercased().hasPrefix("audio/") ?? false }
    /// True if the media type is a video type.
    public var isVideo: Bool { type?.lowercased().hasPrefix("video/") ?? false }
}
