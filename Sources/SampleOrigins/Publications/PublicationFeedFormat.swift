/// The feed format of a publication.
public enum PublicationFeedFormat: Sendable, Hashable, CaseIterable {
    /// RSS 2.0 with the whole story in `description`.
    case rss
    /// RSS 2.0 with `content:encoded` and `media:content`.
    case rssWithMedia
    /// RSS 2.0 with the dek only and `media:content`.
    case rssExcerpts
    /// RSS 2.0 with an audio enclosure and iTunes elements.
    case podcast
    /// RSS 1.0 with `content:encoded`.
    case rdf
    /// RSS 1.0 with excerpts only.
    case rdfExcerpts
    /// Atom with escaped HTML.
    case atom
    /// Atom with XHTML content.
    case atomXHTML
    /// JSON Feed 1.1.
    case json

    /// The content type, with a charset except for JSON.
    public var contentType: String {
        switch self {
        case .rss, .rssWithMedia, .rssExcerpts, .podcast: "application/rss+xml; charset=utf-8"
        case .rdf, .rdfExcerpts: "application/rdf+xml; charset=utf-8"
        case .atom, .atomXHTML: "application/atom+xml; charset=utf-8"
        case .json: "application/feed+json"
        }
    }

    /// The path of the feed on the publication's site.
    public var path: String {
        switch self {
        case .rss, .rssWithMedia, .rssExcerpts, .podcast: "/feed.xml"
        case .rdf, .rdfExcerpts: "/index.rdf"
        case .atom, .atomXHTML: "/atom.xml"
        case .json: "/feed.json"
        }
    }
}
