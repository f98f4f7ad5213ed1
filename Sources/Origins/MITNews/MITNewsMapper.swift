import Feeds
import Foundation
import JSON
import Markup
import News
import URLs

/// A mapper of the API's stories; unreadable values become diagnostics.
struct MITNewsMapper {
    /// The channel's title, used for stories without a category.
    let channelTitle: String?
    private(set) var diagnostics: [String] = []

    /// The base of relative addresses in texts without a page of their own.
    private static let defaultBase = WebAddress("http://newsoffice.mit.edu/")
    /// The maximum length in characters; the dek is often the only text of stories hosted elsewhere.
    private static let maxDekLength = 600
    /// The maximum length in characters of a title taken from the text.
    private static let maxTitleLength = 100

    init(channelTitle: String?) { self.channelTitle = channelTitle }

    // MARK: Categories

    mutating func channels(_ values: [JSONValue], endpoints: MITNewsEndpoints) -> [OfferedChannel] {
        var seen: Set<String> = []
        return values.enumerated().compactMap { index, value in
            guard let id = value["id"]?.nonEmptyString, let address = WebAddress(endpoints.channel(ofCategory: id))
            else {
                diagnostics.append("Category \(index + 1) has no id")
                return nil
            }
            guard seen.insert(id).inserted else { return nil }
            let title = value["name"]?.nonEmptyString.map { PlainText.of(possiblyHTMLTitle: $0) } ?? ""
            return OfferedChannel(key: id, title: title.isEmpty ? id : title, address: address)
        }
    }

    // MARK: Stories

    /// Maps stories and drops duplicates.
    mutating func stories(_ values: [JSONValue]) -> [FetchedStory] {
        var seen: Set<String> = []
        var stories = NewestStories()
        for (index, value) in values.enumerated() {
            guard let story = story(value, number: index + 1), seen.insert(story.key).inserted else { continue }
            stories.append(story)
        }
        return stories.finished(&diagnostics)
    }

    /// Maps a story.
    /// - Parameter number: the position starting at 1, for diagnostics.
    mutating func story(_ value: JSONValue, number: Int) -> FetchedStory? {
        guard value.members != nil else {
            diagnostics.append("Story \(number) is no object")
            return nil
        }
        let link = Self.address(value["source_url"] ?? value["website_url"])
        guard let key = value["id"]?.nonEmptyString ?? link?.text ?? value["url"]?.nonEmptyString else {
            diagnostics.append("Story \(number) has neither id nor address")
            return nil
        }
        let category = Category(value["category"], channelTitle: channelTitle)
        let original = value["body_html"]?.string ?? value["body"]?.string ?? ""
        let hasBody = !original.allSatisfy(\.isWhitespace)
        let isExternal = link != nil && (category.isInTheMedia || Self.isClip(value["type"]) || !hasBody)
        let base = (isExternal ? nil : link) ?? Self.defaultBase
        let cleaned = HTMLSanitizer(base: base).sanitize(original)
        let title = Self.title(value, text: cleaned.text, link: link, key: key)
        diagnostics += cleaned.diagnostics.map { "“\(PlainText.excerpt(of: title, limit: 60))”: \($0)" }
        let pictures = MITNewsPictures(
            cover: value["cover_image"], gallery: value["gallery_images"], body: cleaned.pictures, base: base)
        return FetchedStory(
            key: key, title: title, link: link, byline: Self.byline(value["author"]), dek: Self.dek(value["dek"]),
            body: cleaned.html, text: cleaned.text, original: original, base: base,
            publishedAt: publishedAt(value, title: title),
            direction: PlainText.direction(of: "\(title) \(cleaned.text.prefix(400))", language: nil),
            tags: category.name.map { [$0] } ?? [], pictures: pictures.all, hasLeadPicture: pictures.hasLead,
            isExternal: isExternal, isFeatured: value["featured"]?.isTrue ?? false)
    }

    private mutating func publishedAt(_ value: JSONValue, title: String) -> Date? {
        let given = value["published_at"]?.nonEmptyString
        if let date = given.flatMap({ FeedDateParser.parse($0) }) { return date }
        let words = given.map { "a date that cannot be read (\($0.prefix(40)))" } ?? "no date"
        diagnostics.append("“\(PlainText.excerpt(of: title, limit: 60))” has \(words)")
        return nil
    }

    private static func title(_ value: JSONValue, text: String, link: WebAddress?, key: String) -> String {
        for given in [value["title"]?.nonEmptyString, value["dek"]?.nonEmptyString] {
            let title = given.map { PlainText.of(possiblyHTMLTitle: $0) } ?? ""
            if !title.isEmpty { return title }
        }
        return text.isEmpty ? link?.text ?? key : PlainText.excerpt(of: text, limit: maxTitleLength)
    }

    private static func dek(_ value: JSONValue?) -> String? {
        guard let plain = plainText(value) else { return nil }
        return PlainText.excerpt(of: plain, limit: maxDekLength)
    }

    /// Returns the author's name, or several names joined by commas.
    private static func byline(_ value: JSONValue?) -> String? {
        guard let names = value?.elements else { return plainText(value?["name"] ?? value) }
        let all = names.compactMap { plainText($0["name"] ?? $0) }
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }

    static func plainText(_ value: JSONValue?) -> String? {
        guard let html = value?.nonEmptyString else { return nil }
        let plain = PlainText.of(html: html)
        return plain.isEmpty ? nil : plain
    }

    private static func address(_ value: JSONValue?) -> WebAddress? {
        value?.nonEmptyString.flatMap { WebAddress($0, base: defaultBase) }
    }

    private static func isClip(_ type: JSONValue?) -> Bool {
        ["news_clip", "in_the_media"].contains((type?.nonEmptyString ?? "").lowercased())
    }

    /// The category, which may show that the story is hosted elsewhere, whatever its body.
    private struct Category {
        var name: String?
        var isInTheMedia: Bool

        init(_ value: JSONValue?, channelTitle: String?) {
            let names = [value?["name"]?.nonEmptyString, value?["id"]?.nonEmptyString ?? value?.nonEmptyString]
            name = names[0].map { PlainText.of(possiblyHTMLTitle: $0) }
            let known = names.compactMap(\.self)
            isInTheMedia = (known.isEmpty ? [channelTitle ?? ""] : known).contains {
                Self.normalized($0) == "in the media"
            }
        }

        private static func normalized(_ name: String) -> String {
            name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
        }
    }
}
