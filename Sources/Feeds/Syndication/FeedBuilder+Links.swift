import Markup
import Untrusted

/// The reading of links, files, persons and images.
extension FeedBuilder {
    // MARK: Links

    /// Reads an `atom:link` of a feed (RFC 4287 §4.2.7).
    mutating func feedLink(_ attributes: XMLAttributes) {
        guard let href = attributes.trimmed("href") else { return }
        let target = FeedURLNormalizer.absolute(href, base: explicitBase ?? address)
        switch relation(attributes) {
        case "alternate":
            // RSS feeds often call themselves their alternate.
            let isPage = attributes.trimmed("type").map { $0.containsASCII("html") } ?? true
            setFeedLink(href, rank: isPage ? (format == .atom ? 4 : 3) : 1)
        case "self": feed.selfLink.setIfNil(target)
        case "hub": feed.hub.setIfNil(target)
        default: break
        }
    }

    mutating func link(_ attributes: XMLAttributes) {
        guard let target = absolute(attributes.trimmed("href")) else { return }
        let type = attributes.trimmed("type")?.lowercased()
        switch relation(attributes) {
        case "alternate": entry?.link.setIfHigher(target, rank: type.map { $0.containsASCII("html") } ?? true ? 4 : 3)
        case "enclosure":
            entry?.add(FeedEnclosure(url: target, type: type, length: Self.positive(attributes.number("length"))))
        case "related", "via": entry?.externalLink.setIfNil(target)
        case "replies":
            let isFeed = type?.containsASCII("xml") ?? false
            if isFeed {
                entry?.commentFeed.setIfNil(target)
            } else {
                entry?.comments.setIfHigher(target, rank: 4)
            }
            let count = attributes.text(local: "count").flatMap { UntrustedInteger($0.trimmingSpaces) }
            entry?.commentCount.setIfHigher(Self.count(count), rank: 1)
        default: break
        }
    }

    private mutating func relation(_ attributes: XMLAttributes) -> String {
        if attributes.equals("rel", "alternate") { return "alternate" }
        let relation = attributes.trimmed("rel")?.lowercased() ?? "alternate"
        let registry = "http://www.iana.org/assignments/relation/"
        return relation.hasPrefix(registry) ? String(relation.dropFirst(registry.count)) : relation
    }

    /// Reads external content (RFC 4287 §4.1.3.2): HTML is a link, anything else a file.
    mutating func linkedContent(_ attributes: XMLAttributes) {
        guard let source = absolute(attributes.trimmed("src")) else { return }
        let type = attributes.trimmed("type")?.lowercased()
        if type?.containsASCII("html") ?? true {
            entry?.link.setIfHigher(source, rank: 2)
        } else {
            entry?.add(FeedEnclosure(url: source, type: type))
        }
    }

    mutating func enclosure(_ attributes: XMLAttributes) {
        let written = attributes.trimmed("url") ?? attributes.trimmed("href")
        guard let url = absolute(written) else { return }
        let length = Self.positive(attributes.wholeNumber("length"))
        entry?.add(FeedEnclosure(url: url, type: attributes.trimmed("type")?.lowercased(), length: length))
    }

    private static func positive(_ number: Int?) -> Int? { number.flatMap { $0 > 0 ? $0 : nil } }

    static func count(_ number: UntrustedInteger?) -> Int? { number?.int(in: 0...1_000_000_000) }

    // MARK: Persons

    mutating func beginPerson(rank: Int) -> Role {
        person = FeedPerson(rank: rank)
        buffer.removeAll(keepingCapacity: true)
        return .person
    }

    mutating func endPerson() {
        defer { person = nil }
        guard let person, let name = person.displayName ?? personText() else { return }
        if entry != nil {
            entry?.authors.add(name, rank: person.rank)
        } else {
            feed.authors.add(name, rank: person.rank)
        }
    }

    // MARK: Alternate enclosures

    /// Begins a `podcast:alternateEnclosure`, which is used if the story has no enclosure.
    mutating func beginAlternate(_ attributes: XMLAttributes) -> Role {
        let length = Self.positive(attributes.number("length"))
        alternateEnclosure = FeedEnclosure(url: "", type: attributes.trimmed("type")?.lowercased(), length: length)
        return .alternate
    }

    /// Takes the first `podcast:source` with a web address.
    mutating func roleInAlternateEnclosure(_ element: XMLElement, _ attributes: XMLAttributes) -> Role {
        if element.local == .source, var file = alternateEnclosure, let url = absolute(attributes.trimmed("uri")) {
            file.url = url
            entry?.alternate.setIfNil(file)
            alternateEnclosure = nil
        }
        return .ignored
    }

    // MARK: Images

    /// Returns the role of a Media RSS 1.5 element in a story, a group or a content.
    mutating func roleInMedia(_ element: XMLElement, _ attributes: XMLAttributes) -> Role {
        guard element.namespace == .media else { return .ignored }
        if let capture = EntryElementMapping.capture(element, attributes) { return begin(capture) }
        switch element.local {
        case .group:
            entry?.endGroup()
            entry?.group = []
            return .group
        case .content:
            // A content without an address only wraps its children.
            endMedia()
            media = mediaDraft(attributes)
            return .media
        case .thumbnail:
            if var thumbnail = mediaDraft(attributes) {
                thumbnail.isThumbnail = true
                entry?.add(thumbnail)
            }
        default: break
        }
        return .ignored
    }

    mutating func addPicture(_ attributes: XMLAttributes, isThumbnail: Bool) {
        addPicture(attributes.trimmed("url") ?? attributes.trimmed("href"), isThumbnail: isThumbnail)
    }

    mutating func addPicture(_ written: String?, isThumbnail: Bool) {
        guard let url = absolute(written), (entry?.media.count ?? 0) < 200 else { return }
        var draft = MediaDraft(url: url, medium: "image")
        draft.isThumbnail = isThumbnail
        entry?.media.append(draft)
    }

    private mutating func mediaDraft(_ attributes: XMLAttributes) -> MediaDraft? {
        guard let url = absolute(attributes.trimmed("url")) else { return nil }
        var draft = MediaDraft(url: url)
        draft.type = attributes.trimmed("type")?.lowercased()
        draft.medium = attributes.trimmed("medium")?.lowercased()
        draft.width = Self.positive(attributes.number("width"))
        draft.height = Self.positive(attributes.number("height"))
        draft.length = Self.positive(attributes.number("fileSize"))
        draft.seconds = attributes.trimmed("duration").flatMap(DurationParser.seconds)
        return draft
    }

    mutating func endMedia() {
        if let finished = media { entry?.add(finished) }
        media = nil
    }

    /// Sets the caption of the nearest content, group or story.
    mutating func setCaption(_ text: String) {
        if media != nil {
            media?.caption.setIfNil(text)
        } else if entry?.group != nil {
            entry?.groupCaption.setIfNil(text)
        } else {
            entry?.caption.setIfNil(text)
        }
    }

    /// Sets the credit of the nearest content, group or story.
    mutating func setCredit(_ text: String) {
        if media != nil {
            media?.credit.setIfNil(text)
        } else if entry?.group != nil {
            entry?.groupCredit.setIfNil(text)
        } else {
            entry?.credit.setIfNil(text)
        }
    }
}
