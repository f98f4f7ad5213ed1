import Foundation
import Markup

/// A whole document, read: the feed and its stories in the document's order.
public struct ParsedDocument: Sendable {
    /// What the feed says of itself.
    public var feed: Feed
    /// Its stories, in the document's order.
    public var entries: [FeedEntry]

    /// A reading by hand.
    public init(feed: Feed, entries: [FeedEntry]) {
        self.feed = feed
        self.entries = entries
    }

    /// The JSON that `tidings parse` prints, in UTF-8: one object, then a line end.
    ///
    /// Its shape is a contract: `title link id updated subtitle language author entries complaints`, each story with
    /// `id title link author published updated summary content enclosures categories comments`. Instants are ISO 8601
    /// in UTC, titles plain text, summaries and contents cleaned by Markup with absolute addresses; what the document
    /// does not give is null.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("title", feed.title)
            writer.member("link", feed.link)
            writer.member("id", feed.id)
            writer.member("updated", feed.updated.map(InstantText.utc))
            writer.member("subtitle", feed.subtitle)
            writer.member("language", feed.language)
            writer.member("author", feed.author)
            writer.key("entries")
            writer.array(entries) { writer, entry in Self.write(entry, &writer) }
            writer.key("complaints")
            writer.array(feed.complaints) { writer, complaint in writer.text(complaint) }
        }
        writer.lineEnd()
        return writer.bytes
    }

    private static func write(_ entry: FeedEntry, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", entry.id)
            writer.member("title", entry.title)
            writer.member("link", entry.link)
            writer.member("author", entry.author)
            writer.member("published", entry.published.map(InstantText.utc))
            writer.member("updated", entry.updated.map(InstantText.utc))
            writer.member("summary", cleaned(entry.summary, base: entry.summaryBase ?? entry.base))
            writer.member("content", cleaned(entry.content, base: entry.base))
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

    private static func cleaned(_ html: String?, base: WebAddress?) -> String? {
        html.map { Cleaner(base: base).clean($0).html.text }
    }
}
