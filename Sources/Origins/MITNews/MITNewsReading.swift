import Feeds
import Foundation
import Markup
import News

/// Turns the interface's stories and categories into the words of `News`. What cannot be read becomes a complaint.
struct MITNewsReading {
    /// What the asked channel is called, for stories that name no category.
    let channelTitle: String?
    private(set) var complaints: [String] = []

    /// Where pictures and links of a text lead that is on no page of its own.
    private static let newsOffice = WebAddress("http://newsoffice.mit.edu/")
    /// The longest teaser, in characters: of a story told elsewhere it is all there is.
    private static let longestDek = 600
    /// The longest title made of a text, in characters.
    private static let longestTitle = 100

    init(channelTitle: String?) { self.channelTitle = channelTitle }

    // MARK: Categories

    mutating func channels(_ values: [JSONValue], addresses: MITNewsAddresses) -> [OfferedChannel] {
        var seen: Set<String> = []
        return values.enumerated().compactMap { index, value in
            guard let id = value["id"]?.name, let address = WebAddress(addresses.channel(ofCategory: id)) else {
                complaints.append("Category \(index + 1) has no id")
                return nil
            }
            guard seen.insert(id).inserted else { return nil }
            let title = value["name"]?.name.map { PlainText.of(possiblyHTMLTitle: $0) } ?? ""
            return OfferedChannel(key: id, title: title.isEmpty ? id : title, address: address)
        }
    }

    // MARK: Stories

    /// The stories of a page, each once, in its order.
    mutating func stories(_ values: [JSONValue]) -> [ArrivingStory] {
        var seen: Set<String> = []
        var stories: [ArrivingStory] = []
        for (index, value) in values.enumerated() {
            guard let story = story(value, number: index + 1), seen.insert(story.key).inserted else { continue }
            stories.append(story)
        }
        return stories
    }

    /// - Parameter number: the story's place in the answer, from 1, for complaints.
    mutating func story(_ value: JSONValue, number: Int) -> ArrivingStory? {
        guard value.members != nil else {
            complaints.append("Story \(number) is no object")
            return nil
        }
        let link = Self.address(value["source_url"] ?? value["website_url"])
        // Without an id its page's address, or else its own, is what it is known by.
        guard let key = value["id"]?.name ?? link?.text ?? value["url"]?.name else {
            complaints.append("Story \(number) has neither id nor address")
            return nil
        }
        let category = Category(value["category"], channelTitle: channelTitle)
        let original = value["body_html"]?.string ?? value["body"]?.string ?? ""
        let hasBody = !original.allSatisfy(\.isWhitespace)
        let isElsewhere = link != nil && (category.isInTheMedia || Self.isClip(value["type"]) || !hasBody)
        let base = (isElsewhere ? nil : link) ?? Self.newsOffice
        let cleaned = Cleaner(base: base).clean(original)
        let title = Self.title(value, text: cleaned.text, link: link, key: key)
        complaints += cleaned.complaints.map { "“\(PlainText.excerpt(of: title, limit: 60))”: \($0)" }
        let pictures = MITNewsPictures(
            cover: value["cover_image"], gallery: value["gallery_images"], body: cleaned.pictures, base: base)
        return ArrivingStory(
            key: key, title: title, link: link, byline: Self.byline(value["author"]), dek: Self.dek(value["dek"]),
            body: cleaned.html, text: cleaned.text, original: original, base: base,
            publishedAt: publishedAt(value, title: title),
            direction: PlainText.direction(of: "\(title) \(cleaned.text.prefix(400))", language: nil),
            topics: category.name.map { [$0] } ?? [], pictures: pictures.all, hasLeadPicture: pictures.hasLead,
            isToldElsewhere: isElsewhere, isFeatured: value["featured"]?.isTrue ?? false)
    }

    private mutating func publishedAt(_ value: JSONValue, title: String) -> Date? {
        let given = value["published_at"]?.name
        if let date = given.flatMap({ FeedDate.parse($0) }) { return date }
        let words = given.map { "a date that cannot be read (\($0.prefix(40)))" } ?? "no date"
        complaints.append("“\(PlainText.excerpt(of: title, limit: 60))” has \(words)")
        return nil
    }

    private static func title(_ value: JSONValue, text: String, link: WebAddress?, key: String) -> String {
        for given in [value["title"]?.name, value["dek"]?.name] {
            let title = given.map { PlainText.of(possiblyHTMLTitle: $0) } ?? ""
            if !title.isEmpty { return title }
        }
        return text.isEmpty ? link?.text ?? key : PlainText.excerpt(of: text, limit: longestTitle)
    }

    /// Plain text; a teaser without any is none.
    private static func dek(_ value: JSONValue?) -> String? {
        guard let plain = plain(value) else { return nil }
        return PlainText.excerpt(of: plain, limit: longestDek)
    }

    /// A name, or several.
    private static func byline(_ value: JSONValue?) -> String? {
        guard let names = value?.elements else { return plain(value?["name"] ?? value) }
        let all = names.compactMap { plain($0["name"] ?? $0) }
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }

    private static func plain(_ value: JSONValue?) -> String? {
        guard let name = value?.name else { return nil }
        let plain = PlainText.of(html: name)
        return plain.isEmpty ? nil : plain
    }

    private static func address(_ value: JSONValue?) -> WebAddress? {
        value?.name.flatMap { WebAddress($0, base: newsOffice) }
    }

    private static func isClip(_ type: JSONValue?) -> Bool {
        ["news_clip", "in_the_media"].contains((type?.name ?? "").lowercased())
    }

    /// What a story says of its category, which decides that it is told elsewhere, whatever its body.
    private struct Category {
        var name: String?
        var isInTheMedia: Bool

        init(_ value: JSONValue?, channelTitle: String?) {
            let names = [value?["name"]?.name, value?["id"]?.name ?? value?.name]
            name = names[0].map { PlainText.of(possiblyHTMLTitle: $0) }
            let known = names.compactMap(\.self)
            isInTheMedia = (known.isEmpty ? [channelTitle ?? ""] : known).contains { Self.folded($0) == "in the media" }
        }

        private static func folded(_ name: String) -> String {
            name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
        }
    }
}
