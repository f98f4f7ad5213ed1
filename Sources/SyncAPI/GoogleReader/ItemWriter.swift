import Foundation
import Library
import Markup
import News
import URLs
import Untrusted

/// A writer of stories as items of a stream. Titles are plain text, as in feeds; only the summary is HTML.
struct ItemWriter {
    private let feeds: [ChannelID: SyncFeed]

    init(feeds list: SyncFeedList) {
        feeds = Dictionary(list.feeds.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func write(_ story: SyncStory, _ writer: inout ObjectWriter) {
        writer.object { writer in
            writer.string("id", ItemID.long(story.id))
            let arrival = GoogleReaderHandler.microseconds(story.arrivedAt)
            writer.string("crawlTimeMsec", String(arrival / 1000))
            writer.string("timestampUsec", String(arrival))
            writer.number("published", Int64(story.shownAt.wholeSeconds))
            writer.number("updated", Int64(story.shownAt.wholeSeconds))
            writer.string("title", story.title)
            if !story.byline.isEmpty { writer.string("author", story.byline) }
            writeLinks(of: story, &writer)
            writer.list("categories", categories(of: story)) { $0.string(nil, $1) }
            writer.object("origin") { writer in
                writer.string("streamId", StreamID.feed(story.feed))
                writer.string("title", feeds[story.feed]?.title ?? "")
                writer.string("htmlUrl", feeds[story.feed]?.site ?? "")
            }
            writer.object("summary") { writer in
                writer.string("direction", "ltr")
                writer.string("content", story.body.text)
            }
        }
    }

    private func writeLinks(of story: SyncStory, _ writer: inout ObjectWriter) {
        // An empty one, as in FreshRSS: Fluent Reader takes the first of every story.
        writer.list("canonical", [story.link]) { writer, link in writer.object { $0.string("href", link) } }
        writer.list("alternate", [story.link]) { writer, link in
            writer.object { writer in
                writer.string("href", link)
                writer.string("type", "text/html")
            }
        }
        guard !story.enclosures.isEmpty else { return }
        writer.list("enclosure", story.enclosures) { writer, file in
            writer.object { writer in
                writer.string("href", file.address.withoutCredentials.text)
                writer.string("type", file.type ?? "")
                if let length = file.length { writer.number("length", length) }
            }
        }
    }

    private func categories(of story: SyncStory) -> [String] {
        var categories = [StreamID.state("reading-list")]
        if story.isRead { categories.append(StreamID.state("read")) }
        if story.isSaved { categories.append(StreamID.state("starred")) }
        categories += (feeds[story.feed]?.labels ?? []).map(StreamID.label(named:))
        return categories + story.tags
    }
}
