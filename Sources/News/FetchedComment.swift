public import Foundation
public import Markup

/// What somebody said under a story, as a source hands it over: cleaned, but not yet kept.
public struct FetchedComment: Sendable, Hashable {
    /// The origin's own key, unique under its story.
    public var key: String
    /// The key of the comment that it answers; nil when it answers the story. A parent that never came leaves it at the
    /// top.
    public var parentKey: String?
    /// Who said it, as the origin writes the name; nil when the origin does not say.
    public var author: String?
    /// The author's own page, if the origin links to one.
    public var authorPage: WebAddress?
    /// Whether the story's author says it.
    public var isByAuthor: Bool
    public var body: SafeHTML
    /// The body as plain text, paragraphs apart by a line feed.
    public var text: String
    /// As the origin wrote it, before cleaning.
    public var original: String
    public var publishedAt: Date?
    /// Its own address at the origin.
    public var link: WebAddress?
    public var kind: Kind
    public var moderationState: ModerationState
    /// How far the origin fades it, in percent: 0 is plain, 100 is hardly to be read.
    public var fadePercent: Int

    /// What it is.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case comment
        /// Another site says that it links to the story.
        case pingback
    }

    /// What the origin made of it.
    public enum ModerationState: String, Sendable, Codable, CaseIterable {
        case shown
        /// Taken back; answers to it may stay.
        case deleted
        /// Hidden by the origin's rules.
        case dead
        /// Hidden as many readers asked for it.
        case flagged
        /// Waits for approval; shown to its author alone.
        case pending
    }

    public init(
        key: String, parentKey: String? = nil, author: String? = nil, authorPage: WebAddress? = nil,
        isByAuthor: Bool = false, body: SafeHTML = .empty, text: String = "", original: String = "",
        publishedAt: Date? = nil, link: WebAddress? = nil, kind: Kind = .comment,
        moderationState: ModerationState = .shown,
        fadePercent: Int = 0
    ) {
        self.key = key
        self.parentKey = parentKey
        self.author = author
        self.authorPage = authorPage
        self.isByAuthor = isByAuthor
        self.body = body
        self.text = text
        self.original = original
        self.publishedAt = publishedAt
        self.link = link
        self.kind = kind
        self.moderationState = moderationState
        self.fadePercent = fadePercent
    }
}
