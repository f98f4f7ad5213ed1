import Untrusted

// bounded throughout: scan positions only grow.

/// A repair of numeric references beyond U+10FFFF. HTML reads them as U+FFFD (§13.2.5.80); gumbo overflows:
/// `&#xFFFFFFFF;` becomes its end-of-text marker and loses the rest.
enum OverflowingReferences {
    private static let maximumCodePoint = 0x10_FFFF

    /// Returns the repaired text; nil if it is unchanged.
    static func repaired(_ source: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var out: [UInt8] = []
        var copied = 0
        var index = 0
        while let sign = TextPlaceholders.position(of: 0x23, in: source, from: index) {
            let digits = digits(of: source, after: sign)
            index = digits.range.upperBound
            guard digits.isOverflowing, sign > 0, source[sign - 1] == 0x26 else { continue }
            out.append(contentsOf: UnsafeBufferPointer(rebasing: source[copied..<digits.range.lowerBound]))
            HTMLEscaping.append(digits.isHexadecimal ? "FFFD" : "65533", to: &out)
            copied = index
        }
        guard copied > 0 else { return nil }
        out.append(contentsOf: UnsafeBufferPointer(rebasing: source[copied...]))
        return out
    }

    /// Returns the digits after the `#` at `sign`.
    private static func digits(
        of source: UnsafeBufferPointer<UInt8>, after sign: Int
    ) -> (range: Range<Int>, isHexadecimal: Bool, isOverflowing: Bool) {
        let first = sign + 1
        let isHexadecimal = first < source.count && source[first] | 0x20 == 0x78
        let begin = isHexadecimal ? first + 1 : first
        var (end, value) = (begin, 0)
        while end < source.count, let digit = ASCII.hexValue(source[end]), isHexadecimal || digit < 10 {
            // Larger values need not be exact.
            if value <= maximumCodePoint { value = value * (isHexadecimal ? 16 : 10) + Int(digit) }
            end += 1
        }
        return (begin..<end, isHexadecimal, value > maximumCodePoint)
    }
}
