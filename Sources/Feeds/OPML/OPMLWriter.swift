import Markup

struct OPMLWriter {
    private(set) var bytes: [UInt8] = []
    private let namespaces: Set<String>

    init(_ list: OPML) {
        namespaces = Set(list.namespaces.keys.filter(Self.isName))
        bytes.reserveCapacity(4096)
        raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\"")
        for (prefix, address) in list.namespaces.sorted(by: { $0.key < $1.key }) where namespaces.contains(prefix) {
            attribute("xmlns:" + prefix, address)
        }
        raw(">\n<head>\n<title>")
        text(Self.escapedTitle(list.title ?? "Subscriptions"))
        raw("</title>\n</head>\n<body>\n")
        for outline in list.outlines { write(outline, depth: 1) }
        raw("</body>\n</opml>\n")
    }

    private mutating func write(_ outline: OPMLOutline, depth: Int) {
        bytes.append(contentsOf: repeatElement(0x20, count: depth * 2))
        raw("<outline")
        let title = Self.escapedTitle(outline.title)
        attribute("text", title)
        attribute("title", title)
        switch outline.kind {
        case .feed(let address, let site, let type):
            attribute("type", type ?? "rss")
            attribute("xmlUrl", address)
            if let site { attribute("htmlUrl", site) }
            otherAttributes(outline)
            raw("/>\n")
        case .folder(let children):
            otherAttributes(outline)
            guard depth < 64, !children.isEmpty else {
                raw("/>\n")
                return
            }
            raw(">\n")
            for child in children { write(child, depth: depth + 1) }
            bytes.append(contentsOf: repeatElement(0x20, count: depth * 2))
            raw("</outline>\n")
        }
    }

    /// Returns the title, escaped if readers would take it for HTML, as OPML 2.0 allows.
    private static func escapedTitle(_ title: String) -> String {
        var candidate = title
        for _ in 0..<3 {
            if PlainText.of(possiblyHTMLTitle: candidate) == title { return candidate }
            var bytes: [UInt8] = []
            candidate.withUTF8 { XHTMLSerializer.escape($0, into: &bytes, quotes: false) }
            candidate = String(decoding: bytes, as: UTF8.self)
        }
        return title
    }

    /// Writes an outline's other attributes; skips undeclared prefixes, which would be ill-formed.
    private mutating func otherAttributes(_ outline: OPMLOutline) {
        for (name, value) in outline.attributes.sorted(by: { $0.key < $1.key }) {
            let parts = name.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.allSatisfy({ Self.isName(String($0)) }), parts.count <= 2 else { continue }
            guard parts.count == 1 || namespaces.contains(String(parts[0])) else { continue }
            attribute(name, value)
        }
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isLetter || first == 0x5F else { return false }
        return text.lowercased() != "xmlns"
            && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x5F || $0 == 0x2D || $0 == 0x2E }
    }

    private mutating func attribute(_ name: String, _ value: String) {
        bytes.append(0x20)
        bytes.append(contentsOf: name.utf8)
        raw("=\"")
        text(value)
        bytes.append(0x22)
    }

    private mutating func text(_ text: String) {
        var copy = String(text.unicodeScalars.filter { $0.value >= 0x20 || $0.value == 0x0A || $0.value == 0x09 })
        copy.withUTF8 { XHTMLSerializer.escape($0, into: &bytes, quotes: true) }
    }

    private mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
