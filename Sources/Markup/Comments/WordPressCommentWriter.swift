// bounded throughout: scan positions only grow.

/// A writer of the HTML that WordPress makes of a guest's comment: `wp_kses` with `$allowedtags`, `make_clickable`,
/// `wpautop`. Quotation marks and emoticons stay as typed.
struct WordPressCommentWriter {
    private let bytes: [UInt8]
    private var output: [UInt8] = []
    private var isInParagraph = false
    /// The number of open links; addresses inside them are not linked.
    private var openLinks = 0
    private var openCode = 0

    /// The allowed elements with their allowed attributes.
    private static let allowed: [String: Set<String>] = [
        "a": ["href", "title"], "abbr": ["title"], "acronym": ["title"], "b": [], "blockquote": ["cite"], "cite": [],
        "code": [], "del": ["datetime"], "em": [], "i": [], "q": ["cite"], "s": [], "strike": [], "strong": [],
    ]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the HTML, not yet sanitised.
    mutating func html() -> [UInt8] {
        var index = bytes.firstIndex { !HTMLCharacters.isSpace($0) } ?? bytes.count
        while index < bytes.count {
            switch bytes[index] {
            case 0x0A: index = writeBreak(at: index)
            case 0x3C: index = writeTag(at: index)
            default: index = writeText(at: index)
            }
        }
        closeParagraph()
        return output
    }

    private mutating func openParagraph() {
        guard !isInParagraph else { return }
        output += Array("<p>".utf8)
        isInParagraph = true
    }

    private mutating func closeParagraph() {
        guard isInParagraph else { return }
        output += Array("</p>".utf8)
        isInParagraph = false
    }

    // MARK: Lines

    /// Writes a line break for one line feed, and ends the paragraph for two or more.
    private mutating func writeBreak(at start: Int) -> Int {
        var index = start
        var count = 0
        while index < bytes.count, HTMLCharacters.isSpace(bytes[index]) {
            if bytes[index] == 0x0A { count += 1 }
            index += 1
        }
        guard index < bytes.count else { return index }
        if count > 1 {
            closeParagraph()
        } else if isInParagraph, !Self.quotations.contains(where: { bytes[index...].starts(with: $0) }) {
            output += Array("<br>".utf8)
        }
        return index
    }

    /// The tags around which `wpautop` writes no line breaks.
    private static let quotations = [Array("<blockquote".utf8), Array("</blockquote".utf8)]

    // MARK: Text

    private mutating func writeText(at index: Int) -> Int {
        openParagraph()
        if bytes[index] == UInt8(ascii: "h"), openLinks == 0, openCode == 0,
            TypedLinkFinder.canFollow(index > 0 ? bytes[index - 1] : nil),
            let end = TypedLinkFinder.end(in: bytes, from: index)
        {
            CommentTextRenderer.appendLink(bytes[index..<end], to: &output)
            return end
        }
        if bytes[index] == 0x26, let end = referenceEnd(at: index) {
            output += bytes[index..<end]
            return end
        }
        CommentTextRenderer.append(bytes[index...index], to: &output)
        return index + 1
    }

    /// Returns the end of a character reference (`&amp;`, `&#38;`), which is not escaped.
    private func referenceEnd(at start: Int) -> Int? {
        var index = start + 1
        while index < min(bytes.count, start + 12) {
            let byte = bytes[index]
            if byte == 0x3B { return index > start + 1 ? index + 1 : nil }
            guard byte == 0x23 || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte else { return nil }
            index += 1
        }
        return nil
    }

    // MARK: Tags

    /// Writes an allowed tag. Other tags are dropped without their text; a `<` without a closing `>` is text.
    private mutating func writeTag(at start: Int) -> Int {
        var end = start + 1
        while end < bytes.count, bytes[end] != 0x3C, bytes[end] != 0x3E { end += 1 }
        guard end < bytes.count, bytes[end] == 0x3E else {
            openParagraph()
            CommentTextRenderer.append(bytes[start...start], to: &output)
            return start + 1
        }
        var index = skippingSpaces(from: start + 1)
        let isEnd = index < end && bytes[index] == UInt8(ascii: "/")
        if isEnd { index = skippingSpaces(from: index + 1) }
        let nameStart = index
        while index < end, isName(bytes[index]) { index += 1 }
        let name = String(decoding: bytes[nameStart..<max(nameStart, index)], as: UTF8.self).lowercased()
        if let attributes = Self.allowed[name] {
            write(name, isEnd: isEnd, isEnd ? [:] : self.attributes(from: index, to: end, attributes))
        }
        return end + 1
    }

    private mutating func write(_ name: String, isEnd: Bool, _ attributes: [String: ArraySlice<UInt8>]) {
        switch name {
        case "blockquote": closeParagraph()
        case "a": openLinks = max(0, openLinks + (isEnd ? -1 : 1))
        case "code": openCode = max(0, openCode + (isEnd ? -1 : 1))
        default: break
        }
        if name != "blockquote" { openParagraph() }
        output += Array((isEnd ? "</" : "<").utf8) + Array(name.utf8)
        for (attribute, value) in attributes.sorted(by: { $0.key < $1.key }) {
            output += Array(" \(attribute)=\"".utf8)
            for byte in value where byte != 0x22 { output.append(byte) }
            output.append(0x22)
        }
        output.append(0x3E)
    }

    private func attributes(from start: Int, to end: Int, _ allowed: Set<String>) -> [String: ArraySlice<UInt8>] {
        var found: [String: ArraySlice<UInt8>] = [:]
        var index = start
        while index < end {
            index = skippingSpaces(from: index)
            let nameStart = index
            while index < end, isName(bytes[index]) { index += 1 }
            guard index > nameStart else {
                index += 1
                continue
            }
            let name = String(decoding: bytes[nameStart..<index], as: UTF8.self).lowercased()
            index = skippingSpaces(from: index)
            guard index < end, bytes[index] == UInt8(ascii: "=") else { continue }
            index = skippingSpaces(from: index + 1)
            guard index < end else { break }
            let quote = bytes[index] == 0x22 || bytes[index] == 0x27 ? bytes[index] : nil
            if quote != nil { index += 1 }
            let valueStart = index
            while index < end, quote.map({ bytes[index] != $0 }) ?? !HTMLCharacters.isSpace(bytes[index]) { index += 1 }
            if allowed.contains(name), found[name] == nil { found[name] = bytes[valueStart..<index] }
            if quote != nil { index += 1 }
        }
        return found
    }

    private func skippingSpaces(from start: Int) -> Int {
        var index = start
        while index < bytes.count, HTMLCharacters.isSpace(bytes[index]) { index += 1 }
        return index
    }

    private func isName(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == 0x2D
    }
}
