import Untrusted

// bounded throughout: scan positions only move forward.

/// A scanner of JSON in place. It tolerates missing or extra commas, raw line ends and truncation, and skips values
/// without recursion, so that depth costs nothing.
struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    private var at: Int
    /// True if the text ended inside a value.
    private(set) var isTruncated = false
    private(set) var isMalformed = false
    private var buffer: [UInt8] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        at = bytes.hasBytes("\u{FEFF}", at: 0) ? 3 : 0
    }

    mutating func next() -> UInt8? {
        while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
        return at < bytes.count ? bytes[at] : nil
    }

    /// Calls `member` for each member of the next object; skips values that the closure does not read.
    mutating func members(_ member: (inout JSONScanner, JSONKey) -> Void) {
        membersByName { member(&$0, JSONKey($1)) }
    }

    mutating func membersByName(_ member: (inout JSONScanner, UnsafeBufferPointer<UInt8>) -> Void) {
        guard next() == 0x7B else { return skip() }
        at += 1
        while nextMember(member) {}
    }

    /// Reads a member of an open object; returns false at the object's end.
    mutating func nextMember(_ member: (inout JSONScanner, UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
        guard let byte = skipSeparator(until: 0x7D) else { return false }
        guard byte == 0x22 else {
            isMalformed = true
            at += 1
            return true
        }
        let key = key()
        guard next() == 0x3A else {
            isMalformed = true
            return true
        }
        at += 1
        value { member(&$0, key) }
        return true
    }

    /// Calls `element` for each value of the next array; any other value is the only element.
    mutating func elements(_ element: (inout JSONScanner) -> Void) {
        guard next() == 0x5B else { return value(element) }
        at += 1
        while nextElement(element) {}
    }

    /// Reads a value of an open array; returns false at the array's end.
    private mutating func nextElement(_ element: (inout JSONScanner) -> Void) -> Bool {
        guard skipSeparator(until: 0x5D) != nil else { return false }
        value(element)
        return true
    }

    /// Calls `read` for the next value; skips the value if the closure does not read it.
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

    /// Skips commas and returns the next byte; nil at the end of the object or array.
    private mutating func skipSeparator(until end: UInt8) -> UInt8? {
        var commas = 0
        while let byte = next() {
            if byte == end {
                if commas > 0 { isMalformed = true }
                at += 1
                return nil
            }
            guard byte == 0x2C else {
                if commas > 1 { isMalformed = true }
                return byte
            }
            commas += 1
            at += 1
        }
        isTruncated = true
        return nil
    }

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

    /// Skips a string; returns false if it is unterminated.
    @discardableResult
    private mutating func skipString() -> Bool {
        at += 1
        while let quote = bytes.first(0x22, from: at) {
            var slashes = 0
            while quote - slashes > at, bytes[quote - slashes - 1] == 0x5C { slashes += 1 }
            at = quote + 1
            if slashes % 2 == 0 { return true }
        }
        at = bytes.count
        isTruncated = true
        return false
    }

    private mutating func key() -> UnsafeBufferPointer<UInt8> {
        let start = at + 1
        let end = skipString() ? at - 1 : at
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }

    /// Calls `read` with a string's unescaped bytes, or a number or boolean; returns nil for other values. The bytes
    /// are valid during the call only.
    mutating func withText<Value>(_ read: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value? {
        guard let first = next() else { return nil }
        let start = at
        if first == 0x22 {
            let end = skipString() ? at - 1 : at
            let inside = UnsafeBufferPointer(rebasing: bytes[start + 1..<end])
            guard let slash = inside.first(0x5C, from: 0) else { return read(inside) }
            unescape(inside, from: slash)
            return buffer.withUnsafeBufferPointer(read)
        }
        guard first != 0x7B, first != 0x5B, first != 0x6E else { return nil }
        while at < bytes.count, !Self.endsScalar(bytes[at]) { at += 1 }
        return at > start ? read(UnsafeBufferPointer(rebasing: bytes[start..<at])) : nil
    }

    /// Reads a string, number or boolean; returns nil for null, arrays and objects.
    mutating func text() -> String? {
        withText(FieldText.string)
    }

    /// Reads a trimmed string; returns nil if empty.
    mutating func trimmedText() -> String? {
        withText { FieldText.trimmed($0).map(FieldText.string) }
    }

    /// Reads a string with white space collapsed; returns nil if empty.
    mutating func singleLineText() -> String? {
        withText { FieldText.singleLine($0)?.text }
    }

    /// Reads a number, also one written as a string.
    mutating func number() -> UntrustedDecimal? {
        text().flatMap { UntrustedDecimal($0.trimmingSpaces) }
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        byte == 0x2C || byte == 0x7D || byte == 0x5D || byte <= 0x20
    }

    // MARK: Escapes

    /// Unescapes a string into the buffer; `first` is the index of the first backslash.
    private mutating func unescape(_ inside: UnsafeBufferPointer<UInt8>, from first: Int) {
        buffer.removeAll(keepingCapacity: true)
        var (start, slash) = (0, first)
        while true {
            buffer.append(contentsOf: UnsafeBufferPointer(rebasing: inside[start..<slash]))
            start = slash + 1
            guard start < inside.count else { return }
            start = escape(inside, start)
            guard let next = inside.next(0x5C, from: start) else { break }
            slash = next
        }
        buffer.append(contentsOf: UnsafeBufferPointer(rebasing: inside[start...]))
    }

    private mutating func escape(_ inside: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        switch inside[at] {
        case 0x6E: buffer.append(0x0A)
        case 0x74: buffer.append(0x09)
        case 0x72: buffer.append(0x0D)
        case 0x62, 0x66: buffer.append(0x20)
        case 0x22, 0x5C, 0x2F: buffer.append(inside[at])
        case 0x75:
            let (scalar, end) = scalar(inside, at + 1)
            buffer.appendScalar(scalar)
            return end
        default:
            isMalformed = true
            buffer.append(inside[at])
        }
        return at + 1
    }

    /// Reads the digits of `\u` and surrogate pairs; unpaired surrogates give U+FFFD.
    private mutating func scalar(_ inside: UnsafeBufferPointer<UInt8>, _ at: Int) -> (UInt32, Int) {
        guard let first = Self.hexadecimal(inside, at) else {
            isMalformed = true
            return (0xFFFD, at)
        }
        guard (0xD800..<0xE000).contains(first) else { return (first, at + 4) }
        guard first < 0xDC00, inside.hasBytes("\\u", at: at + 4), let second = Self.hexadecimal(inside, at + 6),
            (0xDC00..<0xE000).contains(second)
        else { return (0xFFFD, at + 4) }
        return (0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), at + 10)
    }

    private static func hexadecimal(_ inside: UnsafeBufferPointer<UInt8>, _ at: Int) -> UInt32? {
        guard at + 4 <= inside.count else { return nil }
        var number: UInt32 = 0
        for index in at..<at + 4 {
            let byte = inside[index]
            if byte.isDigit {
                number = number << 4 | UInt32(byte - 0x30)
            } else if byte.lower &- 0x61 < 6 {
                number = number << 4 | UInt32(byte.lower - 0x61 + 10)
            } else {
                return nil
            }
        }
        return number
    }
}
