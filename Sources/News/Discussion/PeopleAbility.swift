public import Foundation
public import Markup

/// The ability of a source to say who somebody is there (decision 1: a value, nil where there is none).
public struct PeopleAbility: Sendable {
    private let person: @Sendable (String) async throws(SourceError) -> Person
    private let stories: @Sendable (String, Cursor?) async throws(SourceError) -> SearchAnswer
    private let comments: @Sendable (String, Cursor?) async throws(SourceError) -> SaidAnswer

    /// - Parameters:
    ///   - person: asks for somebody by name, spelled exactly so.
    ///   - stories: asks for what somebody submitted, newest first.
    ///   - comments: asks for what somebody said, newest first.
    public init(
        person: @escaping @Sendable (String) async throws(SourceError) -> Person,
        stories: @escaping @Sendable (String, Cursor?) async throws(SourceError) -> SearchAnswer,
        comments: @escaping @Sendable (String, Cursor?) async throws(SourceError) -> SaidAnswer
    ) {
        self.person = person
        self.stories = stories
        self.comments = comments
    }

    /// - Throws: `SourceError`; `.notThere` when the origin knows nobody of that name, or tells nothing of them.
    public func person(_ name: String) async throws(SourceError) -> Person { try await person(name) }

    /// What somebody submitted, from the newest or after a cursor.
    public func stories(
        by name: String, after cursor: Cursor? = nil
    ) async throws(SourceError) -> SearchAnswer { try await stories(name, cursor) }

    /// What somebody said, from the newest or after a cursor.
    public func comments(
        by name: String, after cursor: Cursor? = nil
    ) async throws(SourceError) -> SaidAnswer { try await comments(name, cursor) }
}

/// Somebody who writes at an origin.
public struct Person: Sendable, Hashable {
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
public struct SaidComment: Sendable, Hashable {
    public var comment: ArrivingComment
    /// `ArrivingStory.key` of its story.
    public var story: String
    public var storyTitle: String?

    public init(comment: ArrivingComment, story: String, storyTitle: String? = nil) {
        self.comment = comment
        self.story = story
        self.storyTitle = storyTitle
    }
}

/// Comments apart from their threads, newest first.
public struct SaidAnswer: Sendable {
    public var comments: [SaidComment]
    /// Where there are more; nil at the end.
    public var next: Cursor?

    public init(comments: [SaidComment], next: Cursor? = nil) {
        self.comments = comments
        self.next = next
    }
}
