// bounded throughout: every range runs from where a scan began to where it stands, and a scan only moves forward.

/// Numeric references past the last character there is. HTML reads them as U+FFFD (§13.2.5.80); gumbo counts them in 32
/// bits, which run over: `&#xFFFFFFFF;` is its own mark for the end of the text then, and loses all that follows.
enum OverflowingReferences {
    private static let maximumCodePoint = 0x10_FFFF

    /// `source` with the digits of U+FFFD in their place, nil when there is none of them.
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

    /// The digits behind the `#` at `sign`, and whether they name more than the last character.
    private static func digits(
        of source: UnsafeBufferPointer<UInt8>, behind sign: Int
    ) -> (range: Range<Int>, isHexadecimal: Bool, isPast: Bool) {
        let first = sign + 1
        let isHexadecimal = first < source.count && source[first] | 0x20 == 0x78
        let begin = isHexadecimal ? first + 1 : first
        var (end, value) = (begin, 0)
        while end < source.count, let digit = HostParser.hexValue(source[end]), isHexadecimal || digit < 10 {
            // Past the last character it only has to stay there.
            if value <= maximumCodePoint { value = value * (isHexadecimal ? 16 : 10) + Int(digit) }
            end += 1
        }
        return (begin..<end, isHexadecimal, value > maximumCodePoint)
    }
}
