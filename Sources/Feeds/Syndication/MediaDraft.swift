/// A `media:content` or `media:thumbnail`.
struct MediaDraft {
    var url: String
    var type: String?
    var medium: String?
    var width: Int?
    var height: Int?
    var length: Int?
    var seconds: Int?
    var isThumbnail = false
    var caption: String?
    var credit: String?

    /// True if medium, type or extension is that of an image.
    var isImage: Bool {
        if isThumbnail { return true }
        if let medium { return medium == "image" }
        if let type { return type.hasPrefix("image/") }
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"].contains { path.hasSuffix($0) }
    }

    /// True for the author portraits that WordPress adds to every story.
    var isAvatar: Bool { url.contains("gravatar.com/avatar") }

    var image: FeedPicture {
        FeedPicture(url: url, width: width, height: height, caption: caption, credit: credit)
    }

    var enclosure: FeedEnclosure {
        FeedEnclosure(url: url, type: type, length: length, duration: seconds.map { .seconds($0) }, caption: caption)
    }
}
