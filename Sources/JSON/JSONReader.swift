import Untrusted

// bounded throughout: every range runs from where a scan began to where it stands, and a scan only moves forward.

/// A JSON parser (RFC 8259). It accepts a byte order mark and invalid UTF-8. Nesting is bounded.
///
/// A strict reader throws at the first fault, which tells truncation from other faults. A lenient one keeps the values
/// before a fault, which ends the innermost object or array at its bracket, if that is next, or else the document; it
/// also accepts missing and extra commas, invalid escapes and unterminated strings.
public struct JSONReader {
    /// The reason why strict parsing failed.
    public enum ParseError: Error, Equatable {
        /// A document of white space only.
        case empty
        /// A document that ends inside a value.
        case truncated
        /// A syntax error at a byte offset.
        case malformed(at: Int)
    }

    /// The default limit of nested values.
    public static let maxDepth = 64

    private let bytes: [UInt8]
    private let maxDepth: Int
    private let isLenient: Bool
    private var at = 0

    /// Parses a document strictly.
    public static func value(of bytes: [UInt8], maxDepth: Int = maxDepth) throws(ParseError) -> JSONValue {
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
    public static func prefix(
        of bytes: [UInt8], from start: Int, maxDepth: Int, isLenient: Bool = false
    ) -> (value: JSONValue?, end: Int) {
        var reader = JSONReader(bytes: bytes, maxDepth: maxDepth, isLenient: isLenient)
        reader.at = start
        do throws(ParseError) {
            let value = try reader.value(depth: 0)
            return (value, reader.at)
        } catch { return (nil, min(reader.at, bytes.count)) }
    }

    private init(bytes: [UInt8], maxDepth: Int, isLenient: Bool = false) {
        (self.bytes, self.maxDepth, self.isLenient) = (bytes, maxDepth, isLenient)
    }

    private mutating func skipSpace() {
        while at < bytes.count, isSpace(bytes[at]) { at += 1 }
    }

    /// Returns true for white space; a lenient reader takes commas and control characters for it.
    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (9...13).contains(byte) || isLenient && (byte < 0x20 || byte == UInt8(ascii: ","))
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
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        default: return try literal()
        }
    }

    private mutating func object(depth: Int) throws(ParseError) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        at += 1
        do throws(ParseError) {
            var isOpen = try peekByte() != UInt8(ascii: "}")
            if !isOpen { at += 1 }
            while isOpen {
                guard try peekByte() == UInt8(ascii: "\"") else { throw .malformed(at: at) }
                let name = try string()
                guard try peekByte() == UInt8(ascii: ":") else { throw .malformed(at: at) }
                at += 1
                let member = try value(depth: depth + 1)
                if !isLenient || members[name] == nil { members[name] = member }
                isOpen = try !consumeSeparator(closing: UInt8(ascii: "}"))
            }
        } catch { try recover(from: error, closing: UInt8(ascii: "}")) }
        return members
    }

    private mutating func array(depth: Int) throws(ParseError) -> [JSONValue] {
        var elements: [JSONValue] = []
        at += 1
        do throws(ParseError) {
            var isOpen = try peekByte() != UInt8(ascii: "]")
            if !isOpen { at += 1 }
            while isOpen {
                elements.append(try value(depth: depth + 1))
                isOpen = try !consumeSeparator(closing: UInt8(ascii: "]"))
            }
        } catch { try recover(from: error, closing: UInt8(ascii: "]")) }
        return elements
    }

    /// Consumes a comma or closing bracket; returns true for the bracket. A lenient reader needs no comma.
    private mutating func consumeSeparator(closing bracket: UInt8) throws(ParseError) -> Bool {
        let byte = try peekByte()
        guard byte == bracket || byte == UInt8(ascii: ",") else {
            if isLenient { return false }
            throw .malformed(at: at)
        }
        at += 1
        return byte == bracket
    }

    /// Ends an object or array after a fault in it.
    private mutating func recover(from error: ParseError, closing bracket: UInt8) throws(ParseError) {
        guard isLenient else { throw error }
        skipSpace()
        at = at < bytes.count && bytes[at] == bracket ? at + 1 : bytes.count
    }

    private mutating func literal() throws(ParseError) -> JSONValue {
        let start = at
        while at < bytes.count, isLiteralByte(bytes[at]) { at += 1 }
        let word = String(decoding: bytes[start..<at], as: UTF8.self)
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default:
            let isCutOff = at == bytes.count && ["true", "false", "null"].contains { $0.hasPrefix(word) }
            guard !isCutOff else { throw .truncated }
            guard let first = word.utf8.first, first == UInt8(ascii: "-") || ASCII.isDigit(first),
                isLenient || UntrustedDecimal(word) != nil
            else { throw .malformed(at: start) }
            return .number(word)
        }
    }

    private func isLiteralByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        case UInt8(ascii: "}"), UInt8(ascii: "]"): false
        default: isLenient && !isSpace(byte)
        }
    }

    private mutating func string() throws(ParseError) -> String {
        at += 1
        let start = at
        while at < bytes.count, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\\") { at += 1 }
        if at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
            at += 1
            return String(decoding: bytes[start..<(at - 1)], as: UTF8.self)
        }
        var out = Array(bytes[start..<at])
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
            if bytes[at] == UInt8(ascii: "\\") {
                do throws(ParseError) { try escape(into: &out) } catch { if !isLenient { throw error } }
            } else {
                out.append(bytes[at])
            }
            at += 1
        }
        guard at < bytes.count || isLenient else { throw .truncated }
        at = min(at + 1, bytes.count)
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
        case UInt8(ascii: "b"): out.append(isLenient ? 0x20 : 0x08)
        case UInt8(ascii: "f"): out.append(isLenient ? 0x20 : 0x0C)
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
