import Untrusted

// bounded throughout: every range runs from where a scan began to where it stands, and a scan only moves forward.

/// A JSON parser (RFC 8259) that is strict, to detect truncation, but accepts a byte order mark and invalid UTF-8.
/// Nesting is bounded.
struct JSONReader {
    enum ParseError: Error, Equatable {
        case empty
        case truncated
        /// A syntax error at a byte offset.
        case malformed(at: Int)
    }

    static let maxDepth = 64

    private let bytes: [UInt8]
    private let maxDepth: Int
    private var at = 0

    static func value(of bytes: [UInt8], maxDepth: Int = maxDepth) throws(ParseError) -> JSONValue {
        var reader = JSONReader(bytes: bytes, maxDepth: maxDepth)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.at = 3 }
        reader.skipSpace()
        guard reader.at < bytes.count else { throw .empty }
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.at == bytes.count else { throw .malformed(at: reader.at) }
        return value
    }

    /// Parses the value that begins at a position.
    /// - Returns: the value, or nil if there is none; and the position after the value or of the failure.
    static func prefix(of bytes: [UInt8], from start: Int, maxDepth: Int) -> (value: JSONValue?, end: Int) {
        var reader = JSONReader(bytes: bytes, maxDepth: maxDepth)
        reader.at = start
        do throws(ParseError) {
            let value = try reader.value(depth: 0)
            return (value, reader.at)
        } catch { return (nil, min(reader.at, bytes.count)) }
    }

    private init(bytes: [UInt8], maxDepth: Int) {
        self.bytes = bytes
        self.maxDepth = maxDepth
    }

    private mutating func skipSpace() {
        while at < bytes.count, bytes[at] == 0x20 || (9...13).contains(bytes[at]) { at += 1 }
    }

    /// Skips white space and returns the next byte.
    private mutating func peekByte() throws(ParseError) -> UInt8 {
        skipSpace()
        guard at < bytes.count else { throw .truncated }
        return bytes[at]
    }

    private mutating func value(depth: Int) throws(ParseError) -> JSONValue {
        guard depth < maxDepth else { throw .malformed(at: at) }
        switch try peekByte() {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        default: return try literal()
        }
    }

    private mutating func object(depth: Int) throws(ParseError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        at += 1
        guard try peekByte() != UInt8(ascii: "}") else {
            at += 1
            return .object(members)
        }
        while true {
            guard try peekByte() == UInt8(ascii: "\"") else { throw .malformed(at: at) }
            let name = try string()
            guard try peekByte() == UInt8(ascii: ":") else { throw .malformed(at: at) }
            at += 1
            members[name] = try value(depth: depth + 1)
            if try consumeSeparator(closing: UInt8(ascii: "}")) { return .object(members) }
        }
    }

    private mutating func array(depth: Int) throws(ParseError) -> JSONValue {
        var elements: [JSONValue] = []
        at += 1
        guard try peekByte() != UInt8(ascii: "]") else {
            at += 1
            return .array(elements)
        }
        while true {
            elements.append(try value(depth: depth + 1))
            if try consumeSeparator(closing: UInt8(ascii: "]")) { return .array(elements) }
        }
    }

    /// Consumes a comma or closing bracket; returns true for the bracket.
    private mutating func consumeSeparator(closing bracket: UInt8) throws(ParseError) -> Bool {
        let byte = try peekByte()
        guard byte == bracket || byte == UInt8(ascii: ",") else { throw .malformed(at: at) }
        at += 1
        return byte == bracket
    }

    private mutating func literal() throws(ParseError) -> JSONValue {
        let start = at
        while at < bytes.count, Self.isLiteralByte(bytes[at]) { at += 1 }
        let word = String(decoding: bytes[start..<at], as: UTF8.self)
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default:
            let isCutOff = at == bytes.count && ["true", "false", "null"].contains { $0.hasPrefix(word) }
            guard !isCutOff else { throw .truncated }
            guard let first = word.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first),
                UntrustedDecimal(word) != nil
            else { throw .malformed(at: start) }
            return .number(word)
        }
    }

    private static func isLiteralByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        default: false
        }
    }

    private mutating func string() throws(ParseError) -> String {
        at += 1
        let start = at
        while at < bytes.count, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\\") { at += 1 }
        guard at < bytes.count else { throw .truncated }
        if bytes[at] == UInt8(ascii: "\"") {
            at += 1
            return String(decoding: bytes[start..<(at - 1)], as: UTF8.self)
        }
        var out = Array(bytes[start..<at])
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
            if bytes[at] == UInt8(ascii: "\\") { try escape(into: &out) } else { out.append(bytes[at]) }
            at += 1
        }
        guard at < bytes.count else { throw .truncated }
        at += 1
        return String(decoding: out, as: UTF8.self)
    }

    /// Decodes an escape sequence; leaves `at` on its last byte.
    private mutating func escape(into out: inout [UInt8]) throws(ParseError) {
        at += 1
        guard at < bytes.count else { throw .truncated }
        switch bytes[at] {
        case UInt8(ascii: "n"): out.append(0x0A)
        case UInt8(ascii: "t"): out.append(0x09)
        case UInt8(ascii: "r"): out.append(0x0D)
        case UInt8(ascii: "b"): out.append(0x08)
        case UInt8(ascii: "f"): out.append(0x0C)
        case UInt8(ascii: "u"): out.append(contentsOf: String(Character(try scalar())).utf8)
        default: out.append(bytes[at])
        }
    }

    /// Decodes `\uXXXX` or a surrogate pair; a lone surrogate becomes U+FFFD.
    private mutating func scalar() throws(ParseError) -> Unicode.Scalar {
        let unit = try hexUnit()
        if (0xD800..<0xDC00).contains(unit), at + 2 < bytes.count, bytes[at + 1] == UInt8(ascii: "\\"),
            bytes[at + 2] == UInt8(ascii: "u")
        {
            let start = at
            at += 2
            let low = try hexUnit()
            if (0xDC00..<0xE000).contains(low) {
                return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
            }
            at = start
        }
        return Unicode.Scalar(unit) ?? "\u{FFFD}"
    }

    private mutating func hexUnit() throws(ParseError) -> UInt32 {
        guard at + 4 < bytes.count else { throw .truncated }
        var unit: UInt32 = 0
        for byte in bytes[(at + 1)...(at + 4)] {
            guard let digit = ASCII.hexValue(byte) else { throw .malformed(at: at) }
            unit = unit << 4 | UInt32(digit)
        }
        at += 4
        return unit
    }
}
