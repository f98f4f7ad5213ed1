public import Foundation
public import Markup

/// One story as a feed gives it. Texts are uncleaned: they pass through Markup's `Cleaner` before anyone sees them.
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
            guard let site else { return statedBase }
            // RSS states no base. A story's own page is what its addresses mean, unless the feed links to other people's.
            guard let link, let page = WebAddress(link), page.host == site.host else { return site }
            return page
        }
        set { (statedBase, site) = (newValue, nil) }
    }
    private var statedBase: WebAddress?
    private var site: WebAddress?
    /// What relative addresses in `summary` resolve against, where it differs from `base`.
    public var summaryBase: WebAddress?
    /// As given, usually BCP 47; the feed's own where the story has none.
    public var language: String?
    /// Sounds, films and files.
    public var enclosures: [Enclosure] = []
    /// In the feed's order, without repeats.
    public var categories: [String] = []
    /// The page where the story is discussed.
    public var comments: String?
    /// How many comments the origin counts.
    public var commentCount: Int?
    /// A feed of the comments (`wfw:commentRss`, Atom `rel=replies`).
    public var commentFeed: String?
    /// Pictures given beside the text, largest rendition of each.
    public var pictures: [FeedPicture] = []

    /// A story with nothing in it.
    public init() {}

    /// What a draft has become. Its fields are moved here, not copied; every property is set once and none is asked, so that
    /// the whole is made in place.
    init(_ draft: consuming EntryDraft, language: String?, base: WebAddress?, site: WebAddress?) {
        draft.finish()
        var (contentText, contentBase): (String?, WebAddress?)
        var (summaryText, ownSummaryBase): (String?, WebAddress?)
        if let (html, base) = draft.content.given() { (contentText, contentBase) = (html, base) }
        if let (html, base) = draft.summary.given() { (summaryText, ownSummaryBase) = (html, base) }
        let stated = (contentText == nil ? ownSummaryBase : contentBase) ?? base
        self.site = stated == nil ? site : nil
        statedBase = stated
        if contentText != nil, summaryText != nil, ownSummaryBase != contentBase {
            summaryBase = ownSummaryBase ?? base ?? site
        } else {
            summaryBase = nil
        }
        content = contentText
        summary = summaryText
        id = draft.id.given()
        isPermaLink = draft.isPermaLink
        title = draft.title.given()
        link = draft.link.given()
        externalLink = draft.externalLink.take()
        author = draft.authors.given().flatMap { $0.count == 1 ? $0[0] : $0.joined(separator: ", ") }
        published = draft.published.value
        updated = draft.updated.value
        self.language = draft.language.take() ?? language
        categories = draft.categories
        comments = draft.comments.given()
        commentCount = draft.commentCount.value
        commentFeed = draft.commentFeed.take()
        enclosures = draft.enclosures
        pictures = draft.pictures
    }

    /// Lets the base be the story's own page on a site; finding it is put off until someone asks.
    mutating func baseOnPage(of site: WebAddress) {
        (statedBase, self.site) = (nil, site)
    }
}
