public import URLs

/// The topics that readers of an edition can follow (`topics` in its file).
public struct TopicOptions: Sendable, Hashable {
    /// The service of headlines and searches, used while the reader has a key for it.
    public var service: KeyedAPIAddress?
    /// The publishers' own feeds by country, for readers without a key and in addition to the service. The first list
    /// serves countries without one.
    public var shelves: [CountryFeedList]

    public init(service: KeyedAPIAddress? = nil, shelves: [CountryFeedList] = []) {
        self.service = service
        self.shelves = shelves
    }

    /// The kind of the service, and that of feeds if there are any.
    var sourceKinds: Set<SourceKind> {
        Set(service.map { [$0.kind] } ?? []).union(shelves.isEmpty ? [] : [.feed])
    }
}

/// The address of a service, such as `https://newsapi.org/`, and the kind of source that uses it.
public struct KeyedAPIAddress: Sendable, Hashable {
    /// The kind of source.
    public var kind: SourceKind
    /// The address of the service.
    public var site: WebAddress

    public init(kind: SourceKind, site: WebAddress) {
        self.kind = kind
        self.site = site
    }
}

/// The feeds of a country's publishers.
public struct CountryFeedList: Sendable, Hashable {
    /// The country: ISO 3166-1 alpha-2, lower case.
    public var country: String
    /// The country's name: "United Kingdom".
    public var title: String
    /// The languages as BCP 47 tags, the most common first.
    public var languages: [String]
    /// The feeds, several of which may belong to one publisher.
    public var feeds: [PublisherFeed]

    public init(country: String, title: String, languages: [String], feeds: [PublisherFeed]) {
        self.country = country
        self.title = title
        self.languages = languages
        self.feeds = feeds
    }
}

/// One feed of a publisher.
public struct PublisherFeed: Sendable, Hashable {
    /// The publisher's name, the same for all its feeds.
    public var publisher: String
    /// The address of the feed.
    public var address: WebAddress
    /// The category of the feed; nil for the publisher's headlines.
    public var category: NewsCategory?

    public init(publisher: String, address: WebAddress, category: NewsCategory? = nil) {
        self.publisher = publisher
        self.address = address
        self.category = category
    }
}
