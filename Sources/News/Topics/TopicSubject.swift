public import URLs

/// A subject that a reader can follow in an edition with topics.
public enum TopicSubject: Sendable, Hashable, Codable {
    /// The headlines of a country: ISO 3166-1 alpha-2, lower case.
    case headlines(country: String)
    case category(NewsCategory)
    case publisher(NewsPublisher)
    /// A word or a phrase, searched for in titles, summaries and texts of all stories that arrive.
    case words(String)
    /// A place; the stories are those that name the town, its district or its region.
    case place(PlaceName)
}

/// A publisher that a reader can choose.
public struct NewsPublisher: Sendable, Hashable, Codable {
    /// The publisher's name.
    public var title: String
    /// The publisher's name at the edition's service, if listed there: `bbc-news`.
    public var publisherID: String?
    /// The publisher's own feed, if known.
    public var feed: WebAddress?

    public init(title: String, publisherID: String? = nil, feed: WebAddress? = nil) {
        self.title = title
        self.publisherID = publisherID
        self.feed = feed
    }
}
