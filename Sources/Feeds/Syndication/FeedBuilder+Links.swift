import Markup
import Untrusted

/// What links, files, people and pictures become: elements that say what they say in attributes, or in several parts.
extension FeedBuilder {
    // MARK: links

    /// `atom:link` of a feed (RFC 4287 §4.2.7).
    mutating func feedLink(_ attributes: XMLAttributes) {
        guard let href = attributes.trimmed("href") else { return }
        let target = FeedURLNormalizer.absolute(href, base: explicitBase ?? address)
        switch relation(attributes) {
        case "alternate":
            // Inside RSS it is often the feed itself that is called its own alternate.
            let isPage = attributes.trimmed("type").map { $0.containsASCII("html") } ?? true
            offer(feedLink: href, rank: isPage ? (format == .atom ? 4 : 3) : 1)
        case "self": feed.selfLink.setIfNil(target)
        case "hub": feed.hub.setIfNil(target)
        default: break
        }
    }

    /// `atom:link` of a story.
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

    /// Content that stands elsewhere (RFC 4287 §4.1.3.2): a page is a link, anything else a file.
    mutating func linkedContent(_ attributes: XMLAttributes) {
        guard let source = absolute(attributes.trimmed("src")) else { return }
        let type = attributes.trimmed("type")?.lowercased()
        if type?.containsASCII("html") ?? true {
            entry?.link.setIfHigher(source, rank: 2)
        } else {
            entry?.add(FeedEnclosure(url: source, type: type))
        }
    }

    /// RSS `enclosure`.
    mutating func enclosure(_ attributes: XMLAttributes) {
        let written = attributes.trimmed("url") ?? attributes.trimmed("href")
        guard let url = absolute(written) else { return }
        let length = Self.positive(attributes.number("length"))
        entry?.add(FeedEnclosure(url: url, type: attributes.trimmed("type")?.lowercased(), length: length))
    }

    private static func positive(_ number: Int?) -> Int? { number.flatMap { $0 > 0 ? $0 : nil } }

    /// How many comments there are; what nobody can have counted (a thousand million) is no number of them.
    static func count(_ number: UntrustedInteger?) -> Int? { number?.int(in: 0...1_000_000_000) }

    // MARK: people

    mutating func beginPerson(rank: Int) -> Role {
        person = FeedPerson(rank: rank)
        return .person
    }

    mutating func endPerson() {
        defer { person = nil }
        guard let person, let name = person.displayName else { return }
        if entry != nil {
            entry?.authors.add(name, rank: person.rank)
        } else {
            feed.authors.add(name, rank: person.rank)
        }
    }

    // MARK: other forms of a file

    /// `podcast:alternateEnclosure`: the same sound or film in another form, of use where there is no enclosure.
    mutating func beginAlternate(_ attributes: XMLAttributes) -> Role {
        let length = Self.positive(attributes.number("length"))
        alternateEnclosure = FeedEnclosure(url: "", type: attributes.trimmed("type")?.lowercased(), length: length)
        return .alternate
    }

    /// Its first `podcast:source` on the web.
    mutating func roleInAlternateEnclosure(_ element: XMLElement, _ attributes: XMLAttributes) -> Role {
        if element.local == .source, var file = alternateEnclosure, let url = absolute(attributes.trimmed("uri")) {
            file.url = url
            entry?.alternate.setIfNil(file)
            alternateEnclosure = nil
        }
        return .ignored
    }

    // MARK: pictures

    /// `media:*` (Media RSS 1.5), in a story, a group or a content.
    mutating func roleInMedia(_ element: XMLElement, _ attributes: XMLAttributes) -> Role {
        guard element.space == .media else { return .ignored }
        if let capture = ItemFields.capture(element, attributes) { return begin(capture) }
        switch element.local {
        case .group:
            entry?.endGroup()
            entry?.group = []
            return .group
        case .content:
            // Without an address it is an envelope for what stands in it.
            endMedia()
            media = mediaDraft(attributes)
            return .media
        case .thumbnail:
            if var thumbnail = mediaDraft(attributes) {
                thumbnail.isThumbnail = true
                addMedia(thumbnail)
            }
        default: break
        }
        return .ignored
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
        draft.isDefault = attributes.trimmed("isDefault") == "true"
        return draft
    }

    /// Ends the `media:content` that is open.
    mutating func endMedia() {
        if let finished = media { addMedia(finished) }
        media = nil
    }

    private mutating func addMedia(_ draft: MediaDraft) {
        if entry?.group != nil {
            entry?.group?.append(draft)
        } else if (entry?.media.count ?? 0) < 200 {
            entry?.media.append(draft)
        }
    }

    /// A description belongs to the nearest of content, group and story.
    mutating func setCaption(_ text: String) {
        if media != nil {
            media?.caption.setIfNil(text)
        } else if entry?.group != nil {
            entry?.groupCaption.setIfNil(text)
        } else {
            entry?.caption.setIfNil(text)
        }
    }

    /// So does a credit.
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
