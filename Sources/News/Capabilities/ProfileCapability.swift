public import Foundation
public import Markup

/// A source's capability to fetch profiles of its users.
public struct ProfileCapability: Sendable {
    private let profile: @Sendable (String) async throws(SourceError) -> Profile
    private let stories: @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse
    private let comments: @Sendable (String, SourceCursor?) async throws(SourceError) -> ProfileCommentsResponse

    /// - Parameters:
    ///   - profile: fetches a user by exact name.
    ///   - stories: fetches a user's submissions, newest first.
    ///   - comments: fetches a user's comments, newest first.
    public init(
        profile: @escaping @Sendable (String) async throws(SourceError) -> Profile,
        stories: @escaping @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse,
        comments: @escaping @Sendable (String, SourceCursor?) async throws(SourceError) -> ProfileCommentsResponse
    ) {
        self.profile = profile
        self.stories = stories
        self.comments = comments
    }

    /// Fetches a user's profile.
    /// - Throws: `SourceError`; `.notThere` when there is no such user, or nothing is public.
    public func profile(_ name: String) async throws(SourceError) -> Profile { try await profile(name) }

    /// Fetches a user's submissions, from the newest or after a cursor.
    public func stories(
        by name: String, after cursor: SourceCursor? = nil
    ) async throws(SourceError) -> SearchResponse { try await stories(name, cursor) }

    /// Fetches a user's comments, from the newest or after a cursor.
    public func comments(
        by name: String, after cursor: SourceCursor? = nil
    ) async throws(SourceError) -> ProfileCommentsResponse { try await comments(name, cursor) }
}

/// A user of an origin.
public struct Profile: Sendable, Hashable {
    public var name: String
    /// The user's total points; nil where the origin does not count them.
    public var karma: Int?
    public var joinedAt: Date?
    /// The user's description of themselves.
    public var about: SafeHTML
    /// The user's page at the origin.
    public var page: WebAddress?

    public init(
        name: String, karma: Int? = nil, joinedAt: Date? = nil, about: SafeHTML = .empty, page: WebAddress? = nil
    ) {
        self.name = name
        self.karma = karma
        self.joinedAt = joinedAt
        self.about = about
        self.page = page
    }
}

/// A comment outside its thread, with the story it belongs to.
public struct ProfileComment: Sendable, Hashable {
    public var comment: FetchedComment
    /// `FetchedStory.key` of its story.
    public var storyKey: String
    public var storyTitle: String?

    public init(comment: FetchedComment, storyKey: String, storyTitle: String? = nil) {
        self.comment = comment
        self.storyKey = storyKey
        self.storyTitle = storyTitle
    }
}

/// Comments outside their threads, newest first.
public struct ProfileCommentsResponse: Sendable {
    public var comments: [ProfileComment]
    /// The cursor for more; nil at the end.
    public var next: SourceCursor?

    public init(comments: [ProfileComment], next: SourceCursor? = nil) {
        self.comments = comments
        self.next = next
    }
}
