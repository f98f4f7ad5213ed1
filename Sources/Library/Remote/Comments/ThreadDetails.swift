public import Foundation
public import Markup
public import News
public import URLs

/// The content of a thread's page.
public struct ThreadDetails: Sendable {
    /// The story.
    public var row: StoryRow
    /// The story's source.
    public var source: StorySource
    /// The address of the discussion at the origin, otherwise the story's link.
    public var discussionLink: WebAddress?
    /// The text of a posting by its author; empty for an article, whose text does not belong to the thread.
    public var postText: SafeHTML
    /// The options of a poll; empty if the story has none.
    public var pollOptions: [PollOption]
    /// The comments in reading order.
    public var comments: [CommentDetails]
    /// The number of comments that are new to the reader.
    public var newCount: Int
    /// The number of comments that the origin counts but did not send.
    public var missingCount: Int
    /// True if the origin accepts comments; nil if unknown.
    public var acceptsComments: Bool?
    /// The time of the last response; nil if none was received.
    public var fetchedAt: Date?
    /// True if the thread may be fetched and is stale.
    public var needsRefresh: Bool
    /// True if a fetch is in progress.
    public var isFetching: Bool
    /// The failure of the last fetch; nil if that succeeded.
    public var failure: FetchFailure?
    /// The end of the back-off that the origin requested; nil if there is none.
    public var backoffUntil: Date?
    /// The tolerated problems in the response.
    public var diagnostics: [String]
    /// The stored stories and comments of this origin to which comments link, by address.
    public var localTargets: [String: LocalTarget]

    /// A stored story or comment.
    public struct LocalTarget: Sendable, Hashable {
        /// The story, or the story of the comment.
        public var story: StoryID
        /// The comment; nil for the story itself.
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
        (postText, pollOptions, diagnostics, localTargets) = (.empty, [], [], [:])
        (newCount, missingCount) = (0, 0)
        (needsRefresh, isFetching) = (false, false)
    }
}
