public import URLs

/// What a reader can follow in an edition with topics.
public enum TopicSubject: Sendable, Hashable, Codable {
    /// The headlines of a country: ISO 3166-1 alpha-2, lower case.
    case headlines(country: String)
    case category(NewsCategory)
    case publisher(NewsPublisher)
    /// A word or a phrase, in titles, summaries and texts of everything that arrives.
    case words(String)
    /// Stories that name the town, its district or its region.
    case place(PlaceName)
}

/// A publisher that a reader can choose.
public struct NewsPublisher: Sendable, Hashable, Codable {
    public var title: String
    /// Its name at the edition's service, if it is listed there: `bbc-news`.
    public var serviceKey: String?
    /// Its own feed, if known.
    public var feed: WebAddress?

    public init(title: String, serviceKey: String? = nil, feed: WebAddress? = nil) {
        self.title = title
        self.serviceKey = serviceKey
        self.feed = feed
    }
}
