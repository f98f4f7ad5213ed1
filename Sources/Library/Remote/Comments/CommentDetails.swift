public import Foundation
public import Markup
public import News
public import URLs

/// The database ID of a comment. IDs rise with arrival and are never reused.
public struct CommentID: RawRepresentable, Hashable, Sendable, Codable {
    /// The row ID.
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A stored comment, for one reader.
public struct CommentDetails: Sendable, Identifiable {
    /// The database ID.
    public var id: CommentID
    /// The comment's key at the origin, unique within its story.
    public var key: String
    /// The comment that this one replies to; nil at the top level.
    public var parent: CommentID?
    /// The number of ancestors; 0 at the top level.
    public var depth: Int
    /// The author's name; nil if unknown.
    public var author: String?
    /// True if the story's author wrote the comment.
    public var isByAuthor: Bool
    /// The sanitised text.
    public var body: SafeHTML
    /// The time of publication; nil if the origin does not state it.
    public var publishedAt: Date?
    /// The comment's address at the origin.
    public var link: WebAddress?
    /// The kind of comment.
    public var kind: FetchedComment.Kind
    /// The state of moderation at the origin.
    public var moderationState: FetchedComment.ModerationState
    /// The degree to which the origin fades the comment, in percent.
    public var fadePercent: Int
    /// True if the author's account was new when the comment was fetched.
    public var isAuthorNew = false
    /// True if the origin shows the comment collapsed, together with its replies.
    public var isCollapsed = false
    /// True if the comment has arrived since the reader's previous visit.
    public var isNew: Bool
    /// The number of comments below this one, at any depth.
    public var replyCount = 0

    public init(
        id: CommentID, key: String, depth: Int = 0, author: String? = nil,
        isByAuthor: Bool = false, body: SafeHTML, publishedAt: Date? = nil,
        link: WebAddress? = nil, kind: FetchedComment.Kind = .comment,
        moderationState: FetchedComment.ModerationState = .shown, fadePercent: Int = 0, isNew: Bool = false
    ) {
        self.id = id
        self.key = key
        self.depth = depth
        self.author = author
        self.isByAuthor = isByAuthor
        self.body = body
        self.publishedAt = publishedAt
        self.link = link
        self.kind = kind
        self.moderationState = moderationState
        self.fadePercent = fadePercent
        self.isNew = isNew
    }
}
