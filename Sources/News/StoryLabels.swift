/// What a community's site shows beside a story's title. Nil where a response does not tell it: what is stored stays.
public struct StoryLabels: Sendable, Hashable {
    /// The linked site in the origin's short form (`loom.example`, `github.com/ada`), or the publisher's name where a
    /// service lists those of many.
    public var siteName: String?
    /// Of the story itself.
    public var moderationState: FetchedComment.ModerationState?
    /// The author's account was new when the story was fetched.
    public var isAuthorNew: Bool?

    public init(
        siteName: String? = nil, moderationState: FetchedComment.ModerationState? = nil, isAuthorNew: Bool? = nil
    ) {
        self.siteName = siteName
        self.moderationState = moderationState
        self.isAuthorNew = isAuthorNew
    }
}
