public import Foundation
public import Markup
public import News
public import URLs

/// Everything a thread's page shows.
public struct ThreadDetails: Sendable {
    public var row: StoryRow
    public var source: StorySource
    /// At the origin; else the story's link.
    public var discussionLink: WebAddress?
    /// What a posting's author wrote; empty for an article, whose comments are apart from it.
    public var postText: SafeHTML
    public var pollOptions: [PollOption]
    /// In reading order.
    public var comments: [CommentDetails]
    public var newCount: Int
    /// Counted by the origin but not sent.
    public var missingCount: Int
    /// Nil when unknown.
    public var acceptsComments: Bool?
    public var fetchedAt: Date?
    public var needsRefresh: Bool
    public var isFetching: Bool
    public var failure: FetchFailure?
    /// The end of the Retry-After window.
    public var backoffUntil: Date?
    /// Tolerated problems in the response.
    public var diagnostics: [String]
    /// Stored stories and comments of this origin that comments link to.
    public var localTargets: [String: LocalTarget]

    /// A stored story or comment.
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
        (postText, pollOptions, diagnostics, localTargets) = (.empty, [], [], [:])
        (newCount, missingCount) = (0, 0)
        (needsRefresh, isFetching) = (false, false)
    }
}
