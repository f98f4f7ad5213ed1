public import Foundation
public import URLs

/// A story of a feed. Its HTML must be sanitised (`HTMLSanitizer`) before display.
public struct FeedEntry: Sendable, Hashable {
    /// `guid`, `atom:id`, `rdf:about` or JSON `id`.
    public var id: String?
    /// The RSS guid is also the story's address.
    public var isPermaLink = false
    /// Plain text.
    public var title: String?
    /// The story's page, absolute if possible.
    public var link: String?
    /// The page it is about (JSON `external_url`, Atom `rel=related`).
    public var externalLink: String?
    /// Plain text, joined by commas.
    public var author: String?
    /// Publication, according to the feed.
    public var published: Date?
    /// Last change, according to the feed.
    public var updated: Date?
    /// HTML, unsanitised.
    public var summary: String?
    /// HTML, unsanitised.
    public var content: String?
    /// Base URL of `content`, and of `summary` unless `summaryBase` is set.
    public var base: WebAddress? {
        get {
            guard let site else { return explicitBase }
            // RSS has no base URL: addresses are relative to the story's page, unless on another site.
            guard let link, let page = WebAddress(link), page.host == site.host else { return site }
            return page
        }
        set { (explicitBase, site) = (newValue, nil) }
    }
    private var explicitBase: WebAddress?
    private var site: WebAddress?
    /// Base URL of `summary`, where different.
    public var summaryBase: WebAddress?
    /// Usually BCP 47; falls back to the feed's.
    public var language: String?
    /// Attached files.
    public var enclosures: [FeedEnclosure] = []
    /// In feed order, without duplicates.
    public var categories: [String] = []
    /// The discussion's page.
    public var comments: String?
    /// Number of comments, according to the feed.
    public var commentCount: Int?
    /// Comment feed (`wfw:commentRss`, Atom `rel=replies`).
    public var commentFeed: String?
    /// Images beside the text, each in its largest rendition.
    public var pictures: [FeedImage] = []

    /// Creates an empty story.
    public init() {}

    /// Moves fields. Each property is set once and not read, so that the entry is built in place.
    init(finished draft: consuming EntryDraft, language: String?, base: WebAddress?, site: WebAddress?) {
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
        // A picture alone is called as it is described.
        title = draft.title.take() ?? (contentText == nil && summaryText == nil ? draft.mediaCaption : nil)
        link = draft.link.take()
        externalLink = draft.externalLink.take()
        author = draft.authors.joined
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

    /// The base URL is then computed on demand.
    mutating func useStoryPageAsBase(site: WebAddress) {
        (explicitBase, self.site) = (nil, site)
    }
}

/// A file attached to a story.
public struct FeedEnclosure: Sendable, Hashable, Codable {
    /// Absolute if possible.
    public var url: String
    /// Media type, as given.
    public var type: String?
    /// Bytes.
    public var length: Int?
    /// Duration.
    public var duration: Duration?
    /// Plain text.
    public var caption: String?

    /// Creates an enclosure.
    public init(
        url: String, type: String? = nil, length: Int? = nil, duration: Duration? = nil, caption: String? = nil
    ) {
        self.url = url
        self.type = type
        self.length = length
        self.duration = duration
        self.caption = caption
    }
}

/// An image beside the text (`media:*`, `itunes:image`, an enclosure, JSON Feed's `image`).
public struct FeedImage: Sendable, Hashable, Codable {
    /// Absolute if possible.
    public var url: String
    /// Pixels.
    public var width: Int?
    /// Pixels.
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
