public import Foundation
public import Markup

/// A story of a feed. Its texts are unsanitised: Markup's `HTMLSanitizer` must clean them before they are shown.
public struct FeedEntry: Sendable, Hashable {
    /// `guid`, `atom:id`, `rdf:about` or JSON `id`, exactly as given.
    public var id: String?
    /// The RSS guid is also the story's address.
    public var isPermaLink = false
    /// Plain text; nil when the feed gives none.
    public var title: String?
    /// The story's page, absolute where a base URL was known.
    public var link: String?
    /// The page elsewhere that the story is about (JSON `external_url`, Atom `rel=related`).
    public var externalLink: String?
    /// Plain text; several are joined by commas.
    public var author: String?
    /// When it was published, according to the origin.
    public var published: Date?
    /// When it was last changed, according to the origin.
    public var updated: Date?
    /// HTML, unsanitised.
    public var summary: String?
    /// HTML, unsanitised.
    public var content: String?
    /// The base URL of `content` (and of `summary`, unless `summaryBase` differs).
    public var base: WebAddress? {
        get {
            guard let site else { return explicitBase }
            // RSS has no base URL. Addresses are relative to the story's page, unless the feed links to other sites.
            guard let link, let page = WebAddress(link), page.host == site.host else { return site }
            return page
        }
        set { (explicitBase, site) = (newValue, nil) }
    }
    private var explicitBase: WebAddress?
    private var site: WebAddress?
    /// The base URL of `summary`, where it differs from `base`.
    public var summaryBase: WebAddress?
    /// As given, usually BCP 47; falls back to the feed's language.
    public var language: String?
    /// Attached audio, video and other files.
    public var enclosures: [FeedEnclosure] = []
    /// In the feed's order, without duplicates.
    public var categories: [String] = []
    /// The page where the story is discussed.
    public var comments: String?
    /// The origin's number of comments.
    public var commentCount: Int?
    /// A feed of the comments (`wfw:commentRss`, Atom `rel=replies`).
    public var commentFeed: String?
    /// Images beside the text, the largest rendition of each.
    public var pictures: [FeedImage] = []

    /// Creates an empty story.
    public init() {}

    /// Takes over a draft. Fields are moved, not copied; every property is set once and none is read, so that the entry
    /// is built in place.
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

    /// Makes the story's page the base URL, computed on demand.
    mutating func useStoryPageAsBase(of site: WebAddress) {
        (explicitBase, self.site) = (nil, site)
    }
}

/// A file attached to a story: audio, video, a document.
public struct FeedEnclosure: Sendable, Hashable, Codable {
    /// Absolute where a base URL was known.
    public var url: String
    /// Media type, as given.
    public var type: String?
    /// Bytes, according to the origin.
    public var length: Int?
    /// Duration, according to the origin.
    public var duration: Duration?

    /// Creates an enclosure.
    public init(url: String, type: String? = nil, length: Int? = nil, duration: Duration? = nil) {
        self.url = url
        self.type = type
        self.length = length
        self.duration = duration
    }
}

/// An image that a feed gives beside a story's text (`media:*`, `itunes:image`, an enclosure, JSON Feed's `image`).
public struct FeedImage: Sendable, Hashable, Codable {
    /// Absolute where a base URL was known.
    public var url: String
    /// Pixels, according to the origin.
    public var width: Int?
    /// Pixels, according to the origin.
    public var height: Int?
    /// Plain text.
    public var caption: String?
    /// Plain text.
    public var credit: String?

    /// Creates an image.
    public init(url: String, width: Int? = nil, height: Int? = nil, caption: String? = nil, credit: String? = nil) {
        self.url = url
        self.width = width
        self.height = height
        self.caption = caption
        self.credit = credit
    }
}
