public import Foundation
public import News
import URLs

/// An action of a reader, and its state.
public struct OutboxEntry: Sendable, Identifiable {
    /// The database ID of an entry.
    public struct ID: RawRepresentable, Hashable, Sendable, Codable {
        /// The row ID.
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The database ID.
    public var id: ID
    /// The source at which the action is carried out.
    public var source: StorySource
    /// The stored story to which the action applies; nil if there is none.
    public var story: StoryID?
    /// The stored comment to which the action applies; nil if there is none.
    public var comment: CommentID?
    /// The title of the story; nil if the story is not stored.
    public var storyTitle: String?
    /// The action; a guest's name and addresses are removed once it has ended.
    public var action: RemoteAction
    /// The state of the action.
    public var state: State
    /// The time at which the reader made the action.
    public var createdAt: Date
    /// The time of the last attempt; nil if none was made, or an attempt is known to have failed.
    public var sentAt: Date?

    /// The state of an action (docs/writing.md).
    public enum State: Sendable, Hashable {
        /// The action is stored; its request may be in progress.
        case sending
        case ended(RemoteActionOutcome)
        /// The action waits for its reader to sign in.
        case waitingForSignIn
        /// The outcome was unknown, but a search did not find the action; it can be sent again.
        case notArrived
    }

    /// The host that receives the action: a guest's comment is sent to the story's page, every other action to the
    /// source's site.
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
