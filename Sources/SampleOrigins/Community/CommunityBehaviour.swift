internal import Foundation

/// Variations of the real site, for tests.
public struct CommunityBehaviour: Sendable {
    /// Markup of the website.
    public enum Markup: Sendable, CaseIterable {
        case current
        /// 2021: `a.titlelink`.
        case titlelink
        /// Before 2021: `a.storylink`.
        case storylink
        /// Matches no selector.
        case unknown
    }

    /// Seconds the search API lags behind.
    public var searchLag = 180.0
    /// Replies to deleted comments are missing from the search API's trees.
    public var omitsRepliesToDeleted = true
    /// The search API refuses to filter by points and comments.
    public var rejectsPointsFilter = true
    /// Counts include dead and flagged comments, as the real API's sometimes do.
    public var countsHiddenComments = false
    /// Lists contain an id without an item.
    public var listsUnknownIDs = false
    public var markup = Markup.current
    /// Per page of a thread on the website.
    public var commentsPerPage = 500

    public init() {}
}
