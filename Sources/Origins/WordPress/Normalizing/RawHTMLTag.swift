import Markup

// bounded throughout: every range runs from where a scan began to where it stands, and a scan only moves forward.

/// A tag in HTML source, for edits that leave everything else unchanged.
struct RawHTMLTag {
    /// The range from `<` to after `>`.
    var range: Range<Int>
    /// The name in lower case.
    var name: String
    var isEnd: Bool
    /// The attributes with lower-case names and decoded values.
    var attributes: [(name: String, value: String)] = []

    subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

    func hasClass(_ word: String) -> Bool {
        self["class"]?.split(whereSeparator: \.isWhitespace).contains { $0 == word } ?? false
    }

    var serialized: String {
        guard !isEnd else { return "</\(name)>" }
        let fields = attributes.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
        return "<\(name)\(fields)>"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }

    /// Returns all tags except those in comments, scripts and styles.
    static func all(in source: [UInt8]) -> [RawHTMLTag] {
        var scanner = Scanner(source: source)
        return scanner.tags()
    }

    private struct Scanner {
        let source: [UInt8]
        var at = 0

        mutating func tags() -> [RawHTMLTag] {
            var tags: [RawHTMLTag] = []
            while let open = source[at...].firstIndex(of: 0x3C) {
                at = open + 1
                guard at < source.count else { break }
                if source[at...].starts(with: "!--".utf8) {
                    at = end(of: "-->", from: at + 3)
                } else if let tag = tag(from: open) {
                    tags.append(tag)
                    if !tag.isEnd, ["script", "style"].contains(tag.name) { at = index(of: "</\(tag.name)", from: at) }
                }
            }
            return tags
        }

        private mutating func tag(from open: Int) -> RawHTMLTag? {
            let isEnd = source[at] == 0x2F
            if isEnd { at += 1 }
            let start = at
            while at < source.count, Self.isName(source[at]) { at += 1 }
            guard at > start, source[start] | 0x20 >= 0x61, source[start] | 0x20 <= 0x7A else { return nil }
            let name = String(decoding: source[start..<at], as: UTF8.self).lowercased()
            var tag = RawHTMLTag(range: open..<open, name: name, isEnd: isEnd)
            while at < source.count, source[at] != 0x3E {
                if let attribute = attribute() { tag.attributes.append(attribute) }
            }
            guard at < source.count else { return nil }
            at += 1
            tag.range = open..<at
            return tag
        }

        private mutating func attribute() -> (name: String, value: String)? {
            while at < source.count, source[at] <= 0x20 || source[at] == 0x2F { at += 1 }
            let start = at
            while at < source.count, source[at] > 0x20, source[at] != 0x3D, source[at] != 0x3E { at += 1 }
            let name = String(decoding: source[start..<at], as: UTF8.self).lowercased()
            skipSpace()
            guard at < source.count, source[at] == 0x3D else { return name.isEmpty ? nil : (name, "") }
            at += 1
            skipSpace()
            guard at < source.count else { return nil }
            let quote = source[at]
            guard quote == 0x22 || quote == 0x27 else {
                let start = at
                while at < source.count, source[at] > 0x20, source[at] != 0x3E { at += 1 }
                return (name, Self.decoded(source[start..<at]))
            }
            let value = source[(at + 1)...].prefix { $0 != quote }
            at = min(value.endIndex + 1, source.count)
            return name.isEmpty ? nil : (name, Self.decoded(value))
        }

        private mutating func skipSpace() { while at < source.count, source[at] <= 0x20 { at += 1 } }

        private func end(of text: String, from start: Int) -> Int {
            let place = index(of: text, from: start)
            return min(place + text.utf8.count, source.count)
        }

        private func index(of text: String, from start: Int) -> Int {
            let wanted = Array(text.utf8)
            var at = start
            while at + wanted.count <= source.count {
                if source[at..<at + wanted.count].elementsEqual(wanted, by: { $0 == $1 || $0 | 0x20 == $1 }) {
                    return at
                }
                at += 1
            }
            return source.count
        }

        private static func isName(_ byte: UInt8) -> Bool {
            byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D
        }

        private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
            let text = String(decoding: bytes, as: UTF8.self)
            guard text.utf8.contains(0x26) else { return text }
            return PlainText.of(html: text.replacing("<", with: "&lt;"))
        }
    }
}
