public import News

/// What a page says of somebody who writes at an origin.
public struct ProfileDetails: Sendable {
    public var source: StorySource
    public var name: String
    /// Who they are; nil where that was not asked for, or the origin tells nothing.
    public var profile: Profile?
    /// What they submitted, newest first.
    public var stories: [StoryRow]
    /// What they said, newest first.
    public var comments: [LocatedComment]
    /// Where there is more; nil at the end.
    public var next: SourceCursor?
    /// Whether the origin was asked, or what it said a moment ago is known.
    public var wasFetched: Bool
    /// Why the origin did not tell; nil when all went well.
    public var failure: SourceError?

    /// A comment apart from its thread.
    public struct LocatedComment: Sendable {
        public var comment: ProfileComment
        /// Its story, where that is kept here; its own place in the thread, where that is.
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
