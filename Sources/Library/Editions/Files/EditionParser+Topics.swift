import News
import URLs
import Yams

extension EditionParser {
    private static let maxShelves = 80
    private static let maxFeeds = 80

    mutating func topics(_ node: Node?) -> TopicOptions? {
        guard let node, let table = table(node, "“topics”", ["service", "shelves"]) else { return nil }
        if table.isEmpty {
            report(node, "“topics” says nothing. Add “shelves:” with the feeds of a country, or “service:”.")
        }
        return TopicOptions(service: service(table["service"]), shelves: shelves(table["shelves"]))
    }

    private mutating func service(_ node: Node?) -> KeyedAPIAddress? {
        guard let node, let table = table(node, "“service”", ["kind", "site"]) else { return nil }
        if let kind = table["kind"], kind.scalar?.string == SourceKind.feed.rawValue {
            report(kind, "A feed is no service. Name feeds under “shelves”.")
            return nil
        }
        return channelAddress(table, node, kind: nil).map { KeyedAPIAddress(kind: $0.kind, site: $0.site) }
    }

    private mutating func shelves(_ node: Node?) -> [CountryFeedList] {
        guard let node, let items = list(node, "shelves") else { return [] }
        if items.isEmpty { report(node, "“shelves” is empty. Add one with a country, a title, languages and feeds.") }
        if items.count > Self.maxShelves {
            report(node, "There are more than \(Self.maxShelves) shelves. Keep those of the most readers.")
        }
        var shelves: [CountryFeedList] = []
        for item in items {
            guard let shelf = shelf(item) else { continue }
            if let other = shelves.first(where: { $0.country == shelf.country }), !shelf.country.isEmpty {
                report(
                    item,
                    "Two shelves are for “\(shelf.country)”: “\(other.title)” and “\(shelf.title)”. Make one of them.")
            }
            shelves.append(shelf)
        }
        return shelves
    }

    private mutating func shelf(_ node: Node) -> CountryFeedList? {
        guard let table = table(node, "A shelf", ["country", "title", "languages", "feeds"]) else { return nil }
        let title = line(table["title"], "title", maxLength: 60)
        if table["title"] == nil { report(node, "The shelf has no title. Add one: title: United Kingdom") }
        return CountryFeedList(
            country: country(table["country"], node), title: title ?? "",
            languages: shelfLanguages(table["languages"], node), feeds: publisherFeeds(table["feeds"], node))
    }

    private mutating func country(_ node: Node?, _ shelf: Node) -> String {
        guard let node else {
            report(shelf, "The shelf has no country. Add its two letters: country: gb")
            return ""
        }
        guard let text = text(node, "country", maxLength: 40) else { return "" }
        if text.utf8.count != 2 || !text.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) {
            report(node, "“\(text)” is no country. Write its two small letters (ISO 3166-1), such as gb.")
        }
        return text
    }

    private mutating func shelfLanguages(_ node: Node?, _ shelf: Node) -> [String] {
        guard let node else {
            report(shelf, "The shelf has no languages. Add those of its feeds: languages: [en]")
            return []
        }
        guard let items = list(node, "languages") else { return [] }
        if items.isEmpty { report(node, "“languages” is empty. Add one, such as en.") }
        return items.compactMap { language($0) }
    }

    private mutating func publisherFeeds(_ node: Node?, _ shelf: Node) -> [PublisherFeed] {
        guard let node else {
            report(shelf, "The shelf has no feeds. Add some: feeds: [{ publisher: Harbour, address: https://… }]")
            return []
        }
        guard let items = list(node, "feeds") else { return [] }
        if items.count > Self.maxFeeds {
            report(node, "The shelf has more than \(Self.maxFeeds) feeds. Keep the best of them.")
        }
        var feeds: [PublisherFeed] = []
        for item in items {
            guard let feed = publisherFeed(item) else { continue }
            if feeds.contains(where: { $0.address == feed.address }) {
                report(item, "\(feed.address.displayText) stands on this shelf twice. Take one away.")
            }
            feeds.append(feed)
        }
        if feeds.count == items.count, !feeds.contains(where: { $0.category == nil }) {
            report(node, "The shelf has no headlines. Add a feed without “category:”.")
        }
        return feeds
    }

    private mutating func publisherFeed(_ node: Node) -> PublisherFeed? {
        guard let table = table(node, "A feed", ["publisher", "address", "category"]) else { return nil }
        let publisher = line(table["publisher"], "publisher", maxLength: 60)
        if table["publisher"] == nil {
            report(node, "The feed's publisher is missing. Add its name: publisher: Harbour")
        }
        let address = table["address"].flatMap { self.address($0, "address") }
        if table["address"] == nil { report(node, "The feed's address is missing. Add it: address: https://…") }
        let category: NewsCategory? = choice(table["category"], "category")
        guard let publisher, let address else { return nil }
        // A feed with an unknown category is reported, and must not be taken for a feed of headlines.
        if table["category"] != nil, category == nil { return nil }
        return PublisherFeed(publisher: publisher, address: address, category: category)
    }
}
