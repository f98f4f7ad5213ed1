public import Foundation
public import News
import URLs

/// An action of a reader, and what became of it.
public struct OutboxEntry: Sendable, Identifiable {
    /// Of the database.
    public struct ID: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public var id: ID
    public var source: StorySource
    /// The stored story and comment that it is about.
    public var story: StoryID?
    public var comment: CommentID?
    public var storyTitle: String?
    public var action: RemoteAction
    public var state: State
    public var createdAt: Date
    /// Of the last attempt.
    public var sentAt: Date?

    /// How far the action has come (docs/writing.md).
    public enum State: Sendable, Hashable {
        /// Stored; its request may be on its way.
        case sending
        case ended(RemoteActionOutcome)
        /// It waits for its reader to sign in.
        case waitingForSignIn
        /// Its fate was unknown; it is not there, so it can be sent again.
        case notArrived
    }

    /// The host that gets it: a guest's comment goes to the story's page, everything else to the source's site.
    public var recipient: String {
        if case .comment(let comment) = action, comment.isGuest, let page = comment.target.page { return page.host }
        return source.site.host
    }

    public init(
        id: ID, source: StorySource, action: RemoteAction, state: State, createdAt: Date, sentAt: Date? = nil,
        story: StoryID? = nil, comment: CommentID? = nil, storyTitle: String? = nil
    ) {
        self.id = id
        self.source = source
        self.action = action
        self.state = state
        self.createdAt = createdAt
        self.sentAt = sentAt
        self.story = story
        self.comment = comment
        self.storyTitle = storyTitle
    }
}
