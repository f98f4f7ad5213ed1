/// A value of CBOR (RFC 8949), as far as authenticators write it.
enum CBORValue: Hashable {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    case map([CBORValue: CBORValue])
    case bool(Bool)
    /// Null, and the values that no authenticator data needs.
    case other

    subscript(key: String) -> CBORValue? { self[.text(key)] }
    subscript(key: Int64) -> CBORValue? { self[.integer(key)] }

    private subscript(key: CBORValue) -> CBORValue? {
        if case .map(let members) = self { members[key] } else { nil }
    }

    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// A reader of the CBOR that authenticators write: definite lengths, no tags, no repeated keys and little nesting
/// (CTAP 2.1 §8, "Message Encoding"). It throws at everything else.
struct CBORReader {
    /// A fault of the bytes.
    struct Fault: Error {}

    /// The deepest nesting: CTAP's limit is four, and attestations have one of their own.
    private static let maxDepth = 8

    private var rest: ArraySlice<UInt8>

    /// Reads one value from the start of some bytes.
    /// - Returns: the value, and the bytes after it.
    static func first(of bytes: ArraySlice<UInt8>) throws(Fault) -> (value: CBORValue, rest: ArraySlice<UInt8>) {
        var reader = CBORReader(rest: bytes)
        let value = try reader.value(depth: 0)
        return (value, reader.rest)
    }

    /// Reads bytes that are one value and no more.
    static func only(of bytes: [UInt8]) throws(Fault) -> CBORValue {
        let (value, rest) = try first(of: bytes[...])
        guard rest.isEmpty else { throw Fault() }
        return value
    }

    private mutating func value(depth: Int) throws(Fault) -> CBORValue {
        guard depth < Self.maxDepth, let head = rest.popFirst() else { throw Fault() }
        let details = head & 0x1F
        if head >> 5 == 7 { return try simpleValue(details) }
        let argument = try argument(details)
        switch head >> 5 {
        case 0: return .integer(try Self.signed(argument))
        case 1: return .integer(-1 - (try Self.signed(argument)))
        case 2: return .bytes(Array(try take(argument)))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else { throw Fault() }
            return .text(text)
        case 4:
            var elements: [CBORValue] = []
            let count = try count(argument)
            for _ in 0..<count { elements.append(try value(depth: depth + 1)) }  // bounded: by `count(_:)`
            return .array(elements)
        case 5: return try map(count(argument), depth: depth)
        default: throw Fault()
        }
    }

    private mutating func map(_ count: Int, depth: Int) throws(Fault) -> CBORValue {
        var members: [CBORValue: CBORValue] = [:]
        for _ in 0..<count {  // bounded: by `count(_:)`
            let key = try value(depth: depth + 1)
            guard members.updateValue(try value(depth: depth + 1), forKey: key) == nil else { throw Fault() }
        }
        return .map(members)
    }

    /// Reads a Boolean, null, or a number with a fraction, which no caller needs.
    private mutating func simpleValue(_ details: UInt8) throws(Fault) -> CBORValue {
        switch details {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22, 23: return .other
        case 25, 26, 27:
            _ = try argument(details)
            return .other
        default: throw Fault()
        }
    }

    /// Reads the number after a head: in its last five bits, or in one, two, four or eight bytes.
    private mutating func argument(_ details: UInt8) throws(Fault) -> UInt64 {
        switch details {
        case 0..<24: return UInt64(details)
        case 24...27: return try take(1 << UInt64(details - 24)).reduce(0) { $0 << 8 | UInt64($1) }
        default: throw Fault()
        }
    }

    private static func signed(_ number: UInt64) throws(Fault) -> Int64 {
        guard let signed = Int64(exactly: number) else { throw Fault() }
        return signed
    }

    /// Returns a count of elements; each takes at least one of the bytes that are left.
    private func count(_ number: UInt64) throws(Fault) -> Int {
        guard number <= UInt64(rest.count) else { throw Fault() }
        return Int(number)
    }

    private mutating func take(_ number: UInt64) throws(Fault) -> ArraySlice<UInt8> {
        let count = try count(number)
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
