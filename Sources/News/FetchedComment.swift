public import Foundation
public import Markup

/// A comment as a source returns it: sanitised, but not yet stored.
public struct FetchedComment: Sendable, Hashable {
    /// The origin's key, unique under its story.
    public var key: String
    /// The key of the comment that it replies to; nil for a top-level comment. A comment whose parent is missing
    /// becomes top-level.
    public var parentKey: String?
    /// The author's name as the origin writes it; nil when not given.
    public var author: String?
    /// The author's own page, if the origin links to one.
    public var authorPage: WebAddress?
    /// Whether the story's author wrote it.
    public var isByAuthor: Bool
    public var body: SafeHTML
    /// The body as plain text, paragraphs separated by a line feed.
    public var text: String
    /// The origin's HTML before sanitising.
    public var original: String
    public var publishedAt: Date?
    /// Its own address at the origin.
    public var link: WebAddress?
    public var kind: Kind
    public var moderationState: ModerationState
    /// How far the origin fades it, in percent: 0 is plain, 100 hardly readable.
    public var fadePercent: Int

    /// The kind of comment.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case comment
        /// A notice that another site links to the story.
        case pingback
    }

    /// The origin's moderation state.
    public enum ModerationState: String, Sendable, Codable, CaseIterable {
        case shown
        /// Deleted; its replies may stay.
        case deleted
        /// Hidden by the origin's rules.
        case dead
        /// Hidden because many users flagged it.
        case flagged
        /// Waits for approval; only its author sees it at the origin.
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
