import Markup
import URLs

struct OPMLBuilder: XMLSink {
    private let names: XMLNameTable
    private let limits: OPMLLimits
    private let location: ParserPosition
    private(set) var skipped = OPML.SkippedCounts()
    /// The invalid feed addresses, each with the byte offset of its outline.
    private(set) var invalidAddresses: [(text: String, offset: Int)] = []
    private(set) var firstSkippedOffset: Int?
    private var (feedCount, folderCount) = (0, 0)
    private(set) var title: String?
    private(set) var namespaces: [String: String] = [:]
    private(set) var isOPML = false
    private(set) var rootName: String?
    private var stack: [(outline: Draft, children: [OPMLOutline])] = []
    private var topLevel: [OPMLOutline] = []
    private var isInTitle = false
    private var buffer: [UInt8] = []

    private struct Draft {
        var attributes: [(name: String, value: String)]
        var depth: Int
        var offset: Int
    }

    /// - Parameter location: position shared with the scanner.
    init(names: XMLNameTable, limits: OPMLLimits, location: ParserPosition) {
        (self.names, self.limits, self.location) = (names, limits, location)
    }

    var wantsText: Bool { isInTitle }
    var isFinished: Bool { false }
    var outlines: [OPMLOutline] { topLevel }

    mutating func start(_ element: XMLElement, _ attributes: XMLAttributes) {
        if element.depth == 1 {
            isOPML = element.local == .opml || element.local == .outline
            rootName = String(decoding: names.writtenName(element.symbol).prefix(60), as: UTF8.self)
            for (name, value) in attributes.all where name.hasPrefix("xmlns:") {
                namespaces[String(name.dropFirst(6))] = value
            }
        }
        if element.local == .outline {
            stack.append((Draft(attributes: attributes.all, depth: element.depth, offset: location.at), []))
        } else if element.local == .title, stack.isEmpty, title == nil {
            isInTitle = true
            buffer = []
        }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        buffer.append(contentsOf: bytes.prefix(max(0, limits.titleSource - buffer.count)))
    }

    mutating func end(_ element: XMLElement) {
        if isInTitle, element.local == .title {
            isInTitle = false
            let text = Self.plainText(buffer.withUnsafeBufferPointer(FieldText.string), limits)
            title = text.isEmpty ? nil : text
        }
        guard element.local == .outline, let last = stack.last, last.outline.depth == element.depth else { return }
        stack.removeLast()
        for outline in outlines(last.outline, last.children) { add(outline) }
    }

    private mutating func add(_ outline: OPMLOutline) {
        if stack.isEmpty { topLevel.append(outline) } else { stack[stack.count - 1].children.append(outline) }
    }

    /// Returns a feed, a folder, a folder that contains its own feed first, or nothing (for a link or a note).
    private mutating func outlines(_ draft: Draft, _ children: [OPMLOutline]) -> [OPMLOutline] {
        var attributes: [String: String] = [:]
        var known: [String: String] = [:]
        for (name, value) in draft.attributes {
            let lower = name.lowercased()
            if ["text", "title", "type", "xmlurl", "htmlurl"].contains(lower) {
                known[lower] = known[lower] ?? value
            } else {
                attributes[name] = attributes[name] ?? value
            }
        }
        let address = known["xmlurl"].flatMap(Self.feedAddress)
        let site = known["htmlurl"].flatMap { WebAddress($0)?.text }
        let names = [known["title"], known["text"], site, address]
        let title = Self.title(names, limits)
        guard let address else {
            if let text = known["xmlurl"], text.contains(where: { !$0.isWhitespace }) {
                recordInvalidAddress(text, at: draft.offset)
            }
            let isLink = children.isEmpty && (site != nil || attributes["url"] != nil || known["xmlurl"] != nil)
            return isLink || (title.isEmpty && children.isEmpty)
                ? [] : folder(OPMLOutline(title: title, kind: .folder(children), attributes: attributes))
        }
        guard feedCount < limits.feeds else {
            skipFeed(at: draft.offset)
            return children
        }
        feedCount += 1
        let kind = OPMLOutline.Kind.feed(address: address, site: site, type: known["type"])
        let feed = OPMLOutline(title: title, kind: kind, attributes: attributes)
        return children.isEmpty ? [feed] : folder(OPMLOutline(title: title, kind: .folder([feed] + children)))
    }

    /// Returns the folder, or its children if the folder exceeds the limits.
    private mutating func folder(_ outline: OPMLOutline) -> [OPMLOutline] {
        guard folderCount < limits.folders, stack.count < limits.depth else {
            skipped.folders += 1
            return outline.children
        }
        folderCount += 1
        return [outline]
    }

    private mutating func recordInvalidAddress(_ text: String, at offset: Int) {
        guard invalidAddresses.count < limits.feeds else { return skipFeed(at: offset) }
        invalidAddresses.append((text.prefix(bytes: 200), offset))
    }

    private mutating func skipFeed(at offset: Int) {
        skipped.feeds += 1
        firstSkippedOffset = min(firstSkippedOffset ?? offset, offset)
    }

    private static func title(_ names: [String?], _ limits: OPMLLimits) -> String {
        for case let name? in names {
            let title = plainText(name, limits)
            if !title.isEmpty { return title }
        }
        return ""
    }

    private static func plainText(_ text: String, _ limits: OPMLLimits) -> String {
        let text = PlainText.of(possiblyHTMLTitle: text.prefix(bytes: limits.titleSource))
        guard text.utf8.count > limits.title else { return text }
        return String(text.prefix(bytes: limits.title).trimmingSpaces)
    }

    /// Returns the normalised feed address; replaces the schemes `feed:` and `feed://`, and adds a missing scheme.
    private static func feedAddress(_ text: String) -> String? {
        let text = FeedScheme.stripped(text).map { String($0.trimmingSpaces) } ?? String(text.trimmingSpaces)
        guard !text.isEmpty else { return nil }
        if let address = WebAddress(text) { return address.text }
        guard !text.contains("://"), text.contains("."), !text.contains(":") else { return nil }
        return WebAddress("http://" + text)?.text
    }
}
