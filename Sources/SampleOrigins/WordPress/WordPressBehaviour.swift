/// The configuration of the sample WordPress site, for tests of the variations of real ones.
public struct WordPressBehaviour: Sendable {
    /// How a page shows comments.
    public enum Markup: Sendable, CaseIterable {
        /// As in most themes since 2013: `article.comment-body`, `time[datetime]`.
        case html5
        /// As in older themes: `div.comment-body`, `cite.fn`, dates in words.
        case xhtml
        /// As in the theme of 2011: `li#li-comment-5` around `article#comment-5`.
        case twentyEleven
        /// With unknown class names.
        case unknown
        /// By another service's script.
        case thirdParty
        /// A form and a heading with a count; a script of the theme loads the comments.
        case loadedByScript
    }

    /// How the REST API responds.
    public enum RESTAccess: Sendable {
        case open
        /// 401 `rest_cannot_access`, as from plugins.
        case forbidden
        /// 404 `rest_no_route`.
        case withoutRoutes
        /// 404 with an HTML page.
        case notFound
    }

    public var markup = Markup.html5
    public var restAccess = RESTAccess.open
    /// Whether stories have comment feeds.
    public var hasCommentFeeds = true
    /// Threads per page of comments; nil for all.
    public var threadsPerPage: Int?
    /// Whether a story's own page shows the newest page of comments, WordPress' default.
    public var showsNewestPageFirst = true
    /// Stories with closed comments, by slug.
    public var commentsClosedSlugs: Set<String> = []
    /// Whether only signed-in users can comment.
    public var requiresSignIn = false
    /// The feed has a line feed before its XML declaration, as that of 2013 had.
    public var feedBeginsWithNewline = false
    /// Feeds contain only excerpts.
    public var feedHasExcerptsOnly = false
    /// Number of stories in a feed.
    public var feedLength = 10
    /// Whether addresses are plain permalinks (`/?p=12`), also those of the REST API.
    public var usesPlainPermalinks = false
    /// Whether generator and `api.w.org` name WordPress.
    public var advertisesWordPress = true
    /// Galleries and captions are written as before 2018, with thumbnails that link to full files.
    public var usesClassicEditor = true
    /// Pingbacks are shown with an excerpt like comments, not in one line.
    public var showsWholePingbacks = false
    /// Pages have an entity tag, as behind a cache.
    public var pagesHaveEntityTags = false
    /// Comments added after the written ones, by slug.
    public var extraComments: [String: [WordPressComment]] = [:]
    /// Removed stories.
    public var removedSlugs: Set<String> = []
    /// Removes all stories.
    public var isEmpty = false

    public init() {}
}
