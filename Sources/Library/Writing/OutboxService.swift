public import Foundation
public import News

/// Carries out readers' actions at origins: each is a stored row before its first byte is sent, is sent once, and is looked
/// for before it is sent again (`docs/writing.md`).
public struct OutboxService: Sendable {
    let context: LibraryContext

    /// What a source takes; nil if nothing.
    public func rules(of source: StorySource) -> PostingRules? {
        context.sources.source(of: source.kind, at: source.site)?.posting?.rules
    }

    /// A story, or a comment of it, as its origin knows it.
    /// - Throws: `.notThere` for what is unknown or purged.
    public func item(
        story: StoryID, comment: CommentID?
    ) async throws(LibraryError) -> (item: RemoteItem, source: StorySource) { throw .notThere }

    /// Stores an action and carries it out; waits for the outcome, at most for the action's time limit (60 s).
    /// - Parameters:
    ///   - token: made with the form. A second action of the reader with the same token returns the first's entry.
    /// - Throws: `.invalid` for what the rules forbid; `.notThere` if the source takes no such action.
    @discardableResult
    public func perform(
        _ action: RemoteAction, at source: StorySource, token: String, for reader: ReaderID
    ) async throws(LibraryError) -> OutboxEntry { throw .notThere }

    /// Sends again what was not sent, refused for a while or waited for a sign-in; what has an unknown fate is looked for
    /// first, and sent only if it is not there.
    /// - Throws: `.notThere`; `.invalid` for what is done or still being sent.
    @discardableResult
    public func retry(_ id: OutboxEntry.ID, for reader: ReaderID) async throws(LibraryError) -> OutboxEntry {
        throw .notThere
    }

    /// Looks whether something of unknown fate, or waiting for approval, is there; sends nothing.
    @discardableResult
    public func look(_ id: OutboxEntry.ID, for reader: ReaderID) async throws(LibraryError) -> OutboxEntry {
        throw .notThere
    }

    /// Forgets an entry; what has arrived at the origin stays there.
    public func remove(_ id: OutboxEntry.ID, for reader: ReaderID) async throws(LibraryError) {}

    public func entry(_ id: OutboxEntry.ID, for reader: ReaderID) async throws(LibraryError) -> OutboxEntry {
        throw .notThere
    }

    /// Newest first: what is on its way, has failed, or waits for approval, and what was done in the last 30 days.
    public func entries(for reader: ReaderID) async throws(LibraryError) -> [OutboxEntry] { [] }

    /// Comments on a story that the origin holds back, or whose fate is unknown, and those that failed: its page shows them to
    /// their author.
    public func entries(of story: StoryID, for reader: ReaderID) async throws(LibraryError) -> [OutboxEntry] { [] }

    /// What was waiting for a session of this source is done now, once, oldest first.
    public func resumeAfterSignIn(at source: StorySource, for reader: ReaderID) async throws(LibraryError)
        -> [OutboxEntry]
    {
        []
    }
}

/// An action of a reader, and what became of it.
public struct OutboxEntry: Sendable, Identifiable {
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

    public enum State: Sendable, Hashable {
        /// Stored; its request may be on its way.
        case sending
        case ended(RemoteActionOutcome)
        /// It waits for its reader to sign in.
        case waitingForSignIn
        /// Its fate was unknown; it is not there, so it can be sent again.
        case notArrived
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
