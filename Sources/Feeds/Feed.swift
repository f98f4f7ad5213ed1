public import Foundation
public import Markup

/// What a feed says of itself. Everything is as the origin gives it; nothing is invented.
public struct Feed: Sendable, Hashable {
    /// The family of formats.
    public var format: FeedFormat
    /// Plain text.
    public var title: String?
    /// The site's page, absolute where a base was known.
    public var link: String?
    /// The feed's own name for itself (`atom:id`).
    public var id: String?
    /// Plain text.
    public var subtitle: String?
    /// As given, usually BCP 47.
    public var language: String?
    /// Plain text.
    public var author: String?
    /// When the origin says it last changed.
    public var updated: Date?
    /// A small square picture's address.
    public var icon: String?
    /// A larger picture's address.
    public var image: String?
    /// The address of a WebSub hub.
    public var hub: String?
    /// The feed's own address, as it gives it.
    public var selfLink: String?
    /// RSS `ttl`: how long the origin lets a copy be kept.
    public var ttl: Duration?
    /// RSS `skipHours`, 0 to 23, UTC.
    public var skipHours: Set<Int> = []
    /// RSS `skipDays`; 0 is Sunday.
    public var skipDays: Set<Int> = []
    /// `sy:updatePeriod` divided by `sy:updateFrequency`.
    public var updateInterval: Duration?
    /// `sy:updateBase`: from when on those intervals are counted.
    public var updateBase: Date?
    /// What relative addresses of the feed resolve against.
    public var base: WebAddress?
    /// What was wrong with the document, one sentence each.
    public var diagnostics: [String] = []

    /// An empty feed of a format.
    public init(format: FeedFormat) {
        self.format = format
    }
}

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
