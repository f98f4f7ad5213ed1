/// The escaping of text and quoted attributes in whole runs.
enum HTMLEscaping {
    static func append(_ source: UnsafeBufferPointer<UInt8>, to out: inout [UInt8], quotes: Bool) {
        var start = 0
        while start < source.count {
            let index = nextSpecial(in: source, from: start, quotes: quotes)
            // bounded: tested before
            if index > start { out.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<index])) }
            guard index < source.count else { return }
            append(escape(of: source[index]), to: &out)
            start = index + 1
        }
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Returns the offset of the next byte to escape, or else the end. `<` and `>` differ in one bit, as do `&` and
    /// `"`, so two comparisons per eight-byte word suffice.
    @inline(__always)
    static func nextSpecial(in source: UnsafeBufferPointer<UInt8>, from start: Int, quotes: Bool) -> Int {
        guard let base = source.baseAddress else { return start }
        var index = start
        while index + 8 <= source.count {
            let word = UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
            let angles = (word | 0x02 &* ones) ^ 0x3E &* ones
            let ampersands = (quotes ? word | 0x04 &* ones : word) ^ 0x26 &* ones
            // A zero byte sets its highest bit; the lowest such bit is always right.
            let found = ((angles &- ones) & ~angles | (ampersands &- ones) & ~ampersands) & (0x80 &* ones)
            if found != 0 { return index + found.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < source.count {
            let byte = source[index]
            if byte | 0x02 == 0x3E || byte == 0x26 || (quotes && byte == 0x22) { return index }
            index += 1
        }
        return index
    }

    static func escape(of byte: UInt8) -> StaticString {
        switch byte {
        case 0x26: "&amp;"
        case 0x3C: "&lt;"
        case 0x3E: "&gt;"
        default: "&quot;"
        }
    }

    @inline(__always)
    static func append(_ markup: StaticString, to out: inout [UInt8]) {
        out.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    @inline(__always)
    static func withDigits(of number: Int, _ take: (UnsafeBufferPointer<UInt8>) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var (rest, first) = (number.magnitude, 20)
            repeat {
                first -= 1
                digits[first] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                first -= 1
                digits[first] = 0x2D
            }
            take(UnsafeBufferPointer(rebasing: digits[first...]))
        }
    }

    /// Reverses `append` for attributes of `SafeHTML`, which use four character references.
    static func unescaped(_ source: UnsafeBufferPointer<UInt8>) -> String {
        guard source.contains(0x26) else { return String(decoding: source, as: UTF8.self) }
        var out: [UInt8] = []
        out.reserveCapacity(source.count)
        var index = 0
        let names: [(StaticString, UInt8)] = [("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22)]
        while index < source.count {
            let rest = UnsafeBufferPointer(rebasing: source[index...])
            let match = source[index] == 0x26 ? names.first { starts(rest, with: $0.0) } : nil
            out.append(match?.1 ?? source[index])
            index += match.map { $0.0.utf8CodeUnitCount } ?? 1
        }
        return String(decoding: out, as: UTF8.self)
    }

    static func starts(_ bytes: UnsafeBufferPointer<UInt8>, with name: StaticString) -> Bool {
        bytes.starts(with: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    static func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ piece: StaticString) -> Bool {
        let wanted = UnsafeBufferPointer(start: piece.utf8Start, count: piece.utf8CodeUnitCount)
        guard let first = wanted.first else { return false }
        var rest = bytes[...]
        while rest.count >= wanted.count, let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: wanted) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
