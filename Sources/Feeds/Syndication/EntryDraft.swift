import Foundation
import Markup

/// A story while it is read: what each element offered, by rank. A class because it is large and changes with every
/// element; one builder owns it.
final class EntryDraft {
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
    var groupCaption: String?
    var groupCredit: String?

    /// Ends a `media:group`: it holds renditions of one picture, of which the largest is kept, and files.
    func endGroup() {
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

    /// The finished story.
    func finished(language feedLanguage: String?, base: WebAddress?, site: WebAddress?) -> FeedEntry {
        endGroup()
        takeMedia()
        var entry = FeedEntry()
        entry.id = id.value
        entry.isPermaLink = isPermaLink
        entry.title = title.value
        entry.link = link.value
        entry.externalLink = externalLink
        entry.author = authors.value?.joined(separator: ", ")
        entry.published = published.value
        entry.updated = updated.value
        entry.summary = summary.value?.html
        entry.content = content.value?.html
        let stated = content.value?.base ?? (content.value == nil ? summary.value?.base : nil) ?? base
        if let stated { entry.base = stated } else if let site { entry.baseOnPage(of: site) }
        if content.value != nil, let summary = summary.value, summary.base != content.value?.base {
            entry.summaryBase = summary.base ?? base ?? site
        }
        entry.language = language ?? feedLanguage
        entry.categories = categories
        entry.comments = comments.value
        entry.commentCount = commentCount.value
        entry.commentFeed = commentFeed
        entry.enclosures = enclosures
        entry.pictures = pictures
        return entry
    }

    private func takeMedia() {
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

    private func add(_ picture: FeedPicture) {
        guard !pictures.contains(where: { $0.url == picture.url }), pictures.count < 100 else { return }
        pictures.append(picture)
    }

    /// Takes a file, once.
    func add(_ enclosure: Enclosure) {
        guard !enclosures.contains(where: { $0.url == enclosure.url }), enclosures.count < 100 else { return }
        enclosures.append(enclosure)
    }

    /// Takes a category, once.
    func add(category: String) {
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
