import Foundation
import JSON
import Markup
import News
import URLs

/// A mapper of posts and categories; unreadable values become diagnostics.
struct WordPressMapper {
    let root: RESTRoot
    private(set) var diagnostics: [String] = []
    /// The normalizer of stories; nil to skip normalization.
    private let normalizer: WordPressStoryNormalizer?

    private static let maxTitleLength = 100
    private static let maxTopics = 20

    init(root: RESTRoot, normalizer: WordPressStoryNormalizer? = WordPressStoryNormalizer()) {
        self.root = root
        self.normalizer = normalizer
    }

    // MARK: Categories

    /// Maps the categories that have posts.
    mutating func channels(_ values: [JSONValue]) -> [OfferedChannel] {
        var seen: Set<String> = []
        return values.enumerated().compactMap { index, value in
            guard let id = value["id"]?.nonEmptyString,
                let address = WebAddress(root.address("/wp/v2/posts", ["categories": id]))
            else {
                diagnostics.append("Category \(index + 1) has no id")
                return nil
            }
            guard value["count"]?.int != 0, seen.insert(id).inserted else { return nil }
            let title = value["name"]?.nonEmptyString.map { PlainText.of(possiblyHTMLTitle: $0) } ?? ""
            return OfferedChannel(key: id, title: title.isEmpty ? id : title, address: address)
        }
    }

    // MARK: Posts

    /// Maps posts and drops duplicates.
    /// - Parameter commentCounts: the counts by post id, without pingbacks, which feeds count.
    mutating func stories(_ values: [JSONValue], commentCounts: [String: Int] = [:]) -> [FetchedStory] {
        var seen: Set<String> = []
        var stories = NewestStories()
        for (index, value) in values.enumerated() {
            guard var story = story(value, number: index + 1), seen.insert(story.key).inserted else { continue }
            story.commentCount = value["id"]?.nonEmptyString.flatMap { commentCounts[$0] }
            story.isCommentCountMinimum = true
            stories.append(story)
        }
        return stories.finished(&diagnostics)
    }

    /// Returns true if a post requires a password.
    static func isProtected(_ value: JSONValue) -> Bool { value["content"]?["protected"]?.isTrue ?? false }

    private mutating func story(_ value: JSONValue, number: Int) -> FetchedStory? {
        let link = value["link"]?.nonEmptyString.flatMap { WebAddress($0) }
        // The key is the same as in the feed, so that both give the same story.
        guard let key = rendered(value["guid"]).map(PlainText.of(html:)) ?? link?.text ?? value["id"]?.nonEmptyString
        else {
            diagnostics.append("Story \(number) has neither guid nor address")
            return nil
        }
        let original = Self.isProtected(value) ? "" : rendered(value["content"]) ?? rendered(value["excerpt"]) ?? ""
        let base = link ?? WebAddress(root.text)
        let cleaned = HTMLSanitizer(base: base).sanitize(original)
        let title = title(value, text: cleaned.text, link: link, key: key)
        diagnostics += cleaned.diagnostics.map { "“\(PlainText.excerpt(of: title, limit: 60))”: \($0)" }
        let published = date(value, title: title)
        let featured = featuredImage(value, base: base)
        let pictures = PictureRanking.ordered(body: (featured.map { [$0] } ?? []) + cleaned.pictures, attached: [])
        let story = FetchedStory(
            key: key, title: title, link: link, byline: byline(value),
            dek: rendered(value["content"]) == nil
                ? nil : SummaryDetector.dek(summary: rendered(value["excerpt"]), text: cleaned.text, title: title),
            body: cleaned.html, text: cleaned.text, original: original, base: base, publishedAt: published,
            direction: PlainText.direction(of: "\(title) \(cleaned.text.prefix(400))", language: nil),
            tags: tags(value), pictures: pictures,
            discussionLink: acceptsComments(value) ? link.flatMap { WebAddress("#respond", base: $0) } : nil,
            isFeatured: value["sticky"]?.isTrue ?? false)
        return normalizer?.normalized(story) ?? story
    }

