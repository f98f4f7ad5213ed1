import Foundation
import URLs

/// A story's candidates for each field. The draft is never copied, because it is large.
struct EntryDraft: ~Copyable {
    var id = PrioritizedValue<String>()
    var isPermaLink = false
    var title = PrioritizedValue<String>()
    var link = PrioritizedValue<String>()
    var externalLink: String?
    var authors = AuthorList()
    var published = PrioritizedValue<Date>()
    var updated = PrioritizedValue<Date>()
    var summary = PrioritizedValue<(html: String, base: WebAddress?)>()
    var content = PrioritizedValue<(html: String, base: WebAddress?)>()
    var language: String?
    var categories: [String] = []
    var comments = PrioritizedValue<String>()
    var commentCount = PrioritizedValue<Int>()
    var commentFeed: String?
    var enclosures: [FeedEnclosure] = []
    var pictures: [FeedPicture] = []
    /// The value of `itunes:duration` in seconds, for the first playable enclosure.
    var seconds: Int?

    // Elements of `media:*` outside a group.
    var media: [MediaDraft] = []
    // Elements of `media:*` in the open group.
    var group: [MediaDraft]?
    var caption: String?
    var credit: String?
    /// The text of `media:description` as HTML.
    var mediaText: String?
    /// The file to use if there is no enclosure.
    var alternate: FeedEnclosure?
    var groupCaption: String?
    var groupCredit: String?
    /// True if some categories, files or images were dropped.
    private(set) var hasTooManyValues = false

    /// The maximum number of categories, of files and of pictures of a story.
    static let maxValues = 100
    private static let maxMedia = 200

    /// Ends the group; keeps the largest rendition of an image, and all files.
    mutating func endGroup() {
        guard var members = group else { return }
        group = nil
        for index in members.indices {
            members[index].caption = members[index].caption ?? groupCaption
            members[index].credit = members[index].credit ?? groupCredit
        }
        (groupCaption, groupCredit) = (nil, nil)
        let pictures = members.filter { $0.isImage && !$0.isAvatar }
        let whole = pictures.filter { !$0.isThumbnail }
        if let best = (whole.isEmpty ? pictures : whole).max(by: { ($0.width ?? 0) < ($1.width ?? 0) }) {
            media.append(best)
        }
        media.append(contentsOf: members.filter { !$0.isImage })
    }

    mutating func finish() {
        endGroup()
        if enclosures.isEmpty, let alternate { enclosures = [alternate] }
        resolveMedia()
        if content.value == nil, let mediaText { summary.setIfHigher((mediaText, nil), rank: 1) }
    }

    private mutating func resolveMedia() {
        let whole = media.contains { $0.isImage && !$0.isThumbnail && !$0.isAvatar }
        for var item in media {
            if item.isImage {
                guard !item.isAvatar, !(item.isThumbnail && whole) else { continue }
                item.caption = item.caption ?? caption
                item.credit = item.credit ?? credit
                add(item.image)
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
        guard !pictures.contains(where: { $0.url == picture.url }), hasRoom(pictures.count) else { return }
        pictures.append(picture)
    }

    mutating func add(_ enclosure: FeedEnclosure) {
        guard !enclosures.contains(where: { $0.url == enclosure.url }), hasRoom(enclosures.count) else { return }
        enclosures.append(enclosure)
    }

    /// The first caption of an image, else of a file.
    var mediaCaption: String? {
        pictures.lazy.compactMap(\.caption).first ?? enclosures.lazy.compactMap(\.caption).first
    }

    mutating func add(category: String) {
        guard !category.isEmpty, !categories.contains(category), hasRoom(categories.count) else { return }
        categories.append(category)
    }

    /// Adds to the open group, or else to the story.
    mutating func add(_ draft: MediaDraft) {
        if group != nil {
            if hasRoom(group?.count ?? 0, of: Self.maxMedia) { group?.append(draft) }
        } else if hasRoom(media.count, of: Self.maxMedia) {
            media.append(draft)
        }
    }

    private mutating func hasRoom(_ count: Int, of limit: Int = maxValues) -> Bool {
        if count >= limit { hasTooManyValues = true }
        return count < limit
    }
}

extension FeedEnclosure {
    var isPlayable: Bool {
        guard let type else { return true }
        return type.hasPrefix("audio/") || type.hasPrefix("video/")
    }
}
