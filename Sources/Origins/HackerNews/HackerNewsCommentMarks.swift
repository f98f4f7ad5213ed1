import News

/// The properties of a comment that only the website shows.
struct HackerNewsCommentMarks: Codable, Sendable, Hashable {
    var fade = 0
    var isCollapsed = false
    var isAuthorNew = false

    /// Creates the marks of a comment; nil if the comment has none.
    init?(_ comment: FetchedComment) {
        guard comment.fadePercent > 0 || comment.isCollapsed || comment.isAuthorNew else { return nil }
        (fade, isCollapsed, isAuthorNew) = (comment.fadePercent, comment.isCollapsed, comment.isAuthorNew)
    }

    func apply(to comment: inout FetchedComment) {
        comment.fadePercent = fade
        comment.isCollapsed = isCollapsed
        comment.isAuthorNew = isAuthorNew
    }
}
