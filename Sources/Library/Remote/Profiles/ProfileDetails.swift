public import News

/// The profile of an author at an origin, as far as it was fetched.
public struct ProfileDetails: Sendable {
    /// The author's source.
    public var source: StorySource
    /// The author's name at the origin.
    public var name: String
    /// The profile; nil if it was not requested, not cached or not fetched.
    public var profile: Profile?
    /// The author's stories, newest first.
    public var stories: [StoryRow]
    /// The author's comments, newest first.
    public var comments: [LocatedComment]
    /// The cursor of the next stories or comments; nil if there are no more.
    public var next: SourceCursor?
    /// True if a fetch was allowed or the profile was cached.
    public var wasFetched: Bool
    /// The origin's error; nil if there was none.
    public var failure: SourceError?

    /// A comment outside its thread.
    public struct LocatedComment: Sendable {
        /// The comment with its story's key and title.
        public var comment: ProfileComment
        /// The stored story and, if stored, the comment; nil if the story is not stored.
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
