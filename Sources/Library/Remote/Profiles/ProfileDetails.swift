public import News

/// An author's profile at an origin, with their stories and comments.
public struct ProfileDetails: Sendable {
    public var source: StorySource
    public var name: String
    /// The profile; nil if it was not requested or the origin gives none.
    public var profile: Profile?
    /// Submitted stories, newest first.
    public var stories: [StoryRow]
    /// Comments, newest first.
    public var comments: [LocatedComment]
    /// The cursor of the next page; nil at the end.
    public var next: SourceCursor?
    /// Whether the details were fetched or cached; false if neither.
    public var wasFetched: Bool
    /// The origin's error; nil on success.
    public var failure: SourceError?

    /// A comment outside its thread.
    public struct LocatedComment: Sendable {
        public var comment: ProfileComment
        /// The stored story, and the comment's position in its thread if that is stored.
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
