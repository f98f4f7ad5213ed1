public import Foundation
public import Markup
public import URLs

/// A sanitised comment, not yet stored.
public struct FetchedComment: Sendable, Hashable {
    /// The origin's key, unique within its story.
    public var key: String
    /// The key of the comment replied to; nil for a top-level comment. A comment with a missing parent counts as
    /// top-level.
    public var parentKey: String?
    /// The author's name; nil if unknown.
    public var author: String?
    /// True if the story's author wrote the comment.
    public var isByAuthor: Bool
    /// The sanitised text.
    public var body: SafeHTML
    /// The plain text, with paragraphs separated by a line feed.
    public var text: String
    /// The HTML before sanitising.
    public var original: String
    /// The time of publication; nil if the origin does not state it.
    public var publishedAt: Date?
    /// The comment's address at the origin.
    public var link: WebAddress?
    /// The kind of comment.
    public var kind: Kind
    /// The state of moderation at the origin.
    public var moderationState: ModerationState
    /// The degree of fading in percent: 0 is plain, 100 hardly readable.
    public var fadePercent: Int
    /// True if the author's account was new when the comment was fetched.
    public var isAuthorNew = false
    /// True if the origin shows the comment collapsed, together with its replies.
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
        /// The comment was deleted; its replies may stay.
        case deleted
        /// The origin's rules hide the comment.
        case dead
        /// The comment is hidden after flags by many users.
        case flagged
        /// The comment awaits approval, and is shown only to its author.
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
