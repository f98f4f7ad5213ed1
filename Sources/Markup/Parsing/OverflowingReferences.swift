// bounded throughout: every range runs from where a scan began to where it stands, and a scan only moves forward.

/// Repairs numeric character references beyond U+10FFFF. HTML reads them as U+FFFD (§13.2.5.80); gumbo's 32-bit value
/// overflows: `&#xFFFFFFFF;` becomes its end-of-text marker, and all that follows is lost.
enum OverflowingReferences {
    private static let maximumCodePoint = 0x10_FFFF

    /// `source` with U+FFFD for these references, nil when there are none.
    static func repaired(_ source: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var out: [UInt8] = []
        var copied = 0
        var index = 0
        while let sign = TextPlaceholders.position(of: 0x23, in: source, from: index) {
            let digits = digits(of: source, behind: sign)
            index = digits.range.upperBound
            guard digits.isPast, sign > 0, source[sign - 1] == 0x26 else { continue }
            out.append(contentsOf: UnsafeBufferPointer(rebasing: source[copied..<digits.range.lowerBound]))
            HTMLEscaping.append(digits.isHexadecimal ? "FFFD" : "65533", to: &out)
            copied = index
        }
        guard copied > 0 else { return nil }
        out.append(contentsOf: UnsafeBufferPointer(rebasing: source[copied...]))
        return out
    }

    /// The digits after the `#` at `sign`, and whether they exceed the last code point.
    private static func digits(
        of source: UnsafeBufferPointer<UInt8>, behind sign: Int
    ) -> (range: Range<Int>, isHexadecimal: Bool, isPast: Bool) {
        let first = sign + 1
        let isHexadecimal = first < source.count && source[first] | 0x20 == 0x78
        let begin = isHexadecimal ? first + 1 : first
        var (end, value) = (begin, 0)
        while end < source.count, let digit = HostParser.hexValue(source[end]), isHexadecimal || digit < 10 {
            // Beyond the last code point the exact value does not matter.
            if value <= maximumCodePoint { value = value * (isHexadecimal ? 16 : 10) + Int(digit) }
            end += 1
        }
        return (begin..<end, isHexadecimal, value > maximumCodePoint)
    }
}
