/// A whole number from untrusted input: a header, form, feed, cookie or file.
///
/// Has no arithmetic and converts to an ordinary integer only within stated bounds, so it can neither trap nor wrap
/// around.
public struct UntrustedInteger: Sendable, Hashable {
    private enum Value: Sendable, Hashable {
        case exact(Int64)
        /// A number beyond `Int64`.
        case tooSmall, tooLarge
    }

    private let value: Value

    /// Parses ASCII digits after an optional sign; nil for spaces, digits of other scripts and `0x`.
    /// - Parameter radix: 2 to 36; letters of both cases are digits.
    public init?(_ text: some StringProtocol, radix: Int = 10) { self.init(text.utf8, radix: radix) }

    /// Parses ASCII digits after an optional sign.
    public init?(_ bytes: some Sequence<UInt8>, radix: Int = 10) {
        self.init(bytes, radix: radix, isSignAllowed: true)
    }

    /// Parses ASCII digits without a sign, as in HTTP (`1*DIGIT`, RFC 9110 §5.6.1).
    public init?(digits text: some StringProtocol, radix: Int = 10) { self.init(digits: text.utf8, radix: radix) }

    /// Parses ASCII digits without a sign.
    public init?(digits bytes: some Sequence<UInt8>, radix: Int = 10) {
        self.init(bytes, radix: radix, isSignAllowed: false)
    }

    /// Truncates a number towards zero; nil for NaN.
    public init?(_ number: Double) {
        guard !number.isNaN else { return nil }
        // 2⁶³ is a Double, Int64.max is not.
        if number >= 0x1p63 {
            value = .tooLarge
        } else if number < -0x1p63 {
            value = .tooSmall
        } else {
            value = .exact(Int64(number))
        }
    }

    /// Wraps an integer of any size.
    public init(_ number: some BinaryInteger) {
        value = Int64(exactly: number).map(Value.exact) ?? (number < 0 ? .tooSmall : .tooLarge)
    }

    private init?(_ bytes: some Sequence<UInt8>, radix: Int, isSignAllowed: Bool) {
        var isNegative = false
        var isFirst = true
        var digits = 0
        // The sum is negated, as there is one more negative number than positive ones; nil means overflow.
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

    /// Returns the number; nil outside the range.
    public func within(_ range: ClosedRange<Int64>) -> Int64? {
        if case .exact(let number) = value, range.contains(number) { number } else { nil }
    }

    /// Returns the number clamped to the range.
    public func clamped(to range: ClosedRange<Int64>) -> Int64 {
        switch value {
        case .exact(let number): min(max(number, range.lowerBound), range.upperBound)
        case .tooSmall: range.lowerBound
        case .tooLarge: range.upperBound
        }
    }

    /// The number as a database ID: 0 to 2⁵³, exact in JavaScript; nil outside.
    public var id: Int64? { within(0...1 << 53) }

    /// Returns the number as `Int`; nil outside the range.
    public func int(in range: ClosedRange<Int>) -> Int? {
        within(Int64(range.lowerBound)...Int64(range.upperBound)).map { Int($0) }
    }

    /// Returns the number as `Int`, clamped to the range.
    public func int(clampedTo range: ClosedRange<Int>) -> Int {
        Int(clamped(to: Int64(range.lowerBound)...Int64(range.upperBound)))
    }
}
