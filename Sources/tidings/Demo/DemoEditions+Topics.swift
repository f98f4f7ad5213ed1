import SampleOrigins

extension DemoEditions {
    /// An edition with topics: publishers' own feeds at once, and a news service for those who enter its key.
    var breakwater: String {
        """
        # Readers choose what is in it: headlines of a country, categories, publishers, words and places.
        title: Breakwater
        about: Headlines of an invented country, as they break.
        language: en-GB
        look:
          accent: { day: "#5B3FC4", night: "#B8A6FF" }
          headlines: tight
          rows: wide
        shell:
          front: tabs
          list: tabs
          story: tabs
          tabs: [today, ticked, saved]
          drawer: false
        topics:
          service: { kind: news-api, site: "\(sites.newsAPI.baseURL)" }
          shelves:
        \(shelf("us", "Orsany, in English", "en"))
        \(shelf("de", "Orsany, auf Deutsch", "de"))
        \(shelf("fr", "Orsany, en français", "fr"))
        options:
          ticks: true
          saveIcon: star
          byline: always
          keepBack: true
          words: { today: News, ticked: Read, saved: Readlist }
          sample: true
        """
    }

    /// The categories for which the first publishers of a shelf have feeds.
    private static let categories = [
        "general", "business", "technology", "science", "health", "sports", "entertainment",
    ]
    private static let publishersWithCategories = 2

    private func shelf(_ country: String, _ title: String, _ language: String) -> String {
        let service = sites.newsAPI
        let all = service.publishers.filter { $0.language == language }
        var feeds = all.map { publisher in
            feed(publisher.name, publisher.feedAddress, publisher.category == "general" ? nil : publisher.category)
        }
        for publisher in all.filter({ $0.category == "general" }).prefix(Self.publishersWithCategories) {
            feeds += Self.categories.compactMap { category in
                service.feedAddress(of: publisher.id, category: category).map { feed(publisher.name, $0, category) }
            }
        }
        return """
                - country: \(country)
                  title: \(title)
                  languages: [\(language)]
                  feeds:
            \(feeds.joined(separator: "\n"))
            """
    }

    private func feed(_ publisher: String, _ address: String, _ category: String?) -> String {
        "        - { publisher: \"\(publisher)\", address: \"\(address)\"\(category.map { ", category: \($0)" } ?? "") }"
    }
}
