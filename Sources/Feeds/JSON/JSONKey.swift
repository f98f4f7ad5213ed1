/// The known member names of a JSON Feed.
enum JSONKey {
    // of a feed
    case version, homePage, feedAddress, description, icon, favicon, hubs, items
    // of an item
    case id, url, externalLink, title, contentHTML, contentText, summary, image, banner, published, modified, tags
    case attachments
    // of both
    case author, authors, language
    // of an author or an attachment
    case name, email, mediaType, size, duration
    /// Every other name.
    case unknown

    /// Looks up a name, by length first: few names share one.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        func spells(_ name: StaticString, _ key: JSONKey) -> JSONKey? { bytes.hasBytes(name, at: 0) ? key : nil }
        let found: JSONKey? =
            switch bytes.count {
            case 2: spells("id", .id)
            case 3: spells("url", .url)
            case 4: spells("tags", .tags) ?? spells("name", .name) ?? spells("hubs", .hubs) ?? spells("icon", .icon)
            case 5:
                spells("title", .title) ?? spells("image", .image) ?? spells("items", .items) ?? spells("email", .email)
            case 6: spells("author", .author)
            case 7:
                spells("summary", .summary) ?? spells("authors", .authors) ?? spells("version", .version)
                    ?? spells("favicon", .favicon)
            case 8: spells("language", .language) ?? spells("feed_url", .feedAddress)
            case 9: spells("mime_type", .mediaType)
            case 11: spells("attachments", .attachments) ?? spells("description", .description)
            case 12:
                spells("content_html", .contentHTML) ?? spells("content_text", .contentText)
                    ?? spells("external_url", .externalLink) ?? spells("banner_image", .banner)
            case 13:
                spells("date_modified", .modified) ?? spells("home_page_url", .homePage)
                    ?? spells("size_in_bytes", .size)
            case 14: spells("date_published", .published)
            case 19: spells("duration_in_seconds", .duration)
            default: nil
            }
        self = found ?? .unknown
    }
}
