/// How the student paper's WordPress is set up, for tests that need each of the ways real ones are.
public struct WordPressBehaviour: Sendable {
    /// How a page shows its comments.
    public enum Markup: Sendable, CaseIterable {
        /// As most themes since 2013: `article.comment-body`, `time[datetime]`.
        case html5
        /// As themes before: `div.comment-body`, `cite.fn`, dates in words.
        case xhtml
        /// As the theme of 2011: `li#li-comment-5` around `article#comment-5`.
        case twentyEleven
        /// In names of the theme's own, which nobody knows.
        case unknown
        /// By another service's script.
        case thirdParty
        /// A form and a headline with a number; a script of the theme's own fetches the rest.
        case loadedByScript
    }

    /// How its REST interface answers.
    public enum RESTAccess: Sendable {
        case open
        /// 401 `rest_cannot_access`, as plugins do it.
        case forbidden
        /// 404 `rest_no_route`.
        case withoutRoutes
        /// 404 and a page.
        case notFound
    }

    public var markup = Markup.html5
    public var restAccess = RESTAccess.open
    /// Whether stories have feeds of their comments.
    public var hasCommentFeeds = true
    /// How many threads one page of comments has; nil for all.
    public var threadsPerPage: Int?
    /// Whether a story's own page shows the newest of these pages, as WordPress does unless told otherwise.
    public var showsNewestPageFirst = true
    /// Stories that nobody can say anything about any more, by slug.
    public var commentsClosedSlugs: Set<String> = []
    /// Whether only those who have signed in can say something.
    public var requiresSignIn = false
    /// The feed has a line feed before its declaration, as that of 2013 had.
    public var feedBeginsWithNewline = false
    /// Feeds hold only the beginnings of stories.
    public var feedHasExcerptsOnly = false
    /// How many stories a feed has.
    public var feedLength = 10
    /// Stories' addresses are questions (`/?p=12`), and so are the interface's.
    public var usesPlainPermalinks = false
    /// It says that it is WordPress: generator, `api.w.org`.
    public var advertisesWordPress = true
    /// Galleries and captions are written as before 2018, in thumbnails that lead to full files.
    public var usesClassicEditor = true
    /// Pingbacks are shown as comments are, with their beginning, not in one line.
    public var showsWholePingbacks = false
    /// Pages bear an entity tag, as behind a cache.
    public var pagesHaveEntityTags = false
    /// More comments, put after those that are written, by slug.
    public var extraComments: [String: [WordPressComment]] = [:]
    /// Stories that were taken away.
    public var removedSlugs: Set<String> = []
    /// There is no story at all.
    public var isEmpty = false

    public init() {}
}
