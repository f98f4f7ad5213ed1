import Feeds
import Foundation
import JSON
import Markup
import News
import URLs

/// A mapper of the service's articles and publishers. Every part except the address may be missing.
struct NewsAPIMapper {
    let query: NewsAPIQuery
    private(set) var diagnostics: [String] = []

    /// The maximum length in characters of a title taken from the text.
    private static let maxTitleLength = 100
    /// The text that replaces every text of a withdrawn article.
    private static let removedText = "[Removed]"
    private static let removedHost = "removed.com"

    init(query: NewsAPIQuery) { self.query = query }

    // MARK: Publishers

    /// Maps publishers to channels.
    /// - Parameter values: the publishers with lower-case member names, as everywhere in this mapper.
    mutating func channels(_ values: [JSONValue], endpoints: NewsAPIEndpoints) -> [OfferedChannel] {
        var seen: Set<String> = []
        return values.enumerated().compactMap { (index, value) -> OfferedChannel? in
            guard let id = value["id"]?.nonEmptyString, !id.contains(","),
                let address = WebAddress(endpoints.channel(ofPublisher: id))
            else {
                diagnostics.append("Publisher \(index + 1) has no id")
                return nil
            }
            guard seen.insert(id).inserted else { return nil }
            return OfferedChannel(
                key: id, title: Self.plainText(value["name"]) ?? id, address: address,
                category: value["category"]?.nonEmptyString.flatMap { NewsCategory(rawValue: $0.lowercased()) },
                language: NewsAPIQuery.languageTag(value["language"]?.nonEmptyString),
                country: value["country"]?.nonEmptyString?.lowercased())
        }
    }

    // MARK: Articles

    /// Maps articles; drops duplicates and withdrawn articles.
    mutating func stories(_ values: [JSONValue]) -> [FetchedStory] {
        var seen: Set<String> = []
        var stories = NewestStories()
        for (index, value) in values.enumerated() {
            guard !Self.isWithdrawn(value) else { continue }
            guard let link = value["url"]?.nonEmptyString.flatMap({ WebAddress($0) })?.withoutCredentials else {
                diagnostics.append("Article \(index + 1) has no address")
                continue
            }
            let key = EntryKeyAssignment.boundedKey(link.withoutFragment.withoutTracking.text)
            if seen.insert(key).inserted { stories.append(story(value, key: key, link: link)) }
        }
        return stories.finished(&diagnostics)
    }

    private mutating func story(_ value: JSONValue, key: String, link: WebAddress) -> FetchedStory {
        let source = NewsAPIText(description: value["description"]?.string, content: value["content"]?.string)
        let cleaned = HTMLSanitizer(base: link).sanitize(source.html)
        let title = Self.title(value, text: cleaned.text, link: link)
        diagnostics += cleaned.diagnostics.map { "“\(PlainText.excerpt(of: title, limit: 60))”: \($0)" }
        var story = FetchedStory(
            key: key, title: title, link: link, byline: Self.byline(value["author"]), body: cleaned.html,
            text: cleaned.text, original: source.html, base: link,
            publishedAt: publishedAt(value["publishedat"], title: title), language: query.language,
            direction: PlainText.direction(of: "\(title) \(cleaned.text.prefix(400))", language: query.language),
            pictures: Self.pictures(value["urltoimage"], body: cleaned.pictures, base: link))
        story.labels.siteName = Self.plainText(value["source"]?["name"])
        return story
    }

    private static func isWithdrawn(_ value: JSONValue) -> Bool {
        value["title"]?.nonEmptyString == removedText
            || value["url"]?.nonEmptyString.flatMap { WebAddress($0) }?.host == removedHost
    }

    /// Parses the date; returns nil for the beginning of 1970, which the service sends for an unknown date.
    private mutating func publishedAt(_ value: JSONValue?, title: String) -> Date? {
        let given = value?.nonEmptyString
        if let date = given.flatMap({ FeedDateParser.parse($0) }) { return date.timeIntervalSince1970 > 0 ? date : nil }
        let words = given.map { "a date that cannot be read (\($0.prefix(40)))" } ?? "no date"
        diagnostics.append("“\(PlainText.excerpt(of: title, limit: 60))” has \(words)")
        return nil
    }

    private static func title(_ value: JSONValue, text: String, link: WebAddress) -> String {
        let title = value["title"]?.nonEmptyString.map { PlainText.of(possiblyHTMLTitle: $0) } ?? ""
        if !title.isEmpty { return title }
        return text.isEmpty ? link.text : PlainText.excerpt(of: text, limit: maxTitleLength)
    }

    /// Returns the author; nil for the address of a profile, which some publishers send.
    private static func byline(_ value: JSONValue?) -> String? {
        guard let name = plainText(value), !name.contains("://") else { return nil }
        return name
    }

    private static func pictures(
        _ lead: JSONValue?, body: [PictureReference], base: WebAddress
    ) -> [PictureReference] {
        let address = lead?.nonEmptyString.flatMap { $0.contains("/") ? WebAddress($0, base: base) : nil }
        guard let address else { return body }
        return [PictureReference(address: address)] + body.filter { $0.address != address }
    }

    private static func plainText(_ value: JSONValue?) -> String? {
        guard let given = value?.nonEmptyString else { return nil }
        let plain = PlainText.of(possiblyHTMLTitle: given)
        return plain.isEmpty ? nil : plain
    }
}
