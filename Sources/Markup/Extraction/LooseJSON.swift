/// JSON as pages write it into their heads: comments and CDATA marks around it, raw line ends in strings, commas too many.
enum LooseJSON {
    case text(String)
    case number(String)
    case flag(Bool)
    case list([LooseJSON])
    case object([String: LooseJSON])
    case nothing

    /// Reads as much as makes sense; nil when the bytes begin with nothing of the kind.
    static func read(_ source: UnsafeBufferPointer<UInt8>) -> LooseJSON? {
        guard let start = source.firstIndex(where: { $0 == 0x7B || $0 == 0x5B }) else { return nil }
        // `<![CDATA[` has two brackets of its own.
        var reader = Reader(source: source, at: start)
        if start >= 2, source[start] == 0x5B, source[start - 1] == 0x21 {
            guard let inner = source[(start + 1)...].firstIndex(of: 0x5B),
                let first = source[(inner + 1)...].firstIndex(where: { $0 == 0x7B || $0 == 0x5B })
            else { return nil }
            reader.at = first
        }
        return reader.value(depth: 0)
    }

    subscript(key: String) -> LooseJSON? {
        if case .object(let members) = self { return members[key] }
        return nil
    }

    var string: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    /// What a list holds; anything else is a list of one.
    var elements: [LooseJSON] {
        switch self {
        case .list(let elements): elements
        case .nothing: []
        default: [self]
        }
    }
}

extension LooseJSON {
    private struct Reader {
        let source: UnsafeBufferPointer<UInt8>
        var at: Int

        mutating func skipSpace() {
            while at < source.count, source[at] <= 0x20 || source[at] == 0x2C { at += 1 }
        }

        mutating func value(depth: Int) -> LooseJSON? {
            skipSpace()
            guard at < source.count, depth < 48 else { return nil }
            switch source[at] {
            case 0x7B: return object(depth: depth)
            case 0x5B: return list(depth: depth)
            case 0x22: return .text(string())
            default: return word()
            }
        }

        private mutating func object(depth: Int) -> LooseJSON {
            var members: [String: LooseJSON] = [:]
            at += 1
            while true {
                skipSpace()
                guard at < source.count, source[at] == 0x22 else { break }
                let key = string()
                skipSpace()
                guard at < source.count, source[at] == 0x3A else { break }
                at += 1
                guard let value = value(depth: depth + 1) else { break }
                if members[key] == nil { members[key] = value }
            }
            skipSpace()
            if at < source.count, source[at] == 0x7D { at += 1 } else { at = source.count }
            return .object(members)
        }

        private mutating func list(depth: Int) -> LooseJSON {
            var elements: [LooseJSON] = []
            at += 1
            while true {
                skipSpace()
                guard at < source.count, source[at] != 0x5D, let value = value(depth: depth + 1) else { break }
                elements.append(value)
            }
            if at < source.count, source[at] == 0x5D { at += 1 } else { at = source.count }
            return .list(elements)
        }

        private mutating func word() -> LooseJSON? {
            let start = at
            while at < source.count, source[at] > 0x20, source[at] != 0x2C, source[at] != 0x7D, source[at] != 0x5D {
                at += 1
            }
            guard at > start else { return nil }
            let word = String(decoding: source[start..<at], as: UTF8.self)  // bounded: a scan moves forward
            switch word {
            case "true": return .flag(true)
            case "false": return .flag(false)
            case "null": return .nothing
            default:
                return word.utf8.first.map { AddressReader.isDigit($0) || $0 == 0x2D } == true ? .number(word) : nil
            }
        }

        private mutating func string() -> String {
            at += 1
            var out: [UInt8] = []
            while at < source.count, source[at] != 0x22 {
                if source[at] == 0x5C { escape(into: &out) } else { out.append(source[at]) }
                at += 1
            }
            at += 1
            return String(decoding: out, as: UTF8.self)
        }

        private mutating func escape(into out: inout [UInt8]) {
            guard at + 1 < source.count else { return }
            at += 1
            switch source[at] {
            case UInt8(ascii: "n"): out.append(0x0A)
            case UInt8(ascii: "t"): out.append(0x09)
            case UInt8(ascii: "r"): out.append(0x0D)
            case UInt8(ascii: "b"), UInt8(ascii: "f"): out.append(0x20)
            case UInt8(ascii: "u"):
                guard var unit = hexUnit() else { return }
                if unit >= 0xD800, unit < 0xDC00, at + 2 < source.count, source[at + 1] == 0x5C, source[at + 2] == 0x75
                {
                    at += 2
                    guard let low = hexUnit(), low >= 0xDC00, low < 0xE000 else { return }
                    unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
                }
                if let scalar = Unicode.Scalar(unit) { out.append(contentsOf: String(scalar).utf8) }
            default: out.append(source[at])
            }
        }

        /// The four digits behind the `u`; leaves `at` on the last of them.
        private mutating func hexUnit() -> UInt32? {
            guard at + 4 < source.count else { return nil }
            var unit: UInt32 = 0
            for offset in 1...4 {
                guard let digit = HostReader.hexValue(source[at + offset]) else { return nil }
                unit = unit << 4 | UInt32(digit)
            }
            at += 4
            return unit
        }
    }
}
