import Untrusted

/// JSON as embedded in web pages, with surrounding comments or CDATA, raw line ends in strings, extra commas.
enum LenientJSON {
    case text(String)
    case number(String)
    case bool(Bool)
    case array([LenientJSON])
    case object([String: LenientJSON])
    case null

    /// Parses as much as is valid.
    static func parse(_ source: UnsafeBufferPointer<UInt8>) -> LenientJSON? {
        guard let start = source.firstIndex(where: { $0 == 0x7B || $0 == 0x5B }) else { return nil }
        // The start `<![CDATA[` contains brackets.
        var reader = Parser(source: source, position: start)
        if start >= 2, source[start] == 0x5B, source[start - 1] == 0x21 {
            guard let inner = source[(start + 1)...].firstIndex(of: 0x5B),
                let first = source[(inner + 1)...].firstIndex(where: { $0 == 0x7B || $0 == 0x5B })
            else { return nil }
            reader.position = first
        }
        return reader.value(depth: 0)
    }

    subscript(key: String) -> LenientJSON? {
        if case .object(let members) = self { return members[key] }
        return nil
    }

    var string: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    /// The elements of an array; any other value except null counts as an array of one.
    var elements: [LenientJSON] {
        switch self {
        case .array(let elements): elements
        case .null: []
        default: [self]
        }
    }
}

extension LenientJSON {
    private struct Parser {
        let source: UnsafeBufferPointer<UInt8>
        var position: Int

        mutating func skipSpace() {
            while position < source.count, source[position] <= 0x20 || source[position] == 0x2C { position += 1 }
        }

        mutating func value(depth: Int) -> LenientJSON? {
            skipSpace()
            guard position < source.count, depth < 48 else { return nil }
            switch source[position] {
            case 0x7B: return object(depth: depth)
            case 0x5B: return array(depth: depth)
            case 0x22: return .text(string())
            default: return literal()
            }
        }

        private mutating func object(depth: Int) -> LenientJSON {
            var members: [String: LenientJSON] = [:]
            position += 1
            while true {
                skipSpace()
                guard position < source.count, source[position] == 0x22 else { break }
                let key = string()
                skipSpace()
                guard position < source.count, source[position] == 0x3A else { break }
                position += 1
                guard let value = value(depth: depth + 1) else { break }
                if members[key] == nil { members[key] = value }
            }
            skipSpace()
            if position < source.count, source[position] == 0x7D { position += 1 } else { position = source.count }
            return .object(members)
        }

        private mutating func array(depth: Int) -> LenientJSON {
            var elements: [LenientJSON] = []
            position += 1
            while true {
                skipSpace()
                guard position < source.count, source[position] != 0x5D, let value = value(depth: depth + 1) else {
                    break
                }
                elements.append(value)
            }
            if position < source.count, source[position] == 0x5D { position += 1 } else { position = source.count }
            return .array(elements)
        }

        private mutating func literal() -> LenientJSON? {
            let start = position
            while position < source.count, source[position] > 0x20, source[position] != 0x2C, source[position] != 0x7D,
                source[position] != 0x5D
            {
                position += 1
            }
            guard position > start else { return nil }
            let word = String(decoding: source[start..<position], as: UTF8.self)  // bounded: a scan moves forward
            switch word {
            case "true": return .bool(true)
            case "false": return .bool(false)
            case "null": return .null
            default:
                return word.utf8.first.map { ASCII.isDigit($0) || $0 == 0x2D } == true ? .number(word) : nil
            }
        }

        private mutating func string() -> String {
            position += 1
            var out: [UInt8] = []
            while position < source.count, source[position] != 0x22 {
                if source[position] == 0x5C { escape(into: &out) } else { out.append(source[position]) }
                position += 1
            }
            position += 1
            return String(decoding: out, as: UTF8.self)
        }

        private mutating func escape(into out: inout [UInt8]) {
            guard position + 1 < source.count else { return }
            position += 1
            switch source[position] {
            case UInt8(ascii: "n"): out.append(0x0A)
            case UInt8(ascii: "t"): out.append(0x09)
            case UInt8(ascii: "r"): out.append(0x0D)
            case UInt8(ascii: "b"), UInt8(ascii: "f"): out.append(0x20)
            case UInt8(ascii: "u"):
                guard var unit = hexCodeUnit() else { return }
                if unit >= 0xD800, unit < 0xDC00, position + 2 < source.count, source[position + 1] == 0x5C,
                    source[position + 2] == 0x75
                {
                    position += 2
                    guard let low = hexCodeUnit(), low >= 0xDC00, low < 0xE000 else { return }
                    unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
                }
                if let scalar = Unicode.Scalar(unit) { out.append(contentsOf: String(scalar).utf8) }
            default: out.append(source[position])
            }
        }

        /// Reads four digits after the `u`, and leaves `position` on the last.
        private mutating func hexCodeUnit() -> UInt32? {
            guard position + 4 < source.count else { return nil }
            var unit: UInt32 = 0
            for offset in 1...4 {
                guard let digit = ASCII.hexValue(source[position + offset]) else { return nil }
                unit = unit << 4 | UInt32(digit)
            }
            position += 4
            return unit
        }
    }
}
