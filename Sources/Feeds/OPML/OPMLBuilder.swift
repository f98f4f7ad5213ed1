import Markup

/// Builds a list of subscriptions from the elements of OPML.
struct OPMLBuilder: XMLSink {
    private let names: XMLNames
    private(set) var title: String?
    private(set) var namespaces: [String: String] = [:]
    private(set) var isOPML = false
    private(set) var rootName: String?
    private var stack: [(outline: Draft, children: [OPMLOutline])] = []
    private var top: [OPMLOutline] = []
    private var isTitle = false
    private var buffer: [UInt8] = []

    private struct Draft {
        var attributes: [(name: String, value: String)]
        var depth: Int
    }

    init(names: XMLNames) {
        self.names = names
    }

    var wantsText: Bool { isTitle }
    var wantsPause: Bool { false }
    /// Everything that stands outside folders, and the folders.
    var outlines: [OPMLOutline] { top }

    mutating func start(_ element: XMLElement, _ attributes: XMLAttributes) {
        if element.depth == 1 {
            isOPML = element.local == .opml || element.local == .outline
            rootName = String(decoding: names.spelling(element.symbol).prefix(60), as: UTF8.self)
            for (name, value) in attributes.all where name.hasPrefix("xmlns:") {
                namespaces[String(name.dropFirst(6))] = value
            }
        }
        if element.local == .outline {
            stack.append((Draft(attributes: attributes.all, depth: element.depth), []))
        } else if element.local == .title, stack.isEmpty, title == nil {
            isTitle = true
            buffer = []
        }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        if buffer.count < 10_000 { buffer.append(contentsOf: bytes) }
    }

    mutating func end(_ element: XMLElement) {
        if isTitle, element.local == .title {
            isTitle = false
            let text = PlainText.of(possiblyHTMLTitle: buffer.withUnsafeBufferPointer(FieldText.string))
            title = text.isEmpty ? nil : text
        }
        guard element.local == .outline, let last = stack.last, last.outline.depth == element.depth else { return }
        stack.removeLast()
        for outline in Self.outlines(last.outline, last.children) { add(outline) }
    }

    private mutating func add(_ outline: OPMLOutline) {
        if stack.isEmpty { top.append(outline) } else { stack[stack.count - 1].children.append(outline) }
    }

    /// What a line stands for: a feed, a folder, a folder that is a feed too, or nothing of use (a link, a note).
    private static func outlines(_ draft: Draft, _ children: [OPMLOutline]) -> [OPMLOutline] {
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
        let address = known["xmlurl"].flatMap(feedAddress)
        let site = known["htmlurl"].flatMap { WebAddress($0)?.text }
        let names = [known["title"], known["text"], site, address]
        let title = names.lazy.compactMap { $0.map(PlainText.of(possiblyHTMLTitle:)) }.first { !$0.isEmpty } ?? ""
        guard let address else {
            let isLink = children.isEmpty && (site != nil || attributes["url"] != nil)
            return isLink || (title.isEmpty && children.isEmpty)
                ? [] : [OPMLOutline(title: title, kind: .folder(children), attributes: attributes)]
        }
        let kind = OPMLOutline.Kind.feed(address: address, site: site, type: known["type"])
        let feed = OPMLOutline(title: title, kind: kind, attributes: attributes)
        return children.isEmpty ? [feed] : [OPMLOutline(title: title, kind: .folder([feed] + children))]
    }

    /// `feed:` and `feed://` stand for the web's own scheme.
    private static func feedAddress(_ text: String) -> String? {
        var text = String(text.trimmingSpaces)
        let lower = text.lowercased()
        if lower.hasPrefix("feed://") {
            text = "http://" + text.dropFirst(7)
        } else if lower.hasPrefix("feed:") {
            text = String(text.dropFirst(5))
        }
        guard !text.isEmpty else { return nil }
        if let address = WebAddress(text) { return address.text }
        guard !text.contains("://"), text.contains("."), !text.contains(":") else { return nil }
        return WebAddress("http://" + text)?.text
    }
}
