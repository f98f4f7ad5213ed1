import News
import URLs

/// What a topic is filled from: publishers' own feeds, and the service's channel while there is a key for it.
struct TopicChannels: Sendable {
    let options: TopicOptions
    /// Of the service; nil without a key.
    let capability: TopicCapability?

    /// - Parameter countries: whose headlines the reader follows.
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

    /// From the shelves of these countries, if they have any; else from all.
    private func feeds(of category: NewsCategory, countries: Set<String>) -> [WebAddress] {
        func feeds(_ shelves: [HeadlineShelf]) -> [WebAddress] {
            shelves.flatMap(\.feeds).filter { $0.category == category }.map(\.address)
        }
        let own = feeds(options.shelves.filter { countries.contains($0.country) })
        return own.isEmpty ? feeds(options.shelves) : own
    }

    /// The country's, else the first.
    private func shelf(of country: String) -> HeadlineShelf? {
        options.shelves.first { $0.country == country } ?? options.shelves.first
    }

    /// A section's title.
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

    /// The country whose headlines a new reader gets: that of a shelf for the country, else for the first language that
    /// has one, else the first. Without shelves, the country itself.
    func defaultCountry(country: String?, languages: [String]) -> String? {
        guard let first = options.shelves.first else { return country?.lowercased() }
        let country = country?.lowercased()
        if let own = options.shelves.first(where: { $0.country == country }) { return own.country }
        return languages.lazy.compactMap(shelf(ofLanguage:)).first?.country ?? first.country
    }

    private func shelf(ofLanguage tag: String) -> HeadlineShelf? {
        let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
        let fitting = options.shelves.filter { shelf in
            shelf.languages.contains { $0.lowercased().split(separator: "-").first.map(String.init) == parts.first }
        }
        return fitting.first { parts.dropFirst().contains($0.country) } ?? fitting.first
    }
}
