import Foundation
import Markup
import News
import Untrusted

/// A form of the file with a reader's saved stories.
protocol SavedStoriesForm {
    var start: [UInt8] { get }
    var end: [UInt8] { get }
    func bytes(of saved: OwnSavedStory, isFirst: Bool) throws -> [UInt8]
}

/// A page to read. It loads nothing: pictures are links.
struct SavedPageForm: SavedStoriesForm {
    private let day: String

    init(at date: Date) { day = Self.day(of: date) }

    var start: [UInt8] {
        var w = HTMLWriter(reserving: 1024)
        w.raw(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
            <title>Saved stories</title><style>
            :root{color-scheme:light dark}
            body{max-width:38em;margin:2em auto;padding:0 1em;font:1.0625rem/1.6 Georgia,serif;overflow-wrap:break-word}
            article{border-top:1px solid;padding:1em 0 2em}h1,h2{line-height:1.25}
            .facts{font:.875rem/1.4 system-ui,sans-serif;opacity:.75}pre{overflow:auto}table{display:block;overflow:auto}
            </style></head><body><h1>Saved stories</h1>
            """)
        w.element(.p, class: "facts", text: "As of \(day), the newest first")
        return w.bytes
    }

    var end: [UInt8] { Array("</body></html>\n".utf8) }

    func bytes(of saved: OwnSavedStory, isFirst: Bool) -> [UInt8] {
        let story = saved.story
        var w = HTMLWriter(reserving: story.body.text.utf8.count + 1024)
        w.element(.article) { w in
            w.element(.h2) { w in
                if story.link.isEmpty {
                    w.text(story.title)
                } else {
                    w.element(.a, [.href(story.link)], text: story.title)
                }
            }
            let facts = [
                story.byline, saved.feed?.title ?? "", Self.day(of: story.shownAt),
                "saved \(Self.day(of: saved.savedAt))",
            ]
            w.element(.p, class: "facts", text: facts.filter { !$0.isEmpty }.joined(separator: " · "))
            w.safe(story.body)
        }
        w.raw("\n")
        return w.bytes
    }

    private static func day(of date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}

/// The form of Google Reader's starred items, as its last archive wrote it and FreshRSS still does.
struct StarredItemsForm: SavedStoriesForm {
    private struct Item: Encodable {
        struct Link: Encodable { let href: String }
        struct Origin: Encodable { let streamId, title, htmlUrl: String }
        struct Content: Encodable { let content: String }

        let id, title, author: String
        /// The time of publication in seconds, of arrival in milliseconds, of saving in microseconds.
        let published: Int64
        let crawlTimeMsec, timestampUsec: String
        let categories: [String]
        let canonical, alternate: [Link]
        let origin: Origin?
        let content: Content
    }

    private let encoder = JSONEncoder.forExport

    var start: [UInt8] {
        Array(
            #"{"id":"user/-/state/com.google/starred","title":"Saved stories","items":["#.utf8)
    }

    var end: [UInt8] { Array("\n]}\n".utf8) }

    func bytes(of saved: OwnSavedStory, isFirst: Bool) throws -> [UInt8] {
        let story = saved.story
        let links = story.link.isEmpty ? [] : [Item.Link(href: story.link)]
        let item = Item(
            id: "tag:google.com,2005:reader/item/\(Hex.encode(UInt64(bitPattern: story.id.rawValue)))",
            title: story.title,
            author: story.byline, published: story.shownAt.milliseconds / 1000,
            crawlTimeMsec: String(story.arrivedAt.milliseconds),
            timestampUsec: String(saved.savedAt.milliseconds * 1000),
            categories: ["user/-/state/com.google/starred"] + (story.isRead ? ["user/-/state/com.google/read"] : [])
                + story.tags, canonical: links, alternate: links,
            origin: saved.feed.map { .init(streamId: "feed/\($0.address)", title: $0.title, htmlUrl: $0.site) },
            content: .init(content: story.body.text))
        return Array((isFirst ? "\n" : ",\n").utf8) + (try encoder.encode(item))
    }
}
