/// Walks over JSON in place. It forgives what feeds get wrong (commas too many or too few, raw line ends in strings,
/// truncated ends) and never recurses over what it skips, so depth costs nothing.
struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var at: Int
    /// The text ended where a value should have gone on.
    private(set) var isTruncated = false
    /// Something was not as JSON demands.
    private(set) var isBad = false
    private var buffer: [UInt8] = []

    init(bytes: UnsafeBufferPointer<UInt8>, at: Int = 0) {
        (self.bytes, self.at) = (bytes, at)
    }

    /// The byte that comes next, past white space.
    mutating func next() -> UInt8? {
        while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
        return at < bytes.count ? bytes[at] : nil
    }

    /// Calls `member` for each name of the object that begins here; what it does not read is skipped.
    mutating func members(_ member: (inout JSONScanner, JSONKey) -> Void) {
        guard next() == 0x7B else { return skip() }
        at += 1
        while let byte = separated(until: 0x7D) {
            guard byte == 0x22 else {
                isBad = true
                at += 1
                continue
            }
            let key = key()
            guard next() == 0x3A else {
                isBad = true
                continue
            }
            at += 1
            value { member(&$0, key) }
        }
    }

    /// Calls `element` for each value of the array that begins here; a value that is no array counts as its only one.
    mutating func elements(_ element: (inout JSONScanner) -> Void) {
        guard next() == 0x5B else { return value(element) }
        at += 1
        while separated(until: 0x5D) != nil { value(element) }
    }

    /// Lets `read` read a value, and skips it if it did not.
    private mutating func value(_ read: (inout JSONScanner) -> Void) {
        guard next() != nil else {
            isTruncated = true
            return
        }
        let start = at
        read(&self)
        if at == start { skip() }
        if at == start { at += 1 }
    }

    /// What comes next in a list, past commas; nil behind its end, and at the end of the text.
    private mutating func separated(until end: UInt8) -> UInt8? {
        var commas = 0
        while let byte = next() {
            if byte == end {
                if commas > 0 { isBad = true }
                at += 1
                return nil
            }
            guard byte == 0x2C else {
                if commas > 1 { isBad = true }
                return byte
            }
            commas += 1
            at += 1
        }
        isTruncated = true
        return nil
    }

    /// Passes over one value of any kind.
    mutating func skip() {
        guard let first = next() else { return }
        if first == 0x22 {
            skipString()
            return
        }
        guard first == 0x7B || first == 0x5B else {
            while at < bytes.count, !Self.endsScalar(bytes[at]) { at += 1 }
            return
        }
        var depth = 0
        while at < bytes.count {
            switch bytes[at] {
            case 0x22:
                skipString()
                continue
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D: depth -= 1
            default: break
            }
            at += 1
            if depth == 0 { return }
        }
        isTruncated = true
    }

    private mutating func skipString() {
        at += 1
        while let quote = bytes.first(0x22, from: at) {
            var slashes = 0
            while quote - slashes > at, bytes[quote - slashes - 1] == 0x5C { slashes += 1 }
            at = quote + 1
            if slashes % 2 == 0 { return }
        }
        at = bytes.count
        isTruncated = true
    }

    private mutating func key() -> JSONKey {
        let start = at + 1
        skipString()
        guard at > start else { return .unknown }
        return JSONKey(UnsafeBufferPointer(rebasing: bytes[start..<max(start, at - 1)]))
    }

    /// A string, or a number or truth value as it is written; nil for null, lists and objects.
    mutating func text() -> String? {
        guard let first = next() else { return nil }
        if first == 0x22 { return string() }
        guard first != 0x7B, first != 0x5B, first != 0x6E else { return nil }
        let start = at
        while at < bytes.count, !Self.endsScalar(bytes[at]) { at += 1 }
        return at > start ? FieldText.string(UnsafeBufferPointer(rebasing: bytes[start..<at])) : nil
    }

    /// A string without white space around it; nil when nothing is left.
    mutating func trimmed() -> String? {
        guard let text = text() else { return nil }
        guard let first = text.utf8.first, let last = text.utf8.last else { return nil }
        guard first <= 0x20 || last <= 0x20 else { return text }
        let trimmed = text.trimmingSpaces
        return trimmed.isEmpty ? nil : String(trimmed)
    }

    /// A number, written as one or as a string.
    mutating func number() -> Double? {
        text().flatMap { Double($0.trimmingSpaces) }.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        byte == 0x2C || byte == 0x7D || byte == 0x5D || byte <= 0x20
    }

    private mutating func string() -> String {
        at += 1
        let start = at
        while at < bytes.count, bytes[at] != 0x22, bytes[at] != 0x5C { at += 1 }
        if at < bytes.count, bytes[at] == 0x22 {
            at += 1
            return FieldText.string(UnsafeBufferPointer(rebasing: bytes[start..<at - 1]))
        }
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: bytes[start..<at])
        unescape()
        return buffer.withUnsafeBufferPointer(FieldText.string)
    }

    /// The rest of a string from its first backslash on.
    private mutating func unescape() {
        while at < bytes.count {
            let start = at
            while at < bytes.count, bytes[at] != 0x22, bytes[at] != 0x5C { at += 1 }
            buffer.append(contentsOf: bytes[start..<at])
            guard at < bytes.count else { break }
            if bytes[at] == 0x22 {
                at += 1
                return
            }
            at += 1
            guard at < bytes.count else { break }
            escape(bytes[at])
        }
        isTruncated = true
    }

    private mutating func escape(_ byte: UInt8) {
        at += 1
        switch byte {
        case 0x6E: buffer.append(0x0A)
        case 0x74: buffer.append(0x09)
        case 0x72: buffer.append(0x0D)
        case 0x62, 0x66: buffer.append(0x20)
        case 0x75: buffer.appendScalar(scalar())
        case 0x22, 0x5C, 0x2F: buffer.append(byte)
        default:
            isBad = true
            buffer.append(byte)
        }
    }

    /// What `\u` names, with the second half of a pair; halves alone are U+FFFD.
    private mutating func scalar() -> UInt32 {
        guard let first = hexadecimal() else {
            isBad = true
            return 0xFFFD
        }
        guard (0xD800..<0xE000).contains(first) else { return first }
        let mark = at
        guard first < 0xDC00, bytes.holds("\\u", at: at) else { return 0xFFFD }
        at += 2
        if let second = hexadecimal(), (0xDC00..<0xE000).contains(second) {
            return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        }
        at = mark
        return 0xFFFD
    }

    private mutating func hexadecimal() -> UInt32? {
        guard at + 4 <= bytes.count else { return nil }
        var number: UInt32 = 0
        for index in at..<at + 4 {
            let byte = bytes[index]
            if byte.isDigit {
                number = number << 4 | UInt32(byte - 0x30)
            } else if byte.lower &- 0x61 < 6 {
                number = number << 4 | UInt32(byte.lower - 0x61 + 10)
            } else {
                return nil
            }
        }
        at += 4
        return number
    }
}
