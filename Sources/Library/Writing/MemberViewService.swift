public import Foundation
public import News

/// What only a member sees of stories and comments: votes, and what the origin offers. Kept apart for each reader, never
/// written into stories or comments.
public struct MemberViewService: Sendable {
    let context: LibraryContext

    /// What is known of a story and its comments. Reads no network.
    public func view(of story: StoryID, for reader: ReaderID) async throws(LibraryError) -> MemberThreadView {
        MemberThreadView()
    }

    /// What is known of the stories of a list. Reads no network.
    public func items(of stories: [StoryID], for reader: ReaderID) async throws(LibraryError) -> [StoryID: MemberItem] {
        [:]
    }

    /// Fetches the member's view of a story unless it is fresh (5 minutes; `.manual`: 60 s).
    /// - Returns: `.unavailable` without a session.
    @discardableResult
    public func refresh(_ story: StoryID, reason: RefreshReason, for reader: ReaderID) async throws(LibraryError)
        -> FetchOutcome
    {
        .unavailable
    }
}

/// What a member sees of a thread.
public struct MemberThreadView: Sendable {
    public var story: MemberItem?
    public var comments: [CommentID: MemberItem]
    public var fetchedAt: Date?
    public var needsRefresh: Bool
    /// Nil without an account.
    public var account: MemberAccount?

    public init(
        story: MemberItem? = nil, comments: [CommentID: MemberItem] = [:], fetchedAt: Date? = nil,
        needsRefresh: Bool = false, account: MemberAccount? = nil
    ) {
        self.story = story
        self.comments = comments
        self.fetchedAt = fetchedAt
        self.needsRefresh = needsRefresh
        self.account = account
    }
}
