/// Variations of real WordPress sites, for tests.
public struct WordPressBehaviour: Sendable {
    /// Markup of comments.
    public enum Markup: Sendable, CaseIterable {
        /// Most themes since 2013: `article.comment-body`, `time[datetime]`.
        case html5
        /// Older themes: `div.comment-body`, `cite.fn`, dates in words.
        case xhtml
        /// Twenty Eleven: `li#li-comment-5` around `article#comment-5`.
        case twentyEleven
        /// Unknown class names.
        case unknown
        /// Another service's script.
        case thirdParty
        /// Form and count; a script of the theme loads the comments.
        case loadedByScript
    }

    /// Who sees the site.
    public enum Visibility: Sendable {
        case everybody
        /// Visitors are led to wp-login.php, the API answers 401 `rest_login_required`.
        case membersOnly
        /// Every address shows a page like Jetpack's for private sites.
        case privatePage
        /// The same with 403.
        case forbidden
        /// Every address shows “Coming soon”, with the site's feeds in its head.
        case comingSoon
    }

    /// The REST API's response.
    public enum RESTAccess: Sendable {
        case open
        /// 401 `rest_cannot_access`, from plugins.
        case forbidden
        /// 404 `rest_no_route`.
        case withoutRoutes
        /// 404 with HTML.
        case notFound
    }

    public var visibility = Visibility.everybody
    public var markup = Markup.html5
    public var restAccess = RESTAccess.open
    /// Whether stories have comment feeds.
    public var hasCommentFeeds = true
    /// Nil for all on one page.
    public var threadsPerPage: Int?
    /// The newest comment page first, WordPress' default.
    public var showsNewestPageFirst = true
    /// The newest thread first on each page of comments (`comment_order`).
    public var showsNewestThreadFirst = false
    /// Answers beside what they answer, told by class alone.
    public var flattensReplies = false
    /// Replaced in story pages, as by another theme.
    public var replacements: [String: String] = [:]
    /// Story pages end in the middle of the comment after this many.
    public var cutsPagesAfter: Int?
    /// Slugs of stories with a password.
    public var protectedSlugs: Set<String> = []
    /// Slugs of stories with closed comments.
    public var commentsClosedSlugs: Set<String> = []
    /// Whether commenting requires a session.
    public var requiresSignIn = false
    /// A line feed before the XML declaration, as in 2013.
    public var feedBeginsWithNewline = false
    /// Feeds without full texts.
    public var feedHasExcerptsOnly = false
    /// Number of stories in a feed.
    public var feedLength = 10
    /// `/?p=12`, also for the REST API.
    public var usesPlainPermalinks = false
    /// Whether generator and `api.w.org` name WordPress.
    public var advertisesWordPress = true
    /// Before 2018: thumbnails that link to full files.
    public var usesClassicEditor = true
    /// With an excerpt like comments, instead of one line.
    public var showsWholePingbacks = false
    /// Entity tags, as behind a cache.
    public var pagesHaveEntityTags = false
    /// Appended, by story slug.
    public var extraComments: [String: [WordPressComment]] = [:]
    /// Slugs of removed stories.
    public var removedSlugs: Set<String> = []
    /// How it takes comments.
    public var commenting = WordPressCommenting()
    /// Without stories.
    public var isEmpty = false

    public init() {}
}
