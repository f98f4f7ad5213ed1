public import Foundation
public import Markup
public import News

/// Everything a thread's page shows: the comments in their order, and how the asking of the origin stands.
public struct ThreadDetails: Sendable {
    public var row: StoryRow
    public var source: StorySource
    /// The page on which people discuss the story at the origin; else where the story lives there.
    public var discussionLink: WebAddress?
    public var pollOptions: [PollOption]
    /// In the order in which they are read.
    public var comments: [CommentDetails]
    /// How many came since the reader's visit before this one.
    public var newCount: Int
    /// How many comments the origin counts and did not give.
    public var missingCount: Int
    /// Whether people can still say something; nil when nobody knows.
    public var acceptsComments: Bool?
    /// When the origin was asked last.
    public var lastAttemptAt: Date?
    /// When the comments came that are shown; nil when none ever did.
    public var fetchedAt: Date?
    /// Opening it now asks the origin.
    public var needsRefresh: Bool
    /// Somebody is asking.
    public var isFetching: Bool
    /// Why the last question brought nothing.
    public var failure: FetchFailure?
    /// Until when the origin wants to be left alone.
    public var backoffUntil: Date?
    /// What was odd and yet read.
    public var diagnostics: [String]
    /// Where links in the comments lead that point to what is kept here of the same origin.
    public var localTargets: [String: LocalTarget]

    /// A story, or a comment in its thread, that is kept here.
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
