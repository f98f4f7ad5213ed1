import Feeds
import Foundation
import JSON
import Markup
import News
import URLs

/// A reader of saved stories in JSON: the form of Google Reader, as FreshRSS and Feedly export it, and Miniflux's entries.
enum JSONExport {
    static func read(_ bytes: [UInt8]) throws(SavedPagesExportError) -> SavedPagesExport? {
        guard let root = ExportJSON.value(bytes) else {
            throw SavedPagesExportError(
                userMessage: "That file is damaged or cut off: its JSON does not end as it should. Export it again.")
        }
        let list = root.elements ?? []
        if let items = root["items"]?.elements { return try readReaderItems(items) }
        if let entries = root["entries"]?.elements { return try readMinifluxEntries(entries) }
        if list.contains(where: { $0["alternate"] != nil || $0["canonicalUrl"] != nil }) {
            return try readReaderItems(list)
        }
        if list.contains(where: { $0["feed_id"] != nil }) { return try readMinifluxEntries(list) }
        throw SavedPagesExportError(
            userMessage: "That JSON is of no reader that is known here: FreshRSS, Miniflux or Feedly.")
    }

    // MARK: Google Reader's form

    private static let starred = "/state/com.google/starred"

    private static func readReaderItems(_ items: [JSONValue]) throws(SavedPagesExportError) -> SavedPagesExport {
        let isFeedly = items.contains {
            $0["actionTimestamp"] != nil || $0["originId"] != nil || $0["fingerprint"] != nil
        }
        let hasStars = items.contains(where: isStarred)
        var collector = SavedPagesCollector(isFeedly ? .feedly : .freshRSS)
        for item in items {
            guard !hasStars || isStarred(item) else {
                collector.skipUnstarred()
                continue
            }
            let title = item["title"]?.string.map { PlainText.of(possiblyHTMLTitle: $0) }
            guard var page = collector.page(at: readerAddress(item), named: title) else { continue }
            page.publishedAt = date(item["published"])
            page.savedAt =
                date(item["actionTimestamp"]) ?? date(item["timestampUsec"]) ?? date(item["crawlTimeMsec"])
                ?? date(item["crawled"]) ?? page.publishedAt
            page.byline = item["author"]?.nonEmptyString
            page.tags = SavedPagesExportReader.tags(readerTags(item))
            page.feed = feed(
                item["origin"]?["feedUrl"]?.nonEmptyString
                    ?? streamAddress(item["origin"]?["streamId"]?.nonEmptyString),
                item["origin"]?["title"]?.nonEmptyString)
            addText(item["content"]?["content"]?.string ?? item["summary"]?["content"]?.string, to: &page)
            collector.append(page)
        }
        return try collector.finished()
    }

    private static func isStarred(_ item: JSONValue) -> Bool {
        item["categories"]?.elements?.contains { $0.string?.hasSuffix(starred) == true } ?? false
    }

    private static func readerAddress(_ item: JSONValue) -> String? {
        for name in ["canonical", "alternate"] {
            if let href = item[name]?.elements?.lazy.compactMap({ $0["href"]?.nonEmptyString }).first { return href }
        }
        let origin = item["originId"]?.nonEmptyString.flatMap { $0.hasPrefix("http") ? $0 : nil }
        return item["canonicalUrl"]?.nonEmptyString ?? origin
    }

    /// Returns the reader's labels and tags; states such as *read* are none.
    private static func readerTags(_ item: JSONValue) -> [String] {
        let categories = item["categories"]?.elements?.compactMap { value -> String? in
            guard let text = value.string else { return nil }
            if let label = text.firstRange(of: "/label/") { return String(text[label.upperBound...]) }
            return text.hasPrefix("user/") ? nil : text
        }
        let tags = item["tags"]?.elements?.compactMap { tag -> String? in
            tag["id"]?.string?.contains("/global.") == true ? nil : tag["label"]?.nonEmptyString
        }
        return (categories ?? []) + (tags ?? [])
    }

    /// Returns the address in a stream's ID: `feed/https://…`.
    private static func streamAddress(_ stream: String?) -> String? {
        stream.flatMap { $0.hasPrefix("feed/") ? String($0.dropFirst(5)) : nil }
    }

    // MARK: Miniflux

    private static func readMinifluxEntries(_ entries: [JSONValue]) throws(SavedPagesExportError) -> SavedPagesExport {
        let hasStars = entries.contains { $0["starred"]?.isTrue == true }
        var collector = SavedPagesCollector(.miniflux)
        for entry in entries {
            guard !hasStars || entry["starred"]?.isTrue == true else {
                collector.skipUnstarred()
                continue
            }
            guard var page = collector.page(at: entry["url"]?.nonEmptyString, named: entry["title"]?.string) else {
                continue
            }
            page.publishedAt = date(entry["published_at"])
            page.savedAt = date(entry["changed_at"]) ?? date(entry["created_at"]) ?? page.publishedAt
            page.byline = entry["author"]?.nonEmptyString
            page.tags = SavedPagesExportReader.tags(entry["tags"]?.elements?.compactMap(\.nonEmptyString) ?? [])
            page.feed = feed(entry["feed"]?["feed_url"]?.nonEmptyString, entry["feed"]?["title"]?.nonEmptyString)
            addText(entry["content"]?.string, to: &page)
            collector.append(page)
        }
        return try collector.finished()
    }

    // MARK: Values

    private static func feed(_ address: String?, _ title: String?) -> SavedPageDraft.Feed? {
        address.flatMap { WebAddress($0) }.map { SavedPageDraft.Feed(address: $0, title: title) }
    }

    /// Returns a time that is a number or in the form of RFC 3339.
    private static func date(_ value: JSONValue?) -> Date? {
        value.flatMap { SavedPagesExportReader.date($0.nonEmptyString) ?? ISODate.parse($0.string) }
    }

    /// The most bytes of a text that an entry may bring along; the page of a longer one is fetched.
    private static let maxTextBytes = 1 << 20

    private static func addText(_ html: String?, to page: inout SavedPageDraft) {
        guard let html, !html.isEmpty, html.utf8.count <= maxTextBytes else { return }
        let content = HTMLSanitizer(base: page.address).sanitize(html)
        page.body = content.html
        page.text = content.text
        page.original = html
        page.pictures = content.pictures
    }
}

/// A parser of dates as feeds have them.
enum ISODate {
    static func parse(_ text: String?) -> Date? { text.flatMap { FeedDateParser.parse($0) } }
}

enum ExportJSON {
    /// Returns the value of a document; nil if it is damaged.
    static func value(_ bytes: [UInt8]) -> JSONValue? {
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        do { return try JSONReader.value(of: bytes) } catch { return nil }
    }
}
