// bounded throughout: scan positions only move forward.

/// A reader of one start tag's attributes.
struct XMLTagReader {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var at: Int
    let limit: Int
    /// True if the last attribute's value is unquoted and ends with the slash of `/>`, which belongs to the value in
    /// HTML and ends the element in XML.
    private(set) var endsWithSlash = false
    private(set) var isEmpty = false
    private(set) var isMalformed = false
    private(set) var hasTooManyAttributes = false

    init(bytes: UnsafeBufferPointer<UInt8>, at: Int, limit: Int) {
        (self.bytes, self.at, self.limit) = (bytes, at, limit)
    }

    /// Reads the attributes and the tag's end; returns false if the bytes end first.
    mutating func read(into spans: inout [XMLAttributes.Span]) -> Bool {
        while true {
            while at < bytes.count, bytes[at].isSpace { at += 1 }
            guard at < bytes.count else { return false }
            switch bytes[at] {
            case 0x3E:
                at += 1
                return true
            case 0x3C:  // the next tag begins before this one ended
                isMalformed = true
                return true
            case 0x2F:
                at += 1
                guard at < bytes.count else { return false }
                if bytes[at] == 0x3E {
                    isEmpty = true
                } else {
                    isMalformed = true
                }
            case 0x3D, 0x22, 0x27:
                isMalformed = true
                at += 1
            default:
                guard let span = attribute() else { return false }
                if spans.count < limit { spans.append(span) } else { hasTooManyAttributes = true }
            }
        }
    }

    private mutating func attribute() -> XMLAttributes.Span? {
        let start = at
        while at < bytes.count, !bytes[at].isSpace, !Self.endsName(bytes[at]) { at += 1 }
        let name = start..<at
        while at < bytes.count, bytes[at].isSpace { at += 1 }
        guard at < bytes.count else { return nil }
        guard bytes[at] == 0x3D else {
            isMalformed = true
            return XMLAttributes.Span(name: name, value: name.upperBound..<name.upperBound)
        }
        at += 1
        while at < bytes.count, bytes[at].isSpace { at += 1 }
        guard at < bytes.count else { return nil }
        let quote = bytes[at]
        if quote == 0x22 || quote == 0x27 {
            guard let end = bytes.first(quote, from: at + 1) else { return nil }
            defer { at = end + 1 }
            return XMLAttributes.Span(name: name, value: at + 1..<end)
        }
        isMalformed = true
        let value = at
        while at < bytes.count, !bytes[at].isSpace, bytes[at] != 0x3E, bytes[at] != 0x3C { at += 1 }
        guard at < bytes.count else { return nil }
        endsWithSlash = bytes[at] == 0x3E && at > value && bytes[at - 1] == 0x2F
        return XMLAttributes.Span(name: name, value: value..<at)
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte == 0x3D || byte == 0x3E || byte == 0x2F || byte == 0x3C || byte == 0x22 || byte == 0x27
    }
}
