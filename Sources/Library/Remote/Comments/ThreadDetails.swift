public import Foundation
public import Markup
public import News

/// Everything a thread's page shows: the comments in reading order, and the state of fetching.
public struct ThreadDetails: Sendable {
    public var row: StoryRow
    public var source: StorySource
    /// The story's discussion at the origin, else its link.
    public var discussionLink: WebAddress?
    public var pollOptions: [PollOption]
    /// In reading order.
    public var comments: [CommentDetails]
    /// How many arrived since the reader's previous visit.
    public var newCount: Int
    /// How many comments the origin counts but did not send.
    public var missingCount: Int
    /// Whether the discussion is still open; nil when unknown.
    public var acceptsComments: Bool?
    /// When the last fetch began.
    public var lastAttemptAt: Date?
    /// When the comments shown were fetched; nil if never.
    public var fetchedAt: Date?
    /// Whether opening the thread now should fetch it.
    public var needsRefresh: Bool
    /// A fetch is in progress.
    public var isFetching: Bool
    /// Why the last fetch failed.
    public var failure: FetchFailure?
    /// The end of the origin's Retry-After window.
    public var backoffUntil: Date?
    /// Oddities in the response that did not prevent reading it.
    public var diagnostics: [String]
    /// Stored stories and comments of the same origin to which links in the comments lead, by address.
    public var localTargets: [String: LocalTarget]

    /// A stored story, or a comment in its thread.
    public struct LocalTarget: Sendable, Hashable {
        public var story: StoryID
        public var comment: CommentID?

        public init(story: StoryID, comment: CommentID? = nil) {
            self.story = story
            self.comment = comment
        }
    }

    public init(row: StoryRow, source: StorySource, comments: [CommentDetails] = []) {
        self.row = row
        self.source = source
        self.comments = comments
        (pollOptions, diagnostics, localTargets) = ([], [], [:])
        (newCount, missingCount) = (0, 0)
        (needsRefresh, isFetching) = (false, false)
    }
}
