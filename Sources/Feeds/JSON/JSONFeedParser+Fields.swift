import Foundation
import Markup
import URLs
import Untrusted

/// The reading of a feed's and its items' members.
extension JSONFeedParser {
    mutating func read(_ scanner: inout JSONScanner, _ key: JSONKey) {
        switch key {
        case .version: head.version = scanner.trimmedText()
        case .title: head.feed.title = scanner.singleLineText()?.prefix(bytes: FeedDraft.maxText)
        case .description: head.feed.subtitle = scanner.singleLineText()?.prefix(bytes: FeedDraft.maxText)
        case .homePage:
            head.feed.link = absolute(scanner.trimmedText())
            head.site = head.feed.link.flatMap { WebAddress($0) }
        case .feedAddress:
            head.feed.selfLink = absolute(scanner.trimmedText())
            head.feed.id = head.feed.selfLink
        case .icon: head.feed.image = absolute(scanner.trimmedText())
        case .favicon: head.feed.icon = absolute(scanner.trimmedText())
        case .language: head.feed.language = scanner.trimmedText().map(LanguageTagNormalizer.normalized)
        case .author, .authors: Self.authorNames(&scanner, into: &head.authors)
        case .hubs: readHubs(&scanner)
        default: break
        }
    }

    private mutating func readHubs(_ scanner: inout JSONScanner) {
        var found: String?
        scanner.elements { hub in
            hub.members { member, key in
                if key == .url { found = found ?? member.trimmedText() }
            }
        }
        head.feed.hub = absolute(found)
    }

    /// Reads `author` of version 1.0 or `authors` of 1.1; some feeds give a name instead of an object.
    private static func authorNames(_ scanner: inout JSONScanner, into names: inout AuthorList) {
        scanner.elements { author in
            var person = FeedPerson()
            if author.next() == 0x7B {
                author.members { member, key in
                    switch key {
                    case .name: person.name = member.singleLineText()
                    case .email: person.email = member.singleLineText()
                    case .url: person.address = member.singleLineText()
                    default: break
                    }
                }
            } else {
                person.name = author.singleLineText()
            }
            if let name = person.displayName { names.add(name) }
        }
    }

    // MARK: Items

    mutating func readItem(_ scanner: inout JSONScanner, into draft: inout JSONItemDraft) {
        guard scanner.next() == 0x7B else { return }
        draft.isObject = true
        scanner.members { member, key in readField(&member, key, &draft) }
    }

    private mutating func readField(_ scanner: inout JSONScanner, _ key: JSONKey, _ draft: inout JSONItemDraft) {
        switch key {
        case .id: draft.entry.id = scanner.trimmedText()
        case .title: draft.entry.title = scanner.singleLineText()
        case .url: draft.entry.link = absolute(scanner.trimmedText())
        case .externalLink: draft.entry.externalLink = absolute(scanner.trimmedText())
        case .contentHTML: draft.entry.content = scanner.trimmedText()
        case .contentText: draft.text = scanner.trimmedText()
        case .summary: draft.entry.summary = scanner.trimmedText().map(PlainTextHTML.paragraphsOrLine)
        case .image, .banner:
            if let url = absolute(scanner.trimmedText()) { draft.add(url, first: key == .image) }
        case .published: draft.entry.published = scanner.date(&draft.invalidDateCount)
        case .modified: draft.entry.updated = scanner.date(&draft.invalidDateCount)
        case .author, .authors: Self.authorNames(&scanner, into: &draft.authors)
        case .tags:
            scanner.elements { tag in
                if let tag = tag.trimmedText() { draft.add(category: tag) }
            }
        case .language: draft.entry.language = scanner.trimmedText().map(LanguageTagNormalizer.normalized)
        case .attachments: scanner.elements { readAttachment(&$0, &draft) }
        default: break
        }
    }

    private mutating func readAttachment(_ scanner: inout JSONScanner, _ draft: inout JSONItemDraft) {
        var enclosure = FeedEnclosure(url: "")
        scanner.members { member, key in
            switch key {
            case .url: enclosure.url = absolute(member.trimmedText()) ?? ""
            case .mediaType: enclosure.type = member.trimmedText()?.lowercased()
            case .size: enclosure.length = member.number()?.whole.int(in: 1...1_000_000_000_000_000)
            case .duration:
                enclosure.duration = member.number()?.within(0...1e9).flatMap { $0 > 0 ? .seconds($0) : nil }
            default: break
            }
        }
        draft.add(enclosure)
    }

    mutating func finish(_ draft: inout JSONItemDraft) {
        if draft.entry.content == nil, let text = draft.text { draft.entry.content = PlainTextHTML.paragraphs(text) }
        if draft.entry.link == nil, let id = draft.entry.id, id.hasPrefix("http") { draft.entry.link = absolute(id) }
        draft.entry.isPermaLink = draft.entry.link != nil && draft.entry.link == draft.entry.id
        // An item without authors has the feed's (JSON Feed 1.1).
        draft.entry.author = draft.authors.joined ?? head.authors.joined
        if draft.entry.language == nil { draft.entry.language = head.feed.language }
        if let site = head.site ?? address {
            draft.entry.useStoryPageAsBase(site: site)
        } else {
            draft.entry.base = draft.entry.link.flatMap { WebAddress($0) }
        }
        for enclosure in draft.entry.enclosures where enclosure.type?.hasPrefix("image/") == true {
            draft.add(enclosure.url, first: false)
        }
    }

    /// Returns the absolute URL. Mutating, because Swift 6.3 otherwise copies the parser.
    private mutating func absolute(_ text: String?) -> String? {
        guard let text else { return nil }
        return resolver.absolute(text, base: head.site ?? address)
    }
}

extension JSONScanner {
    fileprivate mutating func date(_ invalidCount: inout Int) -> Date? {
        var isDate = true
        let date = withText { bytes -> Date? in
            guard FieldText.trimmed(bytes) != nil else { return nil }
            let date = FeedDateParser.parse(bytes)
            isDate = date != nil
            return date
        }
        if !isDate { invalidCount += 1 }
        return date
    }
}
