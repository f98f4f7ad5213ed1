import Untrusted

// bounded throughout: scan positions only grow.

/// A scanner of the tokens of an XML document; returns none after the first that is not well-formed.
struct XMLTokenScanner {
    let source: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var isBroken = false

    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    struct Attribute {
        var name: Bytes
        var value: Bytes
        /// The whole attribute with name, value and quotes.
        var whole: Bytes
    }

    enum Token {
        /// A comment, a processing instruction or the document type.
        case nothing
        case text(Bytes)
        case characterData(Bytes)
        case start(name: Bytes, attributes: [Attribute], isEmpty: Bool)
        case end(name: Bytes)
    }

    init(source: UnsafeBufferPointer<UInt8>) { self.source = source }

    var isAtEnd: Bool { !isBroken && index == source.count }

    mutating func next() -> Token? {
        guard !isBroken, index < source.count else { return nil }
        let token = source[index] == 0x3C ? markup() : text()
        if token == nil { isBroken = true }
        return token
    }

    private mutating func text() -> Token? {
        let start = index
        index = source[start...].firstIndex(of: 0x3C) ?? source.count
        let text = source[start..<index]
        return hasWholeReferences(text) ? .text(text) : nil
    }

    private mutating func markup() -> Token? {
        if starts("<!--") { return skip(past: "-->", from: index + 4) == nil ? nil : .nothing }
        if starts("<![CDATA[") {
            let start = index + 9
            return skip(past: "]]>", from: start).map { .characterData(source[start..<$0]) }
        }
        if starts("<?") { return skip(past: "?>", from: index + 2) == nil ? nil : .nothing }
        if starts("<!DOCTYPE") { return skipDocumentType() ? .nothing : nil }
        return starts("</") ? endTag() : startTag()
    }

    private func starts(_ text: StaticString) -> Bool {
        HTMLEscaping.starts(UnsafeBufferPointer(rebasing: source[index...]), with: text)
    }

    /// Skips past a mark, and returns its offset.
    private mutating func skip(past mark: StaticString, from start: Int) -> Int? {
        let count = mark.utf8CodeUnitCount
        var at = start
        while let found = source[min(at, source.count)...].firstIndex(of: mark.utf8Start[0]) {
            if HTMLEscaping.starts(UnsafeBufferPointer(rebasing: source[found...]), with: mark) {
                index = found + count
                return found
            }
            at = found + 1
        }
        return nil
    }

    /// Skips the document type with declarations in brackets, whose entities are not read.
    private mutating func skipDocumentType() -> Bool {
        var depth = 0
        while index < source.count {
            let byte = source[index]
            index += 1
            switch byte {
            case 0x22, 0x27:
                guard let close = source[index...].firstIndex(of: byte) else { return false }
                index = close + 1
            case 0x5B: depth += 1
            case 0x5D: depth -= 1
            case 0x3E where depth <= 0: return true
            default: break
            }
        }
        return false
    }

    // MARK: Tags

    private mutating func endTag() -> Token? {
        index += 2
        guard let name = name() else { return nil }
        skipSpace()
        return take(0x3E) ? .end(name: name) : nil
    }

    private mutating func startTag() -> Token? {
        index += 1
        guard let name = name() else { return nil }
        var attributes: [Attribute] = []
        while true {
            let hasSpace = skipSpace()
            if take(0x3E) { return .start(name: name, attributes: attributes, isEmpty: false) }
            if take(0x2F) { return take(0x3E) ? .start(name: name, attributes: attributes, isEmpty: true) : nil }
            guard hasSpace, let attribute = attribute() else { return nil }
            attributes.append(attribute)
        }
    }

    private mutating func attribute() -> Attribute? {
        let start = index
        guard let name = name() else { return nil }
        skipSpace()
        guard take(0x3D) else { return nil }
        skipSpace()
        guard index < source.count, source[index] == 0x22 || source[index] == 0x27,
            let close = source[(index + 1)...].firstIndex(of: source[index])
        else { return nil }
        let value = source[(index + 1)..<close]
        index = close + 1
        guard !value.contains(0x3C), hasWholeReferences(value) else { return nil }
        return Attribute(name: name, value: value, whole: source[start..<index])
    }

    private mutating func name() -> Bytes? {
        let start = index
        while index < source.count, isNameByte(source[index]) { index += 1 }
        guard index > start, !ASCII.isDigit(source[start]), source[start] != 0x2D, source[start] != 0x2E else {
            return nil
        }
        return source[start..<index]
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte >= 0x80 || byte == 0x3A || byte == 0x5F || byte == 0x2D
            || byte == 0x2E
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = index
        while index < source.count, HTMLCharacters.isSpace(source[index]) { index += 1 }
        return index > start
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < source.count, source[index] == byte else { return false }
        index += 1
        return true
    }

    /// Returns true if each `&` begins a reference that ends with a semicolon.
    private func hasWholeReferences(_ text: Bytes) -> Bool {
        var rest = text
        while let start = rest.firstIndex(of: 0x26) {
            var end = start + 1
            while end < text.endIndex, isNameByte(text[end]) || text[end] == 0x23 { end += 1 }
            guard end > start + 1, end < text.endIndex, text[end] == 0x3B else { return false }
            rest = text[(end + 1)...]
        }
        return true
    }
}
