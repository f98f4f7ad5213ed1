import Foundation
import Markup

/// Reads JSON Feed 1.0 and 1.1 (jsonfeed.org/version/1.1), and what nearly is one.
struct JSONFeedReader {
    let address: WebAddress?
    let limits: FeedLimits
    private var feed = Feed(format: .json)
    private var site: WebAddress?
    private var authors: [String] = []
    private var itemsAt: Int?
    private var version: String?
    private var entries = 0
    private var complaints = Complaints()

    init(address: WebAddress?, limits: FeedLimits) {
        (self.address, self.limits) = (address, limits)
    }

    /// The feed, its stories handed on one by one; nil when the text is other JSON.
    mutating func read(_ text: [UInt8], entry: (FeedEntry) -> Void) -> Feed? {
        text.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes: bytes, at: bytes.holds("\u{FEFF}", at: 0) ? 3 : 0)
            guard scanner.next() == 0x7B else { return nil }
            scanner.members { head(&$0, $1) }
            guard let itemsAt, isFeed else { return nil }
            feed.base = site ?? address
            feed.author = authors.isEmpty ? nil : authors.joined(separator: ", ")
            var items = JSONScanner(bytes: bytes, at: itemsAt)
            items.elements { item(&$0, entry) }
            if version == nil { complaints.note("The document does not say which version of JSON Feed it is.") }
            if scanner.isTruncated { complaints.note(.truncated) }
            if scanner.isBad || items.isBad { complaints.note("The JSON is not quite as it should be.") }
            feed.complaints = complaints.sentences
            return feed
        }
    }

    private var isFeed: Bool {
        version?.contains("jsonfeed.org/version") ?? (feed.title != nil || feed.link != nil || feed.selfLink != nil)
    }

    private mutating func head(_ scanner: inout JSONScanner, _ key: JSONKey) {
        switch key {
        case .version: version = scanner.trimmed()
        case .title: feed.title = scanner.trimmed().map(Self.plain)
        case .description: feed.subtitle = scanner.trimmed().map(Self.plain)
        case .homePage:
            feed.link = absolute(scanner.trimmed())
            site = feed.link.flatMap { WebAddress($0) }
        case .feedAddress:
            feed.selfLink = absolute(scanner.trimmed())
            feed.id = feed.selfLink
        case .icon: feed.image = absolute(scanner.trimmed())
        case .favicon: feed.icon = absolute(scanner.trimmed())
        case .language: feed.language = scanner.trimmed()
        case .author, .authors: authors = names(&scanner, known: authors)
        case .hubs: hubs(&scanner)
        case .items:
            _ = scanner.next()
            itemsAt = itemsAt ?? scanner.at  // read once everything else is known
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
        feed.hub = absolute(found)
    }

    /// `author` of 1.0, `authors` of 1.1; some write a name where an object belongs.
    private func names(_ scanner: inout JSONScanner, known: [String]) -> [String] {
        var names = known
        scanner.elements { author in
            var person = Person()
            if author.next() == 0x7B {
                author.members { member, key in
                    switch key {
                    case .name: person.name = member.trimmed()
                    case .email: person.email = member.trimmed()
                    case .url: person.address = member.trimmed()
                    default: break
                    }
                }
            } else {
                person.name = author.trimmed()
            }
            if let name = person.called.map(Self.plain), !names.contains(name) { names.append(name) }
        }
        return names
    }

    // MARK: stories

    private mutating func item(_ scanner: inout JSONScanner, _ handOn: (FeedEntry) -> Void) {
        guard scanner.next() == 0x7B else { return }
        guard entries < limits.entries else {
            complaints.note(.tooManyEntries)
            return
        }
        entries += 1
        var draft = JSONItemDraft()
        scanner.members { member, key in field(&member, key, &draft) }
        handOn(finished(draft))
    }

    private mutating func field(_ scanner: inout JSONScanner, _ key: JSONKey, _ draft: inout JSONItemDraft) {
        switch key {
        case .id: draft.entry.id = scanner.trimmed()
        case .title: draft.entry.title = scanner.trimmed().map(Self.plain)
        case .url: draft.entry.link = absolute(scanner.trimmed())
        case .externalLink: draft.entry.externalLink = absolute(scanner.trimmed())
        case .contentHTML: draft.entry.content = scanner.trimmed()
        case .contentText: draft.text = scanner.trimmed()
        case .summary: draft.entry.summary = scanner.trimmed().map(Self.escaped)
        case .image, .banner:
            if let url = absolute(scanner.trimmed()) { draft.add(url, first: key == .image) }
        case .published: draft.entry.published = date(&scanner)
        case .modified: draft.entry.updated = date(&scanner)
        case .author, .authors: draft.authors = names(&scanner, known: draft.authors)
        case .tags:
            scanner.elements { tag in
                if let tag = tag.trimmed() { draft.add(category: tag) }
            }
        case .language: draft.entry.language = scanner.trimmed()
        case .attachments: scanner.elements { attachment(&$0, &draft) }
        default: break
        }
    }

    private func attachment(_ scanner: inout JSONScanner, _ draft: inout JSONItemDraft) {
        var enclosure = Enclosure(url: "")
        scanner.members { member, key in
            switch key {
            case .url: enclosure.url = absolute(member.trimmed()) ?? ""
            case .mediaType: enclosure.type = member.trimmed()?.lowercased()
            case .size: enclosure.length = member.number().flatMap { $0 > 0 && $0 < 1e15 ? Int($0) : nil }
            case .duration: enclosure.duration = member.number().flatMap { $0 > 0 && $0 < 1e9 ? .seconds($0) : nil }
            default: break
            }
        }
        if !enclosure.url.isEmpty, draft.entry.enclosures.count < 100 { draft.entry.enclosures.append(enclosure) }
    }

    private func finished(_ draft: JSONItemDraft) -> FeedEntry {
        var entry = draft.entry
        if entry.content == nil, let text = draft.text { entry.content = Self.paragraphs(text) }
        if entry.link == nil, let id = entry.id, id.hasPrefix("http") { entry.link = absolute(id) }
        entry.isPermaLink = entry.link != nil && entry.link == entry.id
        entry.author = draft.authors.isEmpty ? nil : draft.authors.joined(separator: ", ")
        entry.language = entry.language ?? feed.language
        if let site = site ?? address {
            entry.baseOnPage(of: site)
        } else {
            entry.base = entry.link.flatMap { WebAddress($0) }
        }
        for enclosure in entry.enclosures where enclosure.type?.hasPrefix("image/") == true {
            if !entry.pictures.contains(where: { $0.url == enclosure.url }) {
                entry.pictures.append(FeedPicture(url: enclosure.url))
            }
        }
        return entry
    }

    // MARK: values

    private mutating func date(_ scanner: inout JSONScanner) -> Date? {
        guard let text = scanner.trimmed() else { return nil }
        guard let date = FeedDate.parse(text) else {
            complaints.note(.badDate)
            return nil
        }
        return date
    }

    private func absolute(_ text: String?) -> String? {
        text.flatMap { AddressText.isNormal($0) ? $0 : WebAddress($0, base: site ?? address)?.text }
    }

    /// Titles and names are plain text already; only their white space is collapsed.
    private static func plain(_ text: String) -> String {
        var (previous, isNeat): (UInt8, Bool) = (0, true)
        for byte in text.utf8 {
            if byte.isSpace, byte != 0x20 || previous == 0x20 { isNeat = false }
            previous = byte
        }
        return isNeat ? text : text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return text }
        var copy = text
        var output: [UInt8] = []
        copy.withUTF8 { MarkupWriter.escape($0, into: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    /// Plain text as HTML: empty lines part paragraphs, line ends stay.
    private static func paragraphs(_ text: String) -> String {
        var paragraphs: [[Substring]] = [[]]
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) {
                paragraphs.append([])
            } else {
                paragraphs[paragraphs.count - 1].append(line)
            }
        }
        return paragraphs.filter { !$0.isEmpty }
            .map { "<p>" + $0.map { escaped(String($0)) }.joined(separator: "<br>") + "</p>" }.joined()
    }
}

/// A story of a JSON Feed while it is read.
struct JSONItemDraft {
    var entry = FeedEntry()
    var text: String?
    var authors: [String] = []

    /// A picture; `image` comes before `banner_image`.
    mutating func add(_ url: String, first: Bool) {
        guard !entry.pictures.contains(where: { $0.url == url }) else { return }
        entry.pictures.insert(FeedPicture(url: url), at: first ? 0 : entry.pictures.count)
    }

    mutating func add(category: String) {
        guard entry.categories.count < 100, !entry.categories.contains(category) else { return }
        entry.categories.append(category)
    }
}
