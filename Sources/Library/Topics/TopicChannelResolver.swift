import News
import URLs

/// A resolver from topics to channels: publishers' own feeds, and the channel of the keyed API while there is a key for
/// it.
struct TopicChannelResolver: Sendable {
    let options: TopicOptions
    /// The topic capability of the keyed API; nil without a key.
    let capability: TopicCapability?

    /// Returns the channels that fill a topic.
    /// - Parameter countries: the countries whose headlines the reader follows.
    func channels(of subject: TopicSubject, countries: Set<String>) -> [ChannelAddress] {
        let feeds = feeds(of: subject, countries: countries).map {
            ChannelAddress(kind: .feed, site: $0, address: $0)
        }
        guard let service = options.service, let address = capability?.channel(about: subject) else { return feeds }
        return feeds + [ChannelAddress(kind: service.kind, site: service.site, address: address)]
    }

    private func feeds(of subject: TopicSubject, countries: Set<String>) -> [WebAddress] {
        switch subject {
        case .headlines(let country):
            shelf(of: country)?.feeds.filter { $0.category == nil }.map(\.address) ?? []
        case .category(let category): feeds(of: category, countries: countries)
        case .publisher(let publisher): publisher.feed.map { [$0] } ?? []
        case .words, .place: []
        }
    }

    /// Returns the feeds of a category on the shelves of these countries, or on all shelves if those have none.
    private func feeds(of category: NewsCategory, countries: Set<String>) -> [WebAddress] {
        func feeds(_ shelves: [CountryFeedList]) -> [WebAddress] {
            shelves.flatMap(\.feeds).filter { $0.category == category }.map(\.address)
        }
        let own = feeds(options.shelves.filter { countries.contains($0.country) })
        return own.isEmpty ? feeds(options.shelves) : own
    }

    /// Returns the shelf of a country, or else the first shelf.
    private func shelf(of country: String) -> CountryFeedList? {
        options.shelves.first { $0.country == country } ?? options.shelves.first
    }

    /// Returns the title of the topic's section.
    func title(of subject: TopicSubject) -> String {
        switch subject {
        case .headlines(let country):
            options.shelves.first { $0.country == country }?.title ?? country.uppercased()
        case .category(let category): category.rawValue.prefix(1).uppercased() + category.rawValue.dropFirst()
        case .publisher(let publisher): publisher.title
        case .words(let words): words
        case .place(let place): place.name
        }
    }

    // MARK: The first visit

    /// Returns the country whose headlines a new reader gets: the given country if it has a shelf, else the country of
    /// the shelf for the first language that has one, else that of the first shelf. Without shelves, the given country
    /// itself.
    func defaultCountry(country: String?, languages: [String]) -> String? {
        guard let first = options.shelves.first else { return country?.lowercased() }
        let country = country?.lowercased()
        if let own = options.shelves.first(where: { $0.country == country }) { return own.country }
        return languages.lazy.compactMap(shelf(ofLanguage:)).first?.country ?? first.country
    }

    private func shelf(ofLanguage tag: String) -> CountryFeedList? {
        let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
        let fitting = options.shelves.filter { shelf in
            shelf.languages.contains { $0.lowercased().split(separator: "-").first.map(String.init) == parts.first }
        }
        return fitting.first { parts.dropFirst().contains($0.country) } ?? fitting.first
    }
}