    private func rendered(_ value: JSONValue?) -> String? {
        guard let text = value?["rendered"]?.string ?? value?.string, !text.allSatisfy(\.isWhitespace) else {
            return nil
        }
        return text
    }

    private func acceptsComments(_ value: JSONValue) -> Bool { value["comment_status"]?.nonEmptyString == "open" }

    private mutating func date(_ value: JSONValue, title: String) -> Date? {
        if let date = WordPressDate.parse(value) { return date }
        diagnostics.append("“\(PlainText.excerpt(of: title, limit: 60))” has no date that can be read")
        return nil
    }

    private func title(_ value: JSONValue, text: String, link: WebAddress?, key: String) -> String {
        let title = rendered(value["title"]).map { PlainText.of(possiblyHTMLTitle: $0) } ?? ""
        if !title.isEmpty { return title }
        return text.isEmpty ? link?.text ?? key : PlainText.excerpt(of: text, limit: Self.maxTitleLength)
    }

    // MARK: Embedded resources

    private func embedded(_ name: String, _ value: JSONValue) -> [JSONValue] {
        value["_embedded"]?[name]?.elements ?? []
    }

    private func byline(_ value: JSONValue) -> String? {
        let names = embedded("author", value).compactMap { $0["name"]?.nonEmptyString }.map(PlainText.of(html:))
        let known = names.filter { !$0.isEmpty }
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }

    /// Returns the categories, then the tags, as in feeds.
    private func tags(_ value: JSONValue) -> [String] {
        let terms = embedded("wp:term", value).flatMap { $0.elements ?? [] }
        let ordered =
            terms.filter { $0["taxonomy"]?.nonEmptyString == "category" }
            + terms.filter { $0["taxonomy"]?.nonEmptyString == "post_tag" }
        var seen: Set<String> = []
        return Array(
            ordered.compactMap { $0["name"]?.nonEmptyString }.map { PlainText.of(possiblyHTMLTitle: $0) }
                .filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }.prefix(Self.maxTopics))
    }

    private func featuredImage(_ value: JSONValue, base: WebAddress?) -> PictureReference? {
        guard let media = embedded("wp:featuredmedia", value).first(where: { $0["source_url"] != nil }),
            media["media_type"]?.nonEmptyString ?? "image" == "image",
            let address = media["source_url"]?.nonEmptyString.flatMap({ WebAddress($0, base: base) })
        else { return nil }
        // The sanitizer extracts the credit from the caption.
        let caption = rendered(media["caption"]) ?? ""
        let figure = "<figure><img src=\"\(address.text)\"><figcaption>\(caption)</figcaption></figure>"
        var picture = HTMLSanitizer(base: base).sanitize(figure).pictures.first ?? PictureReference(address: address)
        picture.alt = media["alt_text"]?.nonEmptyString.map(PlainText.of(html:))
        let details = media["media_details"]
        (picture.width, picture.height) = (details?["width"]?.int, details?["height"]?.int)
        picture.renditions = (details?["sizes"]?.members ?? [:]).values.compactMap { size in
            guard let file = size["source_url"]?.nonEmptyString.flatMap({ WebAddress($0, base: base) }),
                file != address,
                let width = size["width"]?.int, let height = size["height"]?.int, width > 0, height > 0,
                // Cropped copies show another image.
                hasSameAspectRatio(width, height, of: picture)
            else { return nil }
            return PictureReference.Rendition(address: file, width: width, height: height)
        }.sorted { $0.width < $1.width }
        return picture
    }

    private func hasSameAspectRatio(_ width: Int, _ height: Int, of picture: PictureReference) -> Bool {
        guard let fullWidth = picture.width, let fullHeight = picture.height, fullWidth > 0, fullHeight > 0 else {
            return false
        }
        return abs(Double(width) * Double(fullHeight) / (Double(height) * Double(fullWidth)) - 1) < 0.03
    }
}
