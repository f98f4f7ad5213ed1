/// A publication's feed format.
public enum PublicationFeedFormat: Sendable, Hashable, CaseIterable {
    /// RSS 2.0, whole story in `description`.
    case rss
    /// With `content:encoded` and `media:content`.
    case rssWithMedia
    /// RSS 2.0 with `media:content`, the dek only.
    case rssExcerpts
    /// With audio enclosure and iTunes elements.
    case podcast
    /// RSS 1.0 with `content:encoded`.
    case rdf
    /// RSS 1.0, excerpts only.
    case rdfExcerpts
    /// Escaped HTML.
    case atom
    /// XHTML content.
    case atomXHTML
    /// JSON Feed 1.1.
    case json

    /// With charset.
    public var contentType: String {
        switch self {
        case .rss, .rssWithMedia, .rssExcerpts, .podcast: "application/rss+xml; charset=utf-8"
        case .rdf, .rdfExcerpts: "application/rdf+xml; charset=utf-8"
        case .atom, .atomXHTML: "application/atom+xml; charset=utf-8"
        case .json: "application/feed+json"
        }
    }

    /// Path on its site.
    public var path: String {
        switch self {
        case .rss, .rssWithMedia, .rssExcerpts, .podcast: "/feed.xml"
        case .rdf, .rdfExcerpts: "/index.rdf"
        case .atom, .atomXHTML: "/atom.xml"
        case .json: "/feed.json"
        }
    }
}
