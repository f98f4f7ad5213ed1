public import News

/// An author at an origin.
public struct ProfileDetails: Sendable {
    public var source: StorySource
    public var name: String
    public var profile: Profile?
    /// Newest first.
    public var stories: [StoryRow]
    /// Newest first.
    public var comments: [LocatedComment]
    public var next: SourceCursor?
    /// Or cached.
    public var wasFetched: Bool
    public var failure: SourceError?

    /// A comment outside its thread.
    public struct LocatedComment: Sendable {
        public var comment: ProfileComment
        /// The stored story and, if stored, the comment.
        public var localTarget: ThreadDetails.LocalTarget?

        public init(comment: ProfileComment, localTarget: ThreadDetails.LocalTarget? = nil) {
            self.comment = comment
            self.localTarget = localTarget
        }
    }

    public init(source: StorySource, name: String) {
        self.source = source
        self.name = name
        (stories, comments) = ([], [])
        wasFetched = true
    }
}
