internal import Foundation

/// How the sample community responds, for tests of the variations of the real site.
public struct CommunityBehaviour: Sendable {
    /// The markup of the website's pages.
    public enum Markup: Sendable, CaseIterable {
        case current
        /// Of 2021: titles in `a.titlelink`.
        case titlelink
        /// Before 2021: titles in `a.storylink`.
        case storylink
        /// A markup that no selector matches.
        case unknown
    }

    /// How many seconds the search API lags behind.
    public var searchLag = 180.0
    /// Replies to deleted comments are missing from the search API's trees.
    public var omitsRepliesToDeleted = true
    /// The search API refuses to compare points and comments.
    public var rejectsPointsFilter = true
    /// Stories' counts include dead and flagged comments, as the real API's sometimes do.
    public var countsHiddenComments = false
    /// Lists contain an id without an item.
    public var listsUnknownIDs = false
    public var markup = Markup.current
    /// Comments per page of a thread on the website.
    public var commentsPerPage = 500

    public init() {}
}
