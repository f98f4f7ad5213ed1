public import Foundation
public import Markup
public import URLs

/// A sanitised comment, not yet stored.
public struct FetchedComment: Sendable, Hashable {
    /// The origin's, unique under its story.
    public var key: String
    /// A missing parent makes it top-level.
    public var parentKey: String?
    public var author: String?
    public var isByAuthor: Bool
    public var body: SafeHTML
    /// Plain text, paragraphs separated by a line feed.
    public var text: String
    /// HTML before sanitising.
    public var original: String
    public var publishedAt: Date?
    public var link: WebAddress?
    public var kind: Kind
    public var moderationState: ModerationState
    /// 0 is plain, 100 hardly readable.
    public var fadePercent: Int
    /// The author's account was new when the comment was fetched.
    public var isAuthorNew = false
    /// The origin shows it folded, with its replies.
    public var isCollapsed = false

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
        /// Hidden after flags by many users.
        case flagged
        /// Awaits approval; shown only to its author.
        case pending
    }

    public init(
        key: String, parentKey: String? = nil, author: String? = nil, isByAuthor: Bool = false,
        body: SafeHTML = .empty, text: String = "", original: String = "",
        publishedAt: Date? = nil, link: WebAddress? = nil, kind: Kind = .comment,
        moderationState: ModerationState = .shown, fadePercent: Int = 0
    ) {
        self.key = key
        self.parentKey = parentKey
        self.author = author
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
