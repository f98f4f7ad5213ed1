public import Foundation
public import Markup

/// The ability of a source to say who somebody is there (decision 1: a value, nil where there is none).
public struct ProfileCapability: Sendable {
    private let profile: @Sendable (String) async throws(SourceError) -> Profile
    private let stories: @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse
    private let comments: @Sendable (String, SourceCursor?) async throws(SourceError) -> ProfileCommentsResponse

    /// - Parameters:
    ///   - person: asks for somebody by name, spelled exactly so.
    ///   - stories: asks for what somebody submitted, newest first.
    ///   - comments: asks for what somebody said, newest first.
    public init(
        profile: @escaping @Sendable (String) async throws(SourceError) -> Profile,
        stories: @escaping @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse,
        comments: @escaping @Sendable (String, SourceCursor?) async throws(SourceError) -> ProfileCommentsResponse
    ) {
        self.profile = profile
        self.stories = stories
        self.comments = comments
    }

    /// - Throws: `SourceError`; `.notThere` when the origin knows nobody of that name, or tells nothing of them.
    public func profile(_ name: String) async throws(SourceError) -> Profile { try await profile(name) }

    /// What somebody submitted, from the newest or after a cursor.
    public func stories(
        by name: String, after cursor: SourceCursor? = nil
    ) async throws(SourceError) -> SearchResponse { try await stories(name, cursor) }

    /// What somebody said, from the newest or after a cursor.
    public func comments(
        by name: String, after cursor: SourceCursor? = nil
    ) async throws(SourceError) -> ProfileCommentsResponse { try await comments(name, cursor) }
}

/// Somebody who writes at an origin.
public struct Profile: Sendable, Hashable {
    public var name: String
    /// What the community gave them in all; nil where the origin does not count.
    public var karma: Int?
    public var joinedAt: Date?
    /// What they say of themselves.
    public var about: SafeHTML
    /// Their page at the origin.
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

/// A comment that stands apart from its thread, with the story it belongs to.
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

/// Comments apart from their threads, newest first.
public struct ProfileCommentsResponse: Sendable {
    public var comments: [ProfileComment]
    /// Where there are more; nil at the end.
    public var next: SourceCursor?

    public init(comments: [ProfileComment], next: SourceCursor? = nil) {
        self.comments = comments
        self.next = next
    }
}
