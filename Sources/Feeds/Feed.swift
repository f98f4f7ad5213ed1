public import Foundation
public import Markup

/// A feed's metadata, as the origin gives it; nothing is made up.
public struct Feed: Sendable, Hashable {
    /// The family of formats.
    public var format: FeedFormat
    /// Plain text.
    public var title: String?
    /// The site's page, absolute where a base URL was known.
    public var link: String?
    /// The feed's own id (`atom:id`).
    public var id: String?
    /// Plain text.
    public var subtitle: String?
    /// As given, usually BCP 47.
    public var language: String?
    /// Plain text.
    public var author: String?
    /// When the origin says it last changed.
    public var updated: Date?
    /// The address of a small square image.
    public var icon: String?
    /// The address of a larger image.
    public var image: String?
    /// The address of a WebSub hub.
    public var hub: String?
    /// The feed's own address, as it gives it.
    public var selfLink: String?
    /// RSS `ttl`: how long the feed may be cached.
    public var ttl: Duration?
    /// RSS `skipHours`, 0 to 23, UTC.
    public var skipHours: Set<Int> = []
    /// RSS `skipDays`; 0 is Sunday.
    public var skipDays: Set<Int> = []
    /// `sy:updatePeriod` divided by `sy:updateFrequency`.
    public var updateInterval: Duration?
    /// `sy:updateBase`: the start of those intervals.
    public var updateBase: Date?
    /// The base URL of the feed's relative addresses.
    public var base: WebAddress?
    /// Problems of the document, one sentence each.
    public var diagnostics: [String] = []

    /// Creates an empty feed of a format.
    public init(format: FeedFormat) {
        self.format = format
    }
}

/// The family of formats of a feed document.
public enum FeedFormat: String, Sendable, Codable {
    /// RSS 0.91 to 2.0, and documents that call themselves RSS.
    case rss
    /// RSS 0.90 and 1.0, which are RDF.
    case rdf
    /// Atom 0.3 and 1.0 (RFC 4287).
    case atom
    /// JSON Feed 1.0 and 1.1.
    case json
}
