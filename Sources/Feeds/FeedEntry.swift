public import Foundation
public import URLs

/// A story of a feed. Its HTML must be sanitised (`HTMLSanitizer`) before display.
public struct FeedEntry: Sendable, Hashable {
    /// The identifier from `guid`, `atom:id`, `rdf:about` or JSON `id`.
    public var id: String?
    /// True if the RSS guid is also the story's URL.
    public var isPermaLink = false
    /// The title as plain text.
    public var title: String?
    /// The URL of the story's page, absolute if possible.
    public var link: String?
    /// The URL of the page that the story is about (JSON `external_url`, Atom `rel=related`).
    public var externalLink: String?
    /// The authors' names as plain text, joined by commas.
    public var author: String?
    /// The date of publication, according to the feed.
    public var published: Date?
    /// The date of the last change, according to the feed.
    public var updated: Date?
    /// The summary as unsanitised HTML.
    public var summary: String?
    /// The full text as unsanitised HTML.
    public var content: String?
    /// The base URL of `content`, and of `summary` unless `summaryBase` is set.
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
    /// The base URL of `summary` where it differs from `base`.
    public var summaryBase: WebAddress?
    /// The language tag, usually BCP 47; the feed's if the story names none.
    public var language: String?
    /// The files attached to the story.
    public var enclosures: [FeedEnclosure] = []
    /// The categories in feed order, without duplicates.
    public var categories: [String] = []
    /// The URL of the discussion's page.
    public var comments: String?
    /// The number of comments, according to the feed.
    public var commentCount: Int?
    /// The URL of the comment feed (`wfw:commentRss`, Atom `rel=replies`).
    public var commentFeed: String?
    /// The images beside the text, each in its largest rendition.
    public var pictures: [FeedPicture] = []

    /// Creates an empty story.
    public init() {}

    /// Moves the draft's fields. Each property is set once and not read, so that the entry is built in place.
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
        // A story that is only an image takes the image's caption as its title.
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

    /// Discards the stated base URL, so that `base` is computed from the story's page on demand.
    mutating func useStoryPageAsBase(site: WebAddress) {
        (explicitBase, self.site) = (nil, site)
    }
}

/// A file attached to a story.
public struct FeedEnclosure: Sendable, Hashable, Codable {
    /// The file's URL, absolute if possible.
    public var url: String
    /// The media type, as given.
    public var type: String?
    /// The size in bytes.
    public var length: Int?
    /// The playing time.
    public var duration: Duration?
    /// The caption as plain text.
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

/// An image beside a story's text (`media:*`, `itunes:image`, an enclosure, JSON Feed's `image`).
public struct FeedPicture: Sendable, Hashable, Codable {
    /// The image's URL, absolute if possible.
    public var url: String
    /// The width in pixels.
    public var width: Int?
    /// The height in pixels.
    public var height: Int?
    /// The caption as plain text.
    public var caption: String?
    /// The credit as plain text.
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
