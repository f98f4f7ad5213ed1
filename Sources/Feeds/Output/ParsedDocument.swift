import Foundation
import Markup
import URLs

/// A feed and its stories.
public struct ParsedDocument: Sendable {
    /// The feed's metadata.
    public var feed: Feed
    /// The stories in document order.
    public var entries: [FeedEntry]

    /// Creates a parsed document.
    public init(feed: Feed, entries: [FeedEntry]) {
        self.feed = feed
        self.entries = entries
    }

    /// Returns the output of `tidings parse`: a UTF-8 JSON object, then a line end.
    ///
    /// The shape of the object is a contract: `title link id updated subtitle language author entries complaints`, each
    /// story with `id title link author published updated summary content enclosures categories comments`. Dates are
    /// ISO 8601 in UTC, titles plain text, summaries and contents sanitised with absolute addresses; missing values are
    /// null. The sanitiser's diagnostics come last.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        var sanitizing = FeedDiagnostics()
        writer.object { writer in
            writer.member("title", feed.title)
            writer.member("link", feed.link)
            writer.member("id", feed.id)
            writer.member("updated", feed.updated.map(ISO8601Writer.string))
            writer.member("subtitle", feed.subtitle)
            writer.member("language", feed.language)
            writer.member("author", feed.author)
            writer.key("entries")
            writer.array(entries) { writer, entry in Self.write(entry, &writer, &sanitizing) }
            writer.key("complaints")
            writer.array(feed.diagnostics + sanitizing.messages) { writer, message in writer.text(message) }
        }
        writer.lineEnd()
        return writer.bytes
    }

    private static func write(_ entry: FeedEntry, _ writer: inout JSONWriter, _ sanitizing: inout FeedDiagnostics) {
        let summary = sanitized(entry.summary, base: entry.summaryBase ?? entry.base, &sanitizing)
        let content = sanitized(entry.content, base: entry.base, &sanitizing)
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
