import Feeds
import Foundation
import Markup
import News
import URLs

/// A mapper of a parsed feed to its channel's metadata and stories.
struct FeedMapper {
    let feed: Feed
    let documentURL: WebAddress

    /// The maximum length in characters of a title taken from the text.
    private static let maxTitleLength = 100
    /// The maximum length in bytes of a title given by the feed.
    private static let maxGivenTitleLength = 4_000
    private static let maxTopics = 20
    private static let maxDiagnostics = 20

    /// Returns the channel's metadata.
    /// - Parameter document: the document, whose beginning has the format's version.
    func metadata(_ document: [UInt8]) -> ChannelMetadata {
        let resolve = { (text: String?) in text.flatMap { WebAddress($0, base: feed.base ?? documentURL) } }
        let site = resolve(feed.link)
        return ChannelMetadata(
            title: nonEmpty(feed.title), site: site, description: nonEmpty(feed.subtitle),
            icon: resolve(feed.icon) ?? resolve(feed.image),
            format: FeedFormatName.name(for: feed.format, in: document), defaultIcon: site?.defaultIcon)
    }

    /// Returns the stories in the document's order, with diagnostics of the feed and its stories.
    func stories(_ identity: EntryKeyAssignment) -> (stories: [FetchedStory], diagnostics: [String]) {
        var diagnostics = feed.diagnostics
        let stories = identity.keyedEntries.map { story($0.entry, key: $0.key, diagnostics: &diagnostics) }
        return (stories, Array(diagnostics.prefix(Self.maxDiagnostics)))
    }

    /// Maps an entry; sanitizer limits that cut the text become diagnostics.
    func story(_ entry: FeedEntry, key: String, diagnostics: inout [String]) -> FetchedStory {
        let link = link(of: entry)
        let source = BodySource(entry, fallback: entry.base ?? feed.base ?? link ?? documentURL)
        let cleaned = HTMLSanitizer(base: source.base).sanitize(source.html)
        let pictures = PictureRanking.ordered(body: cleaned.pictures, attached: attachedImages(entry))
        let title = title(of: entry, text: cleaned.text, pictures: pictures, link: link)
        diagnostics += cleaned.diagnostics.map { "“\(PlainText.excerpt(of: title, limit: 60))”: \($0)" }
        let language = nonEmpty(entry.language) ?? nonEmpty(feed.language)
        return FetchedStory(
            key: key, title: title, link: link,
            externalLink: address(entry.externalLink, entry).flatMap { $0 == link ? nil : $0 },
            byline: nonEmpty(entry.author),
            dek: source.isSummary ? nil : SummaryDetector.dek(summary: entry.summary, text: cleaned.text, title: title),
            body: cleaned.html, text: cleaned.text, original: source.html, base: source.base,
            publishedAt: entry.published ?? entry.updated,
            language: language,
            direction: PlainText.direction(of: "\(title) \(cleaned.text.prefix(400))", language: language),
            tags: tags(of: entry),
            pictures: pictures,
            enclosures: enclosures(of: entry),
            discussionLink: address(entry.comments, entry).flatMap { $0 == link ? nil : $0 },
            commentCount: entry.commentCount.flatMap { $0 >= 0 ? $0 : nil })
    }

    private struct BodySource {
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

    /// Returns the entry's page, permalink id, external link or first enclosure, else the feed's site.
    private func link(of entry: FeedEntry) -> WebAddress? {
        address(entry.link, entry)
            ?? (entry.isPermaLink ? address(entry.id, entry) : nil)
            ?? address(entry.externalLink, entry)
            ?? entry.enclosures.lazy.compactMap { address($0.url, entry) }.first
            ?? nonEmpty(feed.link).flatMap { WebAddress($0, base: feed.base ?? documentURL) }
    }

    private func title(
        of entry: FeedEntry, text: String, pictures: [PictureReference], link: WebAddress?
    ) -> String {
        if let title = nonEmpty(entry.title) {
            return title.utf8.count <= Self.maxGivenTitleLength
                ? title : PlainText.excerpt(of: title, limit: Self.maxGivenTitleLength / 4)
        }
        let words = nonEmpty(text) ?? pictures.lazy.compactMap { nonEmpty($0.caption) ?? nonEmpty($0.alt) }.first
        if let words { return PlainText.excerpt(of: words, limit: Self.maxTitleLength) }
        return link?.text ?? nonEmpty(feed.title) ?? documentURL.host
    }

    private func tags(of entry: FeedEntry) -> [String] {
        var seen: Set<String> = []
        let words = entry.categories.compactMap(nonEmpty).filter { !$0.contains("://") && $0.count <= 80 }
        return Array(words.filter { seen.insert($0.lowercased()).inserted }.prefix(Self.maxTopics))
    }

    private func attachedImages(_ entry: FeedEntry) -> [PictureReference] {
        let given = entry.pictures.compactMap { picture in
            address(picture.url, entry).map {
                PictureReference(
                    address: $0, caption: nonEmpty(picture.caption), credit: nonEmpty(picture.credit),
                    width: picture.width, height: picture.height)
            }
        }
        let enclosed = entry.enclosures.lazy.filter { EnclosureMediaType.isImage($0.type, url: $0.url) }
            .compactMap { address($0.url, entry) }.map { PictureReference(address: $0) }
        return given + enclosed
    }

    private func enclosures(of entry: FeedEntry) -> [News.Enclosure] {
        var seen: Set<WebAddress> = []
        return entry.enclosures.compactMap { file in
            guard !EnclosureMediaType.isImage(file.type, url: file.url), let address = address(file.url, entry),
                seen.insert(address).inserted
            else { return nil }
            return News.Enclosure(
                address: address, type: EnclosureMediaType.of(file.type, url: file.url),
                length: file.length.flatMap { $0 > 0 ? Int64($0) : nil },
                seconds: file.duration.flatMap { $0 > .zero ? Int($0.components.seconds) : nil })
        }
    }

    private func address(_ text: String?, _ entry: FeedEntry) -> WebAddress? {
        nonEmpty(text).flatMap { WebAddress($0, base: entry.base ?? feed.base ?? documentURL) }
    }

    private func nonEmpty(_ text: String?) -> String? {
        guard let text else { return nil }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }
}

/// The media type of an enclosure: the declared type, else the type of the file extension.
enum EnclosureMediaType {
    /// Returns the declared type unless it is missing or generic, else the type of the file extension; nil if unknown.
    static func of(_ given: String?, url: String) -> String? {
        let type = given?.lowercased().prefix { $0 != ";" }.filter { !$0.isWhitespace } ?? ""
        if !type.isEmpty, type.contains("/"), type != "application/octet-stream" { return type }
        return typesByExtension[fileExtension(of: url)] ?? (type.isEmpty ? nil : type)
    }

    static func isImage(_ given: String?, url: String) -> Bool { of(given, url: url)?.hasPrefix("image/") ?? false }

    private static func fileExtension(of url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: "."), let slash = path.lastIndex(of: "/"), slash < dot else { return "" }
        return path[path.index(after: dot)...].lowercased()
    }

    private static let typesByExtension = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg",
        "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "mp4": "video/mp4", "m4v": "video/mp4",
        "mov": "video/quicktime", "webm": "video/webm", "pdf": "application/pdf", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    ]
}
