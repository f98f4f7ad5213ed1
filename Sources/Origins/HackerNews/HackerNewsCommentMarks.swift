import News

/// What only the site's page tells of a comment.
struct HackerNewsCommentMarks: Codable, Sendable, Hashable {
    var fade = 0
    var isCollapsed = false
    var isAuthorNew = false

    /// Nil for a comment like most.
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
