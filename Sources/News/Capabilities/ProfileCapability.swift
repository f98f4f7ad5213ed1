public import Foundation
public import Markup
public import URLs

/// Fetches users' profiles.
public struct ProfileCapability: Sendable {
    private let profile: @Sendable (String) async throws(SourceError) -> Profile
    private let stories: @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse
    private let comments: @Sendable (String, SourceCursor?) async throws(SourceError) -> ProfileCommentsResponse

    /// - Parameter profile: by exact name.
    public init(
        profile: @escaping @Sendable (String) async throws(SourceError) -> Profile,
        stories: @escaping @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse,
        comments: @escaping @Sendable (String, SourceCursor?) async throws(SourceError) -> ProfileCommentsResponse
    ) {
        self.profile = profile
        self.stories = stories
        self.comments = comments
    }

    /// Fetches a profile.
    /// - Throws: `SourceError`; `.notThere` for an unknown user, or when nothing is public.
    public func profile(_ name: String) async throws(SourceError) -> Profile { try await profile(name) }

    /// Fetches submissions, newest first.
    public func stories(
        by name: String, after cursor: SourceCursor? = nil
    ) async throws(SourceError) -> SearchResponse { try await stories(name, cursor) }

    /// Fetches comments, newest first.
    public func comments(
        by name: String, after cursor: SourceCursor? = nil
    ) async throws(SourceError) -> ProfileCommentsResponse { try await comments(name, cursor) }
}

/// A user of an origin.
public struct Profile: Sendable, Hashable {
    /// Total points; nil where not counted.
    public var karma: Int?
    public var joinedAt: Date?
    /// A self-description.
    public var about: SafeHTML
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
    public var comment: FetchedComment
    /// `FetchedStory.key`.
    public var storyKey: String
    public var storyTitle: String?

    public init(comment: FetchedComment, storyKey: String, storyTitle: String? = nil) {
        self.comment = comment
        self.storyKey = storyKey
        self.storyTitle = storyTitle
    }
}

/// Comments, newest first.
public struct ProfileCommentsResponse: Sendable {
    public var comments: [ProfileComment]
    public var next: SourceCursor?

    public init(comments: [ProfileComment], next: SourceCursor? = nil) {
        self.comments = comments
        self.next = next
    }
}
