internal import Foundation

/// The variations of the real site, for tests.
public struct CommunityBehaviour: Sendable {
    /// The markup of the website.
    public enum Markup: Sendable, CaseIterable {
        case current
        /// The markup of 2021, with `a.titlelink`.
        case titlelink
        /// The markup before 2021, with `a.storylink`.
        case storylink
        /// A markup that matches no selector.
        case unknown
    }

    /// The delay of the search API in seconds.
    public var searchLag = 180.0
    /// True if the search API's trees lack replies to deleted comments.
    public var omitsRepliesToDeleted = true
    /// True if the search API refuses to filter by points and comments.
    public var rejectsPointsFilter = true
    /// True if counts include dead and flagged comments, as the real API's sometimes do.
    public var countsHiddenComments = false
    /// True if lists contain an ID without an item.
    public var listsUnknownIDs = false
    /// The markup of the website's story lists and forms.
    public var markup = Markup.current
    /// The number of comments per page of a thread on the website.
    public var commentsPerPage = 500
    /// The number of each thread's newest comments that the search API's trees lack, besides those younger than
    /// `searchLag`.
    public var newestOmittedBySearch = 0
    /// The share of each page that the website sends, from 0 to 1.
    public var pageShare = 1.0
    /// The replacements of words in the website's markup, such as class names.
    public var renamedMarkup: [String: String] = [:]
    /// True if the website's lists are not numbered.
    public var omitsRanks = false
    /// The IDs of stories that are marked as flagged.
    public var flaggedStories: Set<Int> = []
    /// The IDs of stories that are dead.
    public var deadStories: Set<Int> = []
    /// True if the website shows dead comments with their text, as for members with that setting.
    public var showsDeadComments = false
    /// The IDs of comments that the website shows folded.
    public var collapsedComments: Set<Int> = []
    /// The names of users that the website shows in green.
    public var newUsers: Set<String> = []

    // MARK: Members

    /// The members who may sign in, besides those who create an account.
    public var members = [SampleMember()]
    /// True if signing in shows a puzzle, until a form with an answer to it is sent.
    public var requiresCaptcha = false
    /// True if no session cookie is accepted; the next sign-in ends this and all earlier sessions.
    public var expiresSessions = false
    /// True if the next form that is sent counts as stale, once.
    public var expiresForms = false
    /// True if comments and submissions are refused as too fast.
    public var limitsPosting = false
    /// True if votes are refused.
    public var refusesVotes = false
    /// The status of every page of the website, whose body is then `Sorry.`; nil for ordinary pages.
    public var blocks: Int?
    /// True if signed-in members get `Get back to work!` instead of pages.
    public var noprocrast = false
    /// True if two users reply to each text of a member, after about a minute.
    public var repliesToMembers = false

    public init() {}
}
