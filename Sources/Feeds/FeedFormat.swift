/// The family of formats a feed document belongs to.
public enum FeedFormat: String, Sendable, Codable {
    /// RSS 0.91 to 2.0, and what calls itself so.
    case rss
    /// RSS 0.90 and 1.0, which are RDF.
    case rdf
    /// Atom 0.3 and 1.0 (RFC 4287).
    case atom
    /// JSON Feed 1.0 and 1.1.
    case json
}
