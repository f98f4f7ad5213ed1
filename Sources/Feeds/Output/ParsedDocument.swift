import Foundation
import Markup

/// A parsed document: the feed and its stories.
public struct ParsedDocument: Sendable {
    /// The feed's metadata.
    public var feed: Feed
    /// The stories, in the document's order.
    public var entries: [FeedEntry]

    /// Creates a parsed document.
    public init(feed: Feed, entries: [FeedEntry]) {
        self.feed = feed
        self.entries = entries
    }

    /// The JSON that `tidings parse` prints, in UTF-8: one object, then a line end.
    ///
    /// Its shape is a contract: `title link id updated subtitle language author entries complaints`, each story with
    /// `id title link author published updated summary content enclosures categories comments`. Dates are ISO 8601 in
    /// UTC, titles plain text, summaries and contents sanitised by Markup with absolute addresses; missing values are
    /// null. Diagnostics of the document come first, then those of sanitising its texts.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        var cleaning = FeedDiagnostics()
        writer.object { writer in
            writer.member("title", feed.title)
            writer.member("link", feed.link)
            writer.member("id", feed.id)
            writer.member("updated", feed.updated.map(ISO8601Writer.string))
            writer.member("subtitle", feed.subtitle)
            writer.member("language", feed.language)
            writer.member("author", feed.author)
            writer.key("entries")
            writer.array(entries) { writer, entry in Self.write(entry, &writer, &cleaning) }
            writer.key("complaints")
            writer.array(feed.diagnostics + cleaning.messages) { writer, message in writer.text(message) }
        }
        writer.lineEnd()
        return writer.bytes
    }

    private static func write(_ entry: FeedEntry, _ writer: inout JSONWriter, _ cleaning: inout FeedDiagnostics) {
        let summary = sanitized(entry.summary, base: entry.summaryBase ?? entry.base, &cleaning)
        let content = sanitized(entry.content, base: entry.base, &cleaning)
        writer.object { writer in
            writer.member("id", entry.id)
            writer.member("title", entry.title)
            writer.member("link", entry.link)
            writer.member("author", entry.author)
            writer.member("published", entry.published.map(ISO8601Writer.string))
            writer.member("updated", entry.updated.map(ISO8601Writer.string))
            writer.member("summary", summary)
            writer.member("content", content)
            writer.key("enclosures")
            writer.array(entry.enclosures) { writer, enclosure in
                writer.object { writer in
                    writer.member("url", enclosure.url)
                    writer.member("type", enclosure.type)
                    writer.member("length", enclosure.length)
                }
            }
            writer.key("categories")
            writer.array(entry.categories) { writer, category in writer.text(category) }
            writer.member("comments", entry.comments)
        }
    }

    private static func sanitized(_ html: String?, base: WebAddress?, _ diagnostics: inout FeedDiagnostics) -> String? {
        guard let html else { return nil }
        let cleaned = HTMLSanitizer(base: base).sanitize(html)
        for diagnostic in cleaned.diagnostics { diagnostics.record("In the text of a story, \(diagnostic).") }
        return cleaned.html.text
    }
}
