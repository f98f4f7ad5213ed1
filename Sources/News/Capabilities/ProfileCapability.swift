public import Foundation
public import Markup
public import URLs

/// A capability to fetch users' profiles.
public protocol ProfileCapability: Sendable {
    /// Fetches a profile by its exact name.
    /// - Throws: `SourceError`; `.notThere` if the user is unknown or has no public profile.
    func profile(_ name: String) async throws(SourceError) -> Profile

    /// Fetches a user's submissions, newest first.
    /// - Parameter cursor: The `next` of an earlier response; nil for the newest.
    func stories(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> SearchResponse

    /// Fetches a user's comments, newest first.
    /// - Parameter cursor: The `next` of an earlier response; nil for the newest.
    func comments(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> ProfileCommentsResponse
}

extension ProfileCapability {
    /// Fetches a user's newest submissions.
    public func stories(by name: String) async throws(SourceError) -> SearchResponse {
        try await stories(by: name, after: nil)
    }

    /// Fetches a user's newest comments.
    public func comments(by name: String) async throws(SourceError) -> ProfileCommentsResponse {
        try await comments(by: name, after: nil)
    }
}

/// A user of an origin.
public struct Profile: Sendable, Hashable {
    /// The total points; nil if not counted.
    public var karma: Int?
    /// The time of registration; nil if unknown.
    public var joinedAt: Date?
    /// The user's description of themselves.
    public var about: SafeHTML
    /// The address of the profile at the origin.
    public var page: WebAddress?

    public init(karma: Int? = nil, joinedAt: Date? = nil, about: SafeHTML = .empty, page: WebAddress? = nil) {
        self.karma = karma
        self.joinedAt = joinedAt
        self.about = about
        self.page = page
    }
}

/// A comment outside its thread.
public struct ProfileComment: Sendable, Hashable {
    /// The comment.
    public var comment: FetchedComment
    /// The `FetchedStory.key` of the comment's story.
    public var storyKey: String
    /// The title of the comment's story; nil if unknown.
    public var storyTitle: String?

    public init(comment: FetchedComment, storyKey: String, storyTitle: String? = nil) {
        self.comment = comment
        self.storyKey = storyKey
        self.storyTitle = storyTitle
    }
}

/// A page of a user's comments, newest first.
public struct ProfileCommentsResponse: Sendable {
    /// The comments.
    public var comments: [ProfileComment]
    /// The cursor of the next page; nil at the end.
    public var next: SourceCursor?

    public init(comments: [ProfileComment], next: SourceCursor? = nil) {
        self.comments = comments
        self.next = next
    }
}
