import Foundation
import Library
import Markup
import News
import URLs

/// A writer of stories as an Atom feed, as of `/reader/atom/`.
struct StreamAtomWriter {
    private let feeds: [ChannelID: SyncFeed]

    init(feeds list: SyncFeedList) {
        feeds = Dictionary(list.feeds.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func document(_ stories: [SyncStory], id: String, title: String, continuation: String?) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes +=
            """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:gr="http://www.google.com/schemas/reader/atom/">

            """.utf8
        element("id", "tag:google.com,2005:reader/" + id, &bytes)
        element("title", title, &bytes)
        if let continuation { element("gr:continuation", continuation, &bytes) }
        element("updated", Self.date(stories.map(\.shownAt).max() ?? Date(timeIntervalSince1970: 0)), &bytes)
        for story in stories { write(story, &bytes) }
        bytes += "</feed>\n".utf8
        return bytes
    }

    private func write(_ story: SyncStory, _ bytes: inout [UInt8]) {
        bytes += "<entry>\n".utf8
        element("id", ItemID.long(story.id), &bytes)
        element("title", story.title, &bytes)
        element("published", Self.date(story.shownAt), &bytes)
        element("updated", Self.date(story.shownAt), &bytes)
        bytes += "<author>".utf8
        element("name", story.byline, &bytes)
        bytes += "</author>\n".utf8
        if !story.link.isEmpty { empty("link", [("rel", "alternate"), ("href", story.link)], &bytes) }
        for file in story.enclosures {
            let address = file.address.withoutCredentials.text
            empty("link", [("rel", "enclosure"), ("type", file.type ?? ""), ("href", address)], &bytes)
        }
        // Liferea knows a read story by the label.
        if story.isRead { writeState("read", &bytes) }
        if story.isSaved { writeState("starred", &bytes) }
        bytes += "<source gr:stream-id=\"\(StreamID.feed(story.feed))\">".utf8
        element("title", feeds[story.feed]?.title ?? "", &bytes)
        bytes += "</source>\n<content type=\"html\">".utf8
        XMLText.append(story.body.text, to: &bytes)
        bytes += "</content>\n</entry>\n".utf8
    }

    private func writeState(_ name: StaticString, _ bytes: inout [UInt8]) {
        let scheme = "http://www.google.com/reader/"
        empty("category", [("term", StreamID.state(name)), ("scheme", scheme), ("label", "\(name)")], &bytes)
    }

    private func element(_ name: StaticString, _ text: String, _ bytes: inout [UInt8]) {
        bytes += "<\(name)>".utf8
        XMLText.append(text, to: &bytes)
        bytes += "</\(name)>\n".utf8
    }

    private func empty(_ name: StaticString, _ attributes: [(StaticString, String)], _ bytes: inout [UInt8]) {
        bytes += "<\(name)".utf8
        for (attribute, value) in attributes { bytes += " \(attribute)=\"\(XMLText.escaped(value))\"".utf8 }
        bytes += "/>\n".utf8
    }

    private static func date(_ date: Date) -> String { date.formatted(.iso8601) }
}
