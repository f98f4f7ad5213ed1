/// A converter of RSS-in-JSON (Dave Winer, 2012 and 2016) to XML: `{"rss": {"channel": {"title": …, "item": [ … ]}}}`.
struct RSSInJSONConverter {
    private var output: [UInt8] = []
    private static let maxDepth = 8
    /// The elements whose scalar members are attributes.
    private static let elementsWithAttributes: Set<String> = [
        "guid", "enclosure", "category", "source", "cloud", "atom:link", "link", "itunes:image", "itunes:category",
        "media:content", "media:thumbnail", "media:credit",
    ]

    /// Returns the XML; nil for other JSON.
    static func xml(_ text: [UInt8]) -> [UInt8]? {
        text.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            guard scanner.next() == 0x7B else { return nil }
            var writer = RSSInJSONConverter()
            scanner.membersByName { member, name in
                if name.elementsEqual("rss".utf8), member.next() == 0x7B { writer.element("rss", &member, depth: 0) }
            }
            return writer.output.isEmpty ? nil : writer.output
        }
    }

    private mutating func element(_ name: String, _ scanner: inout JSONScanner, depth: Int) {
        guard depth < Self.maxDepth else { return }
        if scanner.next() == 0x5B {
            scanner.elements { element(name, &$0, depth: depth + 1) }
        } else if scanner.next() == 0x7B {
            object(name, &scanner, depth: depth)
        } else if let text = scanner.text() {
            open(name)
            write(text)
            close(name)
        }
    }

    /// Writes an object's scalar members first, because they may be attributes.
    private mutating func object(_ name: String, _ scanner: inout JSONScanner, depth: Int) {
        var inner = RSSInJSONConverter()
        var value: String?
        open(name, isFinished: false)
        scanner.membersByName { member, key in
            let key = String(decoding: key, as: UTF8.self)
            guard Self.isName(key) else { return }
            let isPlain = member.next() != 0x7B && member.next() != 0x5B
            if key == "#value" || (key == "value" && Self.elementsWithAttributes.contains(name)) {
                value = member.text()
            } else if isPlain, Self.elementsWithAttributes.contains(name) {
                if let text = member.text() { attribute(key, text) }
            } else {
                inner.element(key, &member, depth: depth + 1)
            }
        }
        output.append(0x3E)
        if let value { write(value) }
        output += inner.output
        close(name)
    }

    private static func isName(_ key: String) -> Bool {
        key.utf8.count < 100
            && (key == "#value" || (key.utf8.first?.beginsName ?? false) && key.utf8.allSatisfy(\.isNameByte))
    }

    private mutating func open(_ name: String, isFinished: Bool = true) {
        output.append(0x3C)
        output += Array(name.utf8)
        if isFinished { output.append(0x3E) }
    }

    private mutating func attribute(_ name: String, _ value: String) {
        output += Array(" \(name)=\"".utf8)
        write(value)
        output.append(0x22)
    }

    private mutating func close(_ name: String) {
        output += Array("</\(name)>".utf8)
    }

    private mutating func write(_ text: String) {
        var copy = text
        copy.withUTF8 { XHTMLSerializer.escape($0, into: &output, quotes: true) }
    }
}
