import Foundation
import Markup
import URLs

@testable import Feeds

/// Readings as trees, to be held against what a fixture expects.
extension ExpectedJSON {
    init(_ date: Date?) { self.init(date.map(ISO8601Writer.string)) }

    init(_ feed: Feed) {
        self = .object([
            "format": .text(feed.format.rawValue), "title": ExpectedJSON(feed.title), "link": ExpectedJSON(feed.link),
            "id": ExpectedJSON(feed.id),
            "subtitle": ExpectedJSON(feed.subtitle), "language": ExpectedJSON(feed.language),
            "author": ExpectedJSON(feed.author),
            "updated": ExpectedJSON(feed.updated), "icon": ExpectedJSON(feed.icon), "image": ExpectedJSON(feed.image),
            "hub": ExpectedJSON(feed.hub),
            "selfLink": ExpectedJSON(feed.selfLink), "ttl": ExpectedJSON(feed.ttl),
            "updateInterval": ExpectedJSON(feed.updateInterval),
            "skipHours": .list(feed.skipHours.sorted().map { ExpectedJSON($0) }),
            "skipDays": .list(feed.skipDays.sorted().map { ExpectedJSON($0) }), "base": ExpectedJSON(feed.base?.text),
        ])
    }

    init(_ entry: FeedEntry) {
        self = .object([
            "id": ExpectedJSON(entry.id), "isPermaLink": .truth(entry.isPermaLink), "title": ExpectedJSON(entry.title),
            "link": ExpectedJSON(entry.link), "externalLink": ExpectedJSON(entry.externalLink),
            "author": ExpectedJSON(entry.author),
            "published": ExpectedJSON(entry.published), "updated": ExpectedJSON(entry.updated),
            "summary": ExpectedJSON(entry.summary),
            "content": ExpectedJSON(entry.content), "base": ExpectedJSON(entry.base?.text),
            "summaryBase": ExpectedJSON(entry.summaryBase?.text),
            "language": ExpectedJSON(entry.language), "categories": .list(entry.categories.map { .text($0) }),
            "comments": ExpectedJSON(entry.comments), "commentCount": ExpectedJSON(entry.commentCount),
            "commentFeed": ExpectedJSON(entry.commentFeed),
            "enclosures": .list(entry.enclosures.map { ExpectedJSON($0) }),
            "pictures": .list(entry.pictures.map { ExpectedJSON($0) }),
        ])
    }

    init(_ enclosure: FeedEnclosure) {
        self = .object([
            "url": .text(enclosure.url), "type": ExpectedJSON(enclosure.type), "length": ExpectedJSON(enclosure.length),
            "duration": ExpectedJSON(enclosure.duration),
        ])
    }

    init(_ picture: FeedPicture) {
        self = .object([
            "url": .text(picture.url), "width": ExpectedJSON(picture.width), "height": ExpectedJSON(picture.height),
            "caption": ExpectedJSON(picture.caption), "credit": ExpectedJSON(picture.credit),
        ])
    }

    init(_ outline: OPMLOutline) {
        var members: [String: ExpectedJSON] = [
            "title": .text(outline.title), "attributes": .object(outline.attributes.mapValues { .text($0) }),
        ]
        switch outline.kind {
        case .folder(let children): members["children"] = .list(children.map { ExpectedJSON($0) })
        case .feed(let address, let site, let type):
            members["address"] = .text(address)
            members["site"] = ExpectedJSON(site)
            members["type"] = ExpectedJSON(type)
        }
        self = .object(members)
    }

    init(_ list: OPML) {
        self = .object(["title": ExpectedJSON(list.title), "outlines": .list(list.outlines.map { ExpectedJSON($0) })])
    }

    /// An error by its kind, as fixtures name it.
    init(_ error: FeedError) {
        switch error {
        case .unreadable: self = .object(["error": .text("unreadable")])
        case .tooLarge: self = .object(["error": .text("tooLarge")])
        case .notAFeed(.webPage(let feeds, let interstitial)):
            self = .object([
                "error": .text("webPage"), "feeds": .list(feeds.map { .text($0.address) }),
                "says": ExpectedJSON(interstitial.map { "\($0)" }),
            ])
        case .notAFeed(let kind):
            let name = "\(kind)".prefix { $0.isLetter }
            self = .object(["error": .text(String(name))])
        }
    }
}
