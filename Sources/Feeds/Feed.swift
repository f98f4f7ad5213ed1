public import Foundation
public import URLs

/// The metadata of a feed, as given by its document.
public struct Feed: Sendable, Hashable {
    /// The family of the feed's format.
    public var format: FeedFormat
    /// The title as plain text.
    public var title: String?
    /// The URL of the site's page, absolute if possible.
    public var link: String?
    /// The identifier from `atom:id` or its equivalent in other formats.
    public var id: String?
    /// The subtitle as plain text.
    public var subtitle: String?
    /// The language tag, usually BCP 47.
    public var language: String?
    /// The author's name as plain text.
    public var author: String?
    /// The date of the last change, according to the feed.
    public var updated: Date?
    /// The URL of a small square image.
    public var icon: String?
    /// The URL of a larger image.
    public var image: String?
    /// The URL of a WebSub hub.
    public var hub: String?
    /// The feed's own URL.
    public var selfLink: String?
    /// The time to cache the feed (RSS `ttl`).
    public var ttl: Duration?
    /// The hours of the day not to fetch the feed, 0 to 23 in UTC.
    public var skipHours: Set<Int> = []
    /// The weekdays not to fetch the feed, 0 for Sunday.
    public var skipDays: Set<Int> = []
    /// The update interval: `sy:updatePeriod` divided by `sy:updateFrequency`.
    public var updateInterval: Duration?
    /// The start of the update intervals (`sy:updateBase`).
    public var updateBase: Date?
    /// The base URL of relative addresses.
    public var base: WebAddress?
    /// The problems found in the document, one sentence each.
    public var diagnostics: [String] = []
    /// True if the document ends within its last story, so that the story's text may be incomplete.
    public var isLastEntryCut = false

    /// Creates an empty feed.
    public init(format: FeedFormat) {
        self.format = format
    }
}

/// The family of a feed's format.
public enum FeedFormat: String, Sendable, Codable {
    /// RSS 0.91 to 2.0.
    case rss
    /// RSS 0.90 and 1.0.
    case rdf
    /// Atom 0.3 and 1.0 (RFC 4287).
    case atom
    /// JSON Feed 1.0 and 1.1.
    case json
}
