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
    /// Newest comments of each thread that the search API's trees lack, beside those of `searchLag`.
    public var newestOmittedBySearch = 0
    /// The website sends only this share of each page.
    public var pageShare = 1.0
    /// Words that the website's markup has got instead of others, such as class names.
    public var renamedMarkup: [String: String] = [:]
    /// The website's lists are not numbered.
    public var omitsRanks = false
    /// Stories that are marked, and dead at the official API.
    public var flaggedStories: Set<Int> = []
    public var deadStories: Set<Int> = []
    /// The website shows dead comments with their text, as to members who want that.
    public var showsDeadComments = false
    /// Comments that the website shows folded.
    public var collapsedComments: Set<Int> = []
    /// Users whose names the website shows green.
    public var newUsers: Set<String> = []

    // MARK: Members

    /// Who may sign in, besides those who create an account.
    public var members = [SampleMember()]
    /// Signing in shows a puzzle, until a form with an answer to it comes.
    public var requiresCaptcha = false
    /// No cookie is taken; the next sign-in ends this, and all sessions before it.
    public var expiresSessions = false
    /// The next form that is sent is stale, once.
    public var expiresForms = false
    /// Comments and submissions come too fast.
    public var limitsPosting = false
    public var refusesVotes = false
    /// Every page of the website has this status, and the body `Sorry.`
    public var blocks: Int?
    /// Members who are signed in get `Get back to work!` instead of pages.
    public var noprocrast = false
    /// Two users reply to what a member writes, after about a minute.
    public var repliesToMembers = false

    public init() {}
}
