public import Foundation
public import URLs

/// A feed's metadata as given.
public struct Feed: Sendable, Hashable {
    /// Format family.
    public var format: FeedFormat
    /// Plain text.
    public var title: String?
    /// The site's page, absolute if possible.
    public var link: String?
    /// `atom:id`, or its equivalent.
    public var id: String?
    /// Plain text.
    public var subtitle: String?
    /// Usually BCP 47.
    public var language: String?
    /// Plain text.
    public var author: String?
    /// Last change, according to the feed.
    public var updated: Date?
    /// A small square image.
    public var icon: String?
    /// A larger image.
    public var image: String?
    /// A WebSub hub.
    public var hub: String?
    /// The feed's own address.
    public var selfLink: String?
    /// RSS `ttl`: how long to cache.
    public var ttl: Duration?
    /// 0 to 23, UTC.
    public var skipHours: Set<Int> = []
    /// 0 is Sunday.
    public var skipDays: Set<Int> = []
    /// `sy:updatePeriod` / `sy:updateFrequency`.
    public var updateInterval: Duration?
    /// `sy:updateBase`: start of those intervals.
    public var updateBase: Date?
    /// Base URL of relative addresses.
    public var base: WebAddress?
    /// Problems, one sentence each.
    public var diagnostics: [String] = []
    /// The document ends within its last story, whose text may be half.
    public var isLastEntryCut = false

    /// Creates an empty feed.
    public init(format: FeedFormat) {
        self.format = format
    }
}

/// Family of feed formats.
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
