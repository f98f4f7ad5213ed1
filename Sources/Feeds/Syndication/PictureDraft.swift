/// What `media:content`, `media:thumbnail` and `media:group` say of one picture or file, while it is read.
struct PictureDraft {
    var url: String
    var type: String?
    var medium: String?
    var width: Int?
    var height: Int?
    var length: Int?
    var seconds: Int?
    var isDefault = false
    var isThumbnail = false
    var caption: String?
    var credit: String?

    /// It is a picture by medium, type or the end of its address.
    var isPicture: Bool {
        if isThumbnail { return true }
        if let medium { return medium == "image" }
        if let type { return type.hasPrefix("image/") }
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"].contains { path.hasSuffix($0) }
    }

    /// The portraits of authors that WordPress puts beside every story are no pictures of it.
    var isPortrait: Bool { url.contains("gravatar.com/avatar") }

    var picture: FeedPicture {
        FeedPicture(url: url, width: width, height: height, caption: caption, credit: credit)
    }

    var enclosure: Enclosure {
        Enclosure(url: url, type: type, length: length, duration: seconds.map { .seconds($0) })
    }
}
