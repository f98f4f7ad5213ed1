/// Escaping for text and quoted attributes, in whole runs: most text has nothing to escape.
enum Escaping {
    @inline(__always)
    static func append(_ source: UnsafeBufferPointer<UInt8>, to out: inout [UInt8], quotes: Bool) {
        var start = 0
        for index in 0..<source.count {
            let byte = source[index]
            guard byte <= 0x3E, byte == 0x26 || byte == 0x3C || byte == 0x3E || (quotes && byte == 0x22) else {
                continue
            }
            if index > start { out.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<index])) }
            start = index + 1
            append(escape: byte, to: &out)
        }
        if start < source.count { out.append(contentsOf: UnsafeBufferPointer(rebasing: source[start...])) }
    }

    private static func append(escape byte: UInt8, to out: inout [UInt8]) {
        switch byte {
        case 0x26: append("&amp;", to: &out)
        case 0x3C: append("&lt;", to: &out)
        case 0x3E: append("&gt;", to: &out)
        default: append("&quot;", to: &out)
        }
    }

    @inline(__always)
    static func append(_ markup: StaticString, to out: inout [UInt8]) {
        out.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    static func append(_ number: Int, to out: inout [UInt8]) {
        if number < 0 { out.append(0x2D) }
        var rest = number.magnitude
        let start = out.count
        repeat {
            out.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        out[start...].reverse()
    }

    /// Undoes `append` in an attribute of the normal form, which knows four names only.
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
}
