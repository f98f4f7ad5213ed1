/// The names that mean something in a JSON Feed.
enum JSONKey: String {
    case version, title, description, icon, favicon, author, authors, language, hubs, items, id, url, summary, image,
        tags
    case homePage = "home_page_url"
    case feedAddress = "feed_url"
    case externalLink = "external_url"
    case contentHTML = "content_html"
    case contentText = "content_text"
    case banner = "banner_image"
    case published = "date_published"
    case modified = "date_modified"
    case attachments, name, email, avatar, type
    case mediaType = "mime_type"
    case size = "size_in_bytes"
    case duration = "duration_in_seconds"
    case unknown

    /// The name that bytes spell.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count <= 20 else {
            self = .unknown
            return
        }
        var hash = 0
        for byte in bytes { hash = hash &* 31 &+ Int(byte) }
        let candidate = Self.table[hash] ?? .unknown
        self = candidate.rawValue.utf8.elementsEqual(bytes) ? candidate : .unknown
    }

    private static let table: [Int: JSONKey] = {
        let all: [JSONKey] = [
            .version, .title, .description, .icon, .favicon, .author, .authors, .language, .hubs, .items, .id, .url,
            .summary, .image, .tags, .homePage, .feedAddress, .externalLink, .contentHTML, .contentText, .banner,
            .published, .modified, .attachments, .name, .email, .avatar, .type, .mediaType, .size, .duration,
        ]
        var table: [Int: JSONKey] = [:]
        for key in all {
            table[key.rawValue.utf8.reduce(0) { $0 &* 31 &+ Int($1) }] = key
        }
        return table
    }()
}
