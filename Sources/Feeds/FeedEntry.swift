public import Foundation
public import Markup

/// One story as a feed gives it. Texts are uncleaned: they pass through Markup's `HTMLSanitizer` before anyone sees them.
public struct FeedEntry: Sendable, Hashable {
    /// `guid`, `atom:id`, `rdf:about` or JSON `id`, exactly as given.
    public var id: String?
    /// RSS: the guid is also an address of the story.
    public var isPermaLink = false
    /// Plain text; nil when the feed gives none.
    public var title: String?
    /// The story's page, absolute where a base was known.
    public var link: String?
    /// The page elsewhere that the story is about (JSON `external_url`, Atom `rel=related`).
    public var externalLink: String?
    /// Plain text; several are joined by commas.
    public var author: String?
    /// When the origin says it first appeared.
    public var published: Date?
    /// When the origin says it last changed.
    public var updated: Date?
    /// HTML, uncleaned.
    public var summary: String?
    /// HTML, uncleaned.
    public var content: String?
    /// What relative addresses in `content` (and in `summary`, unless `summaryBase` says otherwise) resolve against.
    public var base: WebAddress? {
        get {
            guard let site else { return explicitBase }
            // RSS states no base. A story's own page is what its addresses mean, unless the feed links to other people's.
            guard let link, let page = WebAddress(link), page.host == site.host else { return site }
            return page
        }
        set { (explicitBase, site) = (newValue, nil) }
    }
    private var explicitBase: WebAddress?
    private var site: WebAddress?
    /// What relative addresses in `summary` resolve against, where it differs from `base`.
    public var summaryBase: WebAddress?
    /// As given, usually BCP 47; the feed's own where the story has none.
    public var language: String?
    /// Sounds, films and files.
    public var enclosures: [FeedEnclosure] = []
    /// In the feed's order, without repeats.
    public var categories: [String] = []
    /// The page where the story is discussed.
    public var comments: String?
    /// How many comments the origin counts.
    public var commentCount: Int?
    /// A feed of the comments (`wfw:commentRss`, Atom `rel=replies`).
    public var commentFeed: String?
    /// Pictures given beside the text, largest rendition of each.
    public var pictures: [FeedImage] = []

    /// A story with nothing in it.
    public init() {}

    /// What a draft has become. Its fields are moved here, not copied; every property is set once and none is asked, so that
    /// the whole is made in place.
    init(_ draft: consuming EntryDraft, language: String?, base: WebAddress?, site: WebAddress?) {
        draft.finish()
        var (contentText, contentBase): (String?, WebAddress?)
        var (summaryText, ownSummaryBase): (String?, WebAddress?)
        if let (html, base) = draft.content.take() { (contentText, contentBase) = (html, base) }
        if let (html, base) = draft.summary.take() { (summaryText, ownSummaryBase) = (html, base) }
        let stated = (contentText == nil ? ownSummaryBase : contentBase) ?? base
        self.site = stated == nil ? site : nil
        explicitBase = stated
        if contentText != nil, summaryText != nil, ownSummaryBase != contentBase {
            summaryBase = ownSummaryBase ?? base ?? site
        } else {
            summaryBase = nil
        }
        content = contentText
        summary = summaryText
        id = draft.id.take()
        isPermaLink = draft.isPermaLink
        title = draft.title.take()
        link = draft.link.take()
        externalLink = draft.externalLink.take()
        author = draft.authors.take().flatMap { $0.count == 1 ? $0[0] : $0.joined(separator: ", ") }
        published = draft.published.value
        updated = draft.updated.value
        self.language = draft.language.take() ?? language
        categories = draft.categories
        comments = draft.comments.take()
        commentCount = draft.commentCount.value
        commentFeed = draft.commentFeed.take()
        enclosures = draft.enclosures
        pictures = draft.pictures
    }

    /// Lets the base be the story's own page on a site; finding it is put off until someone asks.
    mutating func useStoryPageAsBase(of site: WebAddress) {
        (explicitBase, self.site) = (nil, site)
    }
}

/// A file that belongs to a story: a sound, a film, a document.
public struct FeedEnclosure: Sendable, Hashable, Codable {
    /// Absolute where a base was known.
    public var url: String
    /// Media type, as given.
    public var type: String?
    /// Bytes, as the origin says.
    public var length: Int?
    /// Playing time, as the origin says.
    public var duration: Duration?

    /// A file by hand.
    public init(url: String, type: String? = nil, length: Int? = nil, duration: Duration? = nil) {
        self.url = url
        self.type = type
        self.length = length
        self.duration = duration
    }
}

/// A picture that a feed gives beside a story's text (`media:*`, `itunes:image`, an enclosure, JSON Feed's `image`).
public struct FeedImage: Sendable, Hashable, Codable {
    /// Absolute where a base was known.
    public var url: String
    /// Pixels, as the origin says.
    public var width: Int?
    /// Pixels, as the origin says.
    public var height: Int?
    /// Plain text.
    public var caption: String?
    /// Plain text.
    public var credit: String?

    /// A picture by hand.
    public init(url: String, width: Int? = nil, height: Int? = nil, caption: String? = nil, credit: String? = nil) {
        self.url = url
        self.width = width
        self.height = height
        self.caption = caption
        self.credit = credit
    }
}
