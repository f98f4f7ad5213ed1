import Foundation
import Markup
import Untrusted

/// What the members of a JSON Feed and of its stories mean.
extension JSONFeedReader {
    /// A member of the feed itself.
    mutating func read(_ scanner: inout JSONScanner, _ key: JSONKey) {
        switch key {
        case .version: head.version = scanner.trimmed()
        case .title: head.feed.title = scanner.line()
        case .description: head.feed.subtitle = scanner.line()
        case .homePage:
            head.feed.link = absolute(scanner.trimmed())
            head.site = head.feed.link.flatMap { WebAddress($0) }
        case .feedAddress:
            head.feed.selfLink = absolute(scanner.trimmed())
            head.feed.id = head.feed.selfLink
        case .icon: head.feed.image = absolute(scanner.trimmed())
        case .favicon: head.feed.icon = absolute(scanner.trimmed())
        case .language: head.feed.language = scanner.trimmed().map(LanguageTag.normal)
        case .author, .authors: Self.names(&scanner, into: &head.authors)
        case .hubs: hubs(&scanner)
        default: break
        }
    }

    private mutating func hubs(_ scanner: inout JSONScanner) {
        var found: String?
        scanner.elements { hub in
            hub.members { member, key in
                if key == .url { found = found ?? member.trimmed() }
            }
        }
        head.feed.hub = absolute(found)
    }

    /// `author` of 1.0, `authors` of 1.1; some write a name where an object belongs.
    private static func names(_ scanner: inout JSONScanner, into names: inout [String]) {
        scanner.elements { author in
            var person = Person()
            if author.next() == 0x7B {
                author.members { member, key in
                    switch key {
                    case .name: person.name = member.line()
                    case .email: person.email = member.line()
                    case .url: person.address = member.line()
                    default: break
                    }
                }
            } else {
                person.name = author.line()
            }
            if let name = person.called, !names.contains(name) { names.append(name) }
        }
    }

    // MARK: stories

    /// Reads a story, if that is what comes next.
    mutating func item(_ scanner: inout JSONScanner, into draft: inout JSONItemDraft) {
        guard scanner.next() == 0x7B else { return }
        draft.isStory = true
        scanner.members { member, key in field(&member, key, &draft) }
    }

    private mutating func field(_ scanner: inout JSONScanner, _ key: JSONKey, _ draft: inout JSONItemDraft) {
        switch key {
        case .id: draft.entry.id = scanner.trimmed()
        case .title: draft.entry.title = scanner.line()
        case .url: draft.entry.link = absolute(scanner.trimmed())
        case .externalLink: draft.entry.externalLink = absolute(scanner.trimmed())
        case .contentHTML: draft.entry.content = scanner.trimmed()
        case .contentText: draft.text = scanner.trimmed()
        case .summary: draft.entry.summary = scanner.trimmed().map(TextMarkup.escaped)
        case .image, .banner:
            if let url = absolute(scanner.trimmed()) { draft.add(url, first: key == .image) }
        case .published: draft.entry.published = scanner.date(&draft.badDates)
        case .modified: draft.entry.updated = scanner.date(&draft.badDates)
        case .author, .authors: Self.names(&scanner, into: &draft.authors)
        case .tags:
            scanner.elements { tag in
                if let tag = tag.trimmed() { draft.add(category: tag) }
            }
        case .language: draft.entry.language = scanner.trimmed().map(LanguageTag.normal)
        case .attachments: scanner.elements { attachment(&$0, &draft) }
        default: break
        }
    }

    private mutating func attachment(_ scanner: inout JSONScanner, _ draft: inout JSONItemDraft) {
        var enclosure = Enclosure(url: "")
        scanner.members { member, key in
            switch key {
            case .url: enclosure.url = absolute(member.trimmed()) ?? ""
            case .mediaType: enclosure.type = member.trimmed()?.lowercased()
            case .size: enclosure.length = member.number()?.whole.int(in: 1...1_000_000_000_000_000)
            case .duration:
                enclosure.duration = member.number()?.within(0...1e9).flatMap { $0 > 0 ? .seconds($0) : nil }
            default: break
            }
        }
        if !enclosure.url.isEmpty, draft.entry.enclosures.count < 100 { draft.entry.enclosures.append(enclosure) }
    }

    /// Settles what only the whole story shows.
    mutating func finish(_ draft: inout JSONItemDraft) {
        if draft.entry.content == nil, let text = draft.text { draft.entry.content = TextMarkup.paragraphs(text) }
        if draft.entry.link == nil, let id = draft.entry.id, id.hasPrefix("http") { draft.entry.link = absolute(id) }
        draft.entry.isPermaLink = draft.entry.link != nil && draft.entry.link == draft.entry.id
        // JSON Feed 1.1: the feed's authors are those of a story that names none.
        let authors = draft.authors.isEmpty ? head.authors : draft.authors
        draft.entry.author = authors.count > 1 ? authors.joined(separator: ", ") : authors.first
        if draft.entry.language == nil { draft.entry.language = head.feed.language }
        if let site = head.site ?? address {
            draft.entry.baseOnPage(of: site)
        } else {
            draft.entry.base = draft.entry.link.flatMap { WebAddress($0) }
        }
        for enclosure in draft.entry.enclosures where enclosure.type?.hasPrefix("image/") == true {
            draft.add(enclosure.url, first: false)
        }
    }

    /// Mutating, because Swift 6.3 would copy the reader for it otherwise.
    private mutating func absolute(_ text: String?) -> String? {
        text.flatMap { AddressText.isNormal($0) ? $0 : WebAddress($0, base: head.site ?? address)?.text }
    }
}

extension JSONScanner {
    /// An instant; one that is none counts.
    fileprivate mutating func date(_ bad: inout Int) -> Date? {
        var isDate = true
        let date = withText { bytes -> Date? in
            guard FieldText.trimmed(bytes) != nil else { return nil }
            let date = FeedDate.parse(bytes)
            isDate = date != nil
            return date
        }
        if !isDate { bad += 1 }
        return date
    }
}
