internal import Foundation

/// How the community answers, for tests that need each of the ways the real one does.
public struct CommunityManners: Sendable {
    /// How the website's pages are marked up.
    public enum Markup: Sendable, CaseIterable {
        case present
        /// Of 2021: titles in `a.titlelink`.
        case titlelink
        /// Before: titles in `a.storylink`.
        case storylink
        /// A markup that nobody has seen.
        case future
    }

    /// So late, in seconds, does the search service know of what was said.
    public var searchLag = 180.0
    /// What stands below a comment that was taken back is missing from the search service's trees.
    public var forgetsBelowDeleted = true
    /// The search service refuses to compare points and comments.
    public var refusesPoints = true
    /// Dead and flagged comments are counted among a story's, as the real interface does at times.
    public var countsHidden = false
    /// Lists name a number that means nothing.
    public var hasHoles = false
    public var markup = Markup.present
    /// Comments of one page of a thread on the website.
    public var commentsPerPage = 500

    public init() {}
}
