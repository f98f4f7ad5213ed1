public import URLs

/// What the readers of an edition can follow in it (`topics` in its file).
public struct TopicOptions: Sendable, Hashable {
    /// A service of headlines and searches, used while the reader has a key for it.
    public var service: ServiceAddress?
    /// Publishers' own feeds by country, for readers without a key and beside the service. The first one serves countries
    /// without a shelf.
    public var shelves: [HeadlineShelf]

    public init(service: ServiceAddress? = nil, shelves: [HeadlineShelf] = []) {
        self.service = service
        self.shelves = shelves
    }

    /// That of the service, and feeds.
    var sourceKinds: Set<SourceKind> {
        Set(service.map { [$0.kind] } ?? []).union(shelves.isEmpty ? [] : [.feed])
    }
}

/// A service, such as `https://newsapi.org/`, and the kind of source that speaks to it.
public struct ServiceAddress: Sendable, Hashable {
    public var kind: SourceKind
    public var site: WebAddress

    public init(kind: SourceKind, site: WebAddress) {
        self.kind = kind
        self.site = site
    }
}

/// A country's publishers.
public struct HeadlineShelf: Sendable, Hashable {
    /// ISO 3166-1 alpha-2, lower case.
    public var country: String
    /// "United Kingdom".
    public var title: String
    /// BCP 47, the most common first.
    public var languages: [String]
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
    public var address: WebAddress
    /// Nil for its headlines.
    public var category: NewsCategory?

    public init(publisher: String, address: WebAddress, category: NewsCategory? = nil) {
        self.publisher = publisher
        self.address = address
        self.category = category
    }
}
