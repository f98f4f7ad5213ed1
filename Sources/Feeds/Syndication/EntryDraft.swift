import Foundation
import Markup

/// A story while it is read: what each element offered, by rank. It is large and changes with every element, so it is
/// never copied.
struct EntryDraft: ~Copyable {
    var id = Ranked<String>()
    var isPermaLink = false
    var title = Ranked<String>()
    var link = Ranked<String>()
    var externalLink: String?
    var authors = Ranked<[String]>()
    var published = Ranked<Date>()
    var updated = Ranked<Date>()
    var summary = Ranked<(html: String, base: WebAddress?)>()
    var content = Ranked<(html: String, base: WebAddress?)>()
    var language: String?
    var categories: [String] = []
    var comments = Ranked<String>()
    var commentCount = Ranked<Int>()
    var commentFeed: String?
    var enclosures: [Enclosure] = []
    var pictures: [FeedPicture] = []
    /// A file that has its own page elsewhere carries its length in an element of the story (`itunes:duration`).
    var seconds: Int?

    // `media:*` outside a group
    var media: [PictureDraft] = []
    // `media:*` inside the group that is open
    var group: [PictureDraft]?
    var caption: String?
    var credit: String?
    /// `media:description` of the story or its group, as HTML.
    var mediaText: String?
    /// A file that is used when there is no other.
    var alternate: Enclosure?
    var groupCaption: String?
    var groupCredit: String?

    /// Ends a `media:group`: it holds renditions of one picture, of which the largest is kept, and files.
    mutating func endGroup() {
        guard var members = group else { return }
        group = nil
        for index in members.indices {
            members[index].caption = members[index].caption ?? groupCaption
            members[index].credit = members[index].credit ?? groupCredit
        }
        (groupCaption, groupCredit) = (nil, nil)
        let pictures = members.filter { $0.isPicture && !$0.isPortrait }
        let whole = pictures.filter { !$0.isThumbnail }
        if let best = (whole.isEmpty ? pictures : whole).max(by: { ($0.width ?? 0) < ($1.width ?? 0) }) {
            media.append(best)
        }
        media.append(contentsOf: members.filter { !$0.isPicture })
    }

    /// Settles what only the whole story shows.
    mutating func finish() {
        endGroup()
        if enclosures.isEmpty, let alternate { enclosures = [alternate] }
        takeMedia()
        if content.value == nil, let mediaText { summary.offer((mediaText, nil), rank: 1) }
    }

    private mutating func takeMedia() {
        let whole = media.contains { $0.isPicture && !$0.isThumbnail && !$0.isPortrait }
        for var item in media {
            if item.isPicture {
                guard !item.isPortrait, !(item.isThumbnail && whole) else { continue }
                item.caption = item.caption ?? caption
                item.credit = item.credit ?? credit
                add(item.picture)
            } else {
                add(item.enclosure)
            }
        }
        for enclosure in enclosures where enclosure.type?.hasPrefix("image/") == true {
            add(FeedPicture(url: enclosure.url))
        }
        if let seconds, let index = enclosures.firstIndex(where: { $0.duration == nil && $0.isPlayable }) {
            enclosures[index].duration = .seconds(seconds)
        }
    }

    private mutating func add(_ picture: FeedPicture) {
        guard !pictures.contains(where: { $0.url == picture.url }), pictures.count < 100 else { return }
        pictures.append(picture)
    }

    /// Takes a file, once.
    mutating func add(_ enclosure: Enclosure) {
        guard !enclosures.contains(where: { $0.url == enclosure.url }), enclosures.count < 100 else { return }
        enclosures.append(enclosure)
    }

    /// Takes a category, once.
    mutating func add(category: String) {
        guard !category.isEmpty, categories.count < 100, !categories.contains(category) else { return }
        categories.append(category)
    }
}

extension Enclosure {
    /// A sound or a film, or of a kind not said.
    var isPlayable: Bool {
        guard let type else { return true }
        return type.hasPrefix("audio/") || type.hasPrefix("video/")
    }
}
