/// A whole number from outside: from a header, form, feed, cookie or file.
///
/// It has no arithmetic and makes no range; it becomes an ordinary number only within bounds that the caller states. So
/// no outsider's number reaches arithmetic that would trap or wrap around. Numbers of any length are parsed; those
/// beyond `Int64` are known to be too small or too large.
public struct UntrustedInteger: Sendable, Hashable {
    private enum Value: Sendable, Hashable {
        case exact(Int64)
        /// Below `Int64.min`, and above `Int64.max`.
        case tooSmall, tooLarge
    }

    private let value: Value

    /// Parses ASCII digits after an optional sign, and nothing else: no blanks, no digits of other scripts, no `0x`.
    /// - Parameter radix: 2 to 36; letters of both cases are digits.
    public init?(_ text: some StringProtocol, radix: Int = 10) { self.init(text.utf8, radix: radix) }

    /// Parses ASCII digits after an optional sign, and nothing else.
    public init?(_ bytes: some Sequence<UInt8>, radix: Int = 10) {
        self.init(bytes, radix: radix, isSignAllowed: true)
    }

    /// Parses ASCII digits alone, like the numbers of HTTP headers (`1*DIGIT`, RFC 9110 §5.6.1 and RFC 5234).
    public init?(digits text: some StringProtocol, radix: Int = 10) { self.init(digits: text.utf8, radix: radix) }

    /// Parses ASCII digits alone.
    public init?(digits bytes: some Sequence<UInt8>, radix: Int = 10) {
        self.init(bytes, radix: radix, isSignAllowed: false)
    }

    /// Takes the whole part of any number, such as one of JSON; nil for NaN.
    public init?(_ number: Double) {
        guard !number.isNaN else { return nil }
        // 2⁶³ is a Double, Int64.max is not: everything from -2⁶³ to below 2⁶³ converts.
        if number >= 0x1p63 {
            value = .tooLarge
        } else if number < -0x1p63 {
            value = .tooSmall
        } else {
            value = .exact(Int64(number))
        }
    }

    /// Wraps an untrusted integer.
    public init(_ number: some BinaryInteger) {
        value = Int64(exactly: number).map(Value.exact) ?? (number < 0 ? .tooSmall : .tooLarge)
    }

    private init?(_ bytes: some Sequence<UInt8>, radix: Int, isSignAllowed: Bool) {
        var isNegative = false
        var isFirst = true
        var digits = 0
        // Summed downwards, since there is one more number below zero than above it.
        var sum: Int64? = 0
        for byte in bytes {
            if isFirst, isSignAllowed, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
                isNegative = byte == UInt8(ascii: "-")
            } else {
                guard let digit = Self.digit(byte), digit < radix else { return nil }
                sum = sum.flatMap { Self.appended(Int64(digit), to: $0, radix: Int64(radix)) }
                digits = 1
            }
            isFirst = false
        }
        guard digits > 0 else { return nil }
        if isNegative {
            value = sum.map(Value.exact) ?? .tooSmall
        } else if let sum, sum != .min {
            value = .exact(-sum)
        } else {
            value = .tooLarge
        }
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 0x61 + 10
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 0x41 + 10
        default: nil
        }
    }

    private static func appended(_ digit: Int64, to sum: Int64, radix: Int64) -> Int64? {
        let (shifted, isFar) = sum.multipliedReportingOverflow(by: radix)
        let (longer, isFarther) = shifted.subtractingReportingOverflow(digit)
        return isFar || isFarther ? nil : longer
    }

    /// The number, if it lies in the range.
    public func within(_ range: ClosedRange<Int64>) -> Int64? {
        if case .exact(let number) = value, range.contains(number) { number } else { nil }
    }

    /// The number, clamped to the range.
    public func clamped(to range: ClosedRange<Int64>) -> Int64 {
        switch value {
        case .exact(let number): min(max(number, range.lowerBound), range.upperBound)
        case .tooSmall: range.lowerBound
        case .tooLarge: range.upperBound
        }
    }

    /// The number, if it can be a database id: 0 to 2⁵³, which JavaScript represents exactly and which leaves room to
    /// add one.
    public var id: Int64? { within(0...1 << 53) }

    /// The number, if it lies in the range.
    public func int(in range: ClosedRange<Int>) -> Int? {
        within(Int64(range.lowerBound)...Int64(range.upperBound)).map { Int($0) }
    }

    /// The number, clamped to the range.
    public func int(clampedTo range: ClosedRange<Int>) -> Int {
        Int(clamped(to: Int64(range.lowerBound)...Int64(range.upperBound)))
    }
}
