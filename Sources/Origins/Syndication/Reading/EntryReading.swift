import Feeds
import Foundation
import Markup
import News

/// Turns a feed's entries into stories: cleaned, with a title, a link and a lead picture.
struct EntryReading {
    let feed: Feed
    /// Where the document was found.
    let place: WebAddress

    /// The longest title made of a text, in characters.
    private static let longestTitle = 100
    private static let mostTopics = 20

    /// The story, with what its cleaning had to leave out because of a bound added to `complaints`.
    func story(_ entry: FeedEntry, key: String, complaints: inout [String]) -> ArrivingStory {
        let link = link(of: entry)
        let source = Source(entry, fallback: entry.base ?? feed.base ?? link ?? place)
        let cleaned = Cleaner(base: source.base).clean(source.html)
        let title = title(of: entry, text: cleaned.text, link: link)
        complaints += cleaned.complaints.map { "“\(PlainText.excerpt(of: title, limit: 60))”: \($0)" }
        let language = nonEmpty(entry.language) ?? nonEmpty(feed.language)
        let published = entry.published ?? entry.updated
        return ArrivingStory(
            key: key, title: title, link: link,
            externalLink: address(entry.externalLink, entry).flatMap { $0 == link ? nil : $0 },
            byline: nonEmpty(entry.author),
            dek: source.isSummary ? nil : Teaser.dek(summary: entry.summary, text: cleaned.text, title: title),
            body: cleaned.html, text: cleaned.text, original: source.html, base: source.base,
            publishedAt: published,
            updatedAt: entry.updated.flatMap { updated in published.map { updated > $0 } == true ? updated : nil },
            language: language,
            direction: PlainText.direction(of: "\(title) \(cleaned.text.prefix(400))", language: language),
            topics: topics(of: entry),
            pictures: StoryPictures.ordered(body: cleaned.pictures, beside: beside(entry)),
            enclosures: enclosures(of: entry),
            discussion: address(entry.comments, entry).flatMap { $0 == link ? nil : $0 },
            commentCount: entry.commentCount.flatMap { $0 >= 0 ? $0 : nil })
    }

    /// The text a story's body is made of.
    private struct Source {
        let html: String
        let base: WebAddress
        let isSummary: Bool

        init(_ entry: FeedEntry, fallback: WebAddress) {
            if let content = entry.content, !content.allSatisfy(\.isWhitespace) {
                (html, base, isSummary) = (content, fallback, false)
            } else {
                (html, base, isSummary) = (entry.summary ?? "", entry.summaryBase ?? fallback, true)
            }
        }
    }

    /// Its page; else the permanent link its id is; else what it points at; else its first file; else the site.
    private func link(of entry: FeedEntry) -> WebAddress? {
        address(entry.link, entry)
            ?? (entry.isPermaLink ? address(entry.id, entry) : nil)
            ?? address(entry.externalLink, entry)
            ?? entry.enclosures.lazy.compactMap { address($0.url, entry) }.first
            ?? nonEmpty(feed.link).flatMap { WebAddress($0, base: feed.base ?? place) }
    }

    private func title(of entry: FeedEntry, text: String, link: WebAddress?) -> String {
        if let title = nonEmpty(entry.title) { return title }
        if !text.isEmpty { return PlainText.excerpt(of: text, limit: Self.longestTitle) }
        return link?.text ?? nonEmpty(feed.title) ?? place.host
    }

    private func topics(of entry: FeedEntry) -> [String] {
        var seen: Set<String> = []
        let words = entry.categories.compactMap(nonEmpty).filter { !$0.contains("://") && $0.count <= 80 }
        return Array(words.filter { seen.insert($0.lowercased()).inserted }.prefix(Self.mostTopics))
    }

    private func beside(_ entry: FeedEntry) -> [PictureMention] {
        let given = entry.pictures.compactMap { picture in
            address(picture.url, entry).map {
                PictureMention(
                    address: $0, caption: nonEmpty(picture.caption), credit: nonEmpty(picture.credit),
                    width: picture.width, height: picture.height)
            }
        }
        let enclosed = entry.enclosures.lazy.filter { FileType.isPicture($0.type, url: $0.url) }
            .compactMap { address($0.url, entry) }.map { PictureMention(address: $0) }
        return given + enclosed
    }

    private func enclosures(of entry: FeedEntry) -> [News.Enclosure] {
        var seen: Set<WebAddress> = []
        return entry.enclosures.compactMap { file in
            guard !FileType.isPicture(file.type, url: file.url), let address = address(file.url, entry),
                seen.insert(address).inserted
            else { return nil }
            return News.Enclosure(
                address: address, type: FileType.of(file.type, url: file.url),
                length: file.length.flatMap { $0 > 0 ? Int64($0) : nil },
                seconds: file.duration.flatMap { $0 > .zero ? Int($0.components.seconds) : nil })
        }
    }

    private func address(_ text: String?, _ entry: FeedEntry) -> WebAddress? {
        nonEmpty(text).flatMap { WebAddress($0, base: entry.base ?? feed.base ?? place) }
    }

    private func nonEmpty(_ text: String?) -> String? {
        guard let text else { return nil }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }
}
