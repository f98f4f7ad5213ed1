import Foundation
import Markup

@testable import Feeds

/// Readings as trees, to be held against what a fixture expects.
extension Tree {
    init(_ date: Date?) { self.init(date.map(InstantText.utc)) }

    init(_ feed: Feed) {
        self = .object([
            "format": .text(feed.format.rawValue), "title": Tree(feed.title), "link": Tree(feed.link),
            "id": Tree(feed.id),
            "subtitle": Tree(feed.subtitle), "language": Tree(feed.language), "author": Tree(feed.author),
            "updated": Tree(feed.updated), "icon": Tree(feed.icon), "image": Tree(feed.image), "hub": Tree(feed.hub),
            "selfLink": Tree(feed.selfLink), "ttl": Tree(feed.ttl), "updateInterval": Tree(feed.updateInterval),
            "skipHours": .list(feed.skipHours.sorted().map { Tree($0) }),
            "skipDays": .list(feed.skipDays.sorted().map { Tree($0) }), "base": Tree(feed.base?.text),
        ])
    }

    init(_ entry: FeedEntry) {
        self = .object([
            "id": Tree(entry.id), "isPermaLink": .truth(entry.isPermaLink), "title": Tree(entry.title),
            "link": Tree(entry.link), "externalLink": Tree(entry.externalLink), "author": Tree(entry.author),
            "published": Tree(entry.published), "updated": Tree(entry.updated), "summary": Tree(entry.summary),
            "content": Tree(entry.content), "base": Tree(entry.base?.text),
            "summaryBase": Tree(entry.summaryBase?.text),
            "language": Tree(entry.language), "categories": .list(entry.categories.map { .text($0) }),
            "comments": Tree(entry.comments), "commentCount": Tree(entry.commentCount),
            "commentFeed": Tree(entry.commentFeed), "enclosures": .list(entry.enclosures.map { Tree($0) }),
            "pictures": .list(entry.pictures.map { Tree($0) }),
        ])
    }

    init(_ enclosure: Enclosure) {
        self = .object([
            "url": .text(enclosure.url), "type": Tree(enclosure.type), "length": Tree(enclosure.length),
            "duration": Tree(enclosure.duration),
        ])
    }

    init(_ picture: FeedPicture) {
        self = .object([
            "url": .text(picture.url), "width": Tree(picture.width), "height": Tree(picture.height),
            "caption": Tree(picture.caption), "credit": Tree(picture.credit),
        ])
    }

    init(_ outline: OPMLOutline) {
        var members: [String: Tree] = [
            "title": .text(outline.title), "attributes": .object(outline.attributes.mapValues { .text($0) }),
        ]
        switch outline.kind {
        case .folder(let children): members["children"] = .list(children.map { Tree($0) })
        case .feed(let address, let site, let type):
            members["address"] = .text(address)
            members["site"] = Tree(site)
            members["type"] = Tree(type)
        }
        self = .object(members)
    }

    init(_ list: OPML) {
        self = .object(["title": Tree(list.title), "outlines": .list(list.outlines.map { Tree($0) })])
    }

    /// An error by its kind, as fixtures name it.
    init(_ error: FeedError) {
        switch error {
        case .unreadable: self = .object(["error": .text("unreadable")])
        case .tooLarge: self = .object(["error": .text("tooLarge")])
        case .notAFeed(.webPage(let feeds, let remark)):
            self = .object([
                "error": .text("webPage"), "feeds": .list(feeds.map { .text($0.address) }),
                "says": Tree(remark.map { "\($0)" }),
            ])
        case .notAFeed(let kind):
            let name = "\(kind)".prefix { $0.isLetter }
            self = .object(["error": .text(String(name))])
        }
    }
}
