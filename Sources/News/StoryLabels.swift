/// The labels that a community's site shows beside a story's title. A label is nil if a response does not state it; the
/// stored label then stays.
public struct StoryLabels: Sendable, Hashable {
    /// The linked site in the origin's short form (`loom.example`, `github.com/ada`), or the publisher's name if a
    /// service lists stories of many publishers.
    public var siteName: String?
    /// The state of moderation of the story itself.
    public var moderationState: FetchedComment.ModerationState?
    /// True if the author's account was new when the story was fetched.
    public var isAuthorNew: Bool?

    public init(
        siteName: String? = nil, moderationState: FetchedComment.ModerationState? = nil, isAuthorNew: Bool? = nil
    ) {
        self.siteName = siteName
        self.moderationState = moderationState
        self.isAuthorNew = isAuthorNew
    }
}
