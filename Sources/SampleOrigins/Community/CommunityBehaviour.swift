internal import Foundation

/// How the community answers, for tests that need each of the ways the real one does.
public struct CommunityBehaviour: Sendable {
    /// How the website's pages are marked up.
    public enum Markup: Sendable, CaseIterable {
        case current
        /// Of 2021: titles in `a.titlelink`.
        case titlelink
        /// Before: titles in `a.storylink`.
        case storylink
        /// A markup that nobody has seen.
        case unknown
    }

    /// So late, in seconds, does the search service know of what was said.
    public var searchLag = 180.0
    /// What stands below a comment that was taken back is missing from the search service's trees.
    public var omitsRepliesToDeleted = true
    /// The search service refuses to compare points and comments.
    public var rejectsPointsFilter = true
    /// Dead and flagged comments are counted among a story's, as the real interface does at times.
    public var countsHiddenComments = false
    /// Lists name a number that means nothing.
    public var listsUnknownIDs = false
    public var markup = Markup.current
    /// Comments of one page of a thread on the website.
    public var commentsPerPage = 500

    public init() {}
}
