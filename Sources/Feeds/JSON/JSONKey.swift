/// A member name of JSON Feed.
enum JSONKey {
    // Members of a feed.
    case version, homePage, feedAddress, description, icon, favicon, hubs, items
    // Members of an item.
    case id, url, externalLink, title, contentHTML, contentText, summary, image, banner, published, modified, tags
    case attachments
    // Members of feeds and items.
    case author, authors, language
    // Members of an author or an attachment.
    case name, email, mediaType, size, duration
    case unknown

    /// Looks up the name by its length first: few names share one.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        func match(_ name: StaticString, _ key: JSONKey) -> JSONKey? { bytes.hasBytes(name, at: 0) ? key : nil }
        let found: JSONKey? =
            switch bytes.count {
            case 2: match("id", .id)
            case 3: match("url", .url)
            case 4: match("tags", .tags) ?? match("name", .name) ?? match("hubs", .hubs) ?? match("icon", .icon)
            case 5:
                match("title", .title) ?? match("image", .image) ?? match("items", .items) ?? match("email", .email)
            case 6: match("author", .author)
            case 7:
                match("summary", .summary) ?? match("authors", .authors) ?? match("version", .version)
                    ?? match("favicon", .favicon)
            case 8: match("language", .language) ?? match("feed_url", .feedAddress)
            case 9: match("mime_type", .mediaType)
            case 11: match("attachments", .attachments) ?? match("description", .description)
            case 12:
                match("content_html", .contentHTML) ?? match("content_text", .contentText)
                    ?? match("external_url", .externalLink) ?? match("banner_image", .banner)
            case 13:
                match("date_modified", .modified) ?? match("home_page_url", .homePage)
                    ?? match("size_in_bytes", .size)
            case 14: match("date_published", .published)
            case 19: match("duration_in_seconds", .duration)
            default: nil
            }
        self = found ?? .unknown
    }
}
