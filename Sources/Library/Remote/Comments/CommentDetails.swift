public import Foundation
public import Markup
public import News
public import URLs

/// Rises with arrival; never reused.
public struct CommentID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A stored comment, for one reader.
public struct CommentDetails: Sendable, Identifiable {
    public var id: CommentID
    public var key: String
    /// Nil at the top level.
    public var parent: CommentID?
    public var depth: Int
    public var author: String?
    /// The story's author wrote it.
    public var isByAuthor: Bool
    public var body: SafeHTML
    public var publishedAt: Date?
    /// At the origin.
    public var link: WebAddress?
    public var kind: FetchedComment.Kind
    public var moderationState: FetchedComment.ModerationState
    /// The origin's fading, in percent.
    public var fadePercent: Int
    /// The author's account was new.
    public var isAuthorNew = false
    /// The origin shows it folded, with its replies.
    public var isCollapsed = false
    /// Arrived since the previous visit.
    public var isNew: Bool
    /// Comments below it, at any depth.
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
