/// The variations of real WordPress sites, for tests.
public struct SampleWordPressBehaviour: Sendable {
    /// The markup of comments.
    public enum Markup: Sendable, CaseIterable {
        /// The markup of most themes since 2013: `article.comment-body`, `time[datetime]`.
        case html5
        /// The markup of older themes: `div.comment-body`, `cite.fn`, dates in words.
        case xhtml
        /// The markup of Twenty Eleven: `li#li-comment-5` around `article#comment-5`.
        case twentyEleven
        /// A markup with unknown class names.
        case unknown
        /// The script of another comment service.
        case thirdParty
        /// A form and a count; a script of the theme loads the comments.
        case loadedByScript
    }

    /// The visibility of the site.
    public enum Visibility: Sendable {
        case everybody
        /// A site that redirects visitors to wp-login.php; the API returns 401 `rest_login_required`.
        case membersOnly
        /// A site that shows a page like Jetpack's for private sites at every address.
        case privatePage
        /// A site that shows the same page as `privatePage`, with 403.
        case forbidden
        /// A site that shows “Coming soon” at every address, with its feeds in the head.
        case comingSoon
    }

    /// The availability of the REST API.
    public enum RESTAccess: Sendable {
        case open
        /// A 401 `rest_cannot_access`, as from plugins.
        case forbidden
        /// A 404 `rest_no_route`.
        case withoutRoutes
        /// A 404 with HTML.
        case notFound
    }

    /// The visibility of the site.
    public var visibility = Visibility.everybody
    /// The markup of comments.
    public var markup = Markup.html5
    /// The availability of the REST API.
    public var restAccess = RESTAccess.open
    /// True if stories have comment feeds.
    public var hasCommentFeeds = true
    /// The number of threads per comment page; nil for all on one page.
    public var threadsPerPage: Int?
    /// True if the newest comment page is shown first, as is WordPress' default.
    public var showsNewestPageFirst = true
    /// True if each comment page shows the newest thread first (`comment_order`).
    public var showsNewestThreadFirst = false
    /// True if replies are siblings of their parents, distinguished only by class.
    public var flattensReplies = false
    /// The replacements of words in story pages, as by another theme.
    public var replacements: [String: String] = [:]
    /// The number of comments after which story pages end, in the middle of the next comment; nil for whole pages.
    public var cutsPagesAfter: Int?
    /// The slugs of stories with a password.
    public var protectedSlugs: Set<String> = []
    /// The slugs of stories with closed comments.
    public var commentsClosedSlugs: Set<String> = []
    /// True if commenting requires a session.
    public var requiresSignIn = false
    /// True if a line feed precedes the XML declaration, as in 2013.
    public var feedBeginsWithNewline = false
    /// True if feeds lack full texts.
    public var feedHasExcerptsOnly = false
    /// The maximum number of stories in a feed.
    public var feedLength = 10
    /// True if links have the form `/?p=12`, also for the REST API.
    public var usesPlainPermalinks = false
    /// True if generator and `api.w.org` name WordPress.
    public var advertisesWordPress = true
    /// True for the markup before 2018: thumbnails that link to full files.
    public var usesClassicEditor = true
    /// True if pingbacks have an excerpt like comments, instead of one line.
    public var showsWholePingbacks = false
    /// True if pages have entity tags, as behind a cache.
    public var pagesHaveEntityTags = false
    /// The comments to append, by story slug.
    public var extraComments: [String: [SampleWordPressComment]] = [:]
    /// The slugs of removed stories.
    public var removedSlugs: Set<String> = []
    /// The acceptance of new comments.
    public var commenting = SampleWordPressCommenting()
    /// True if the site has no stories.
    public var isEmpty = false

    public init() {}
}
