/// A decimal number from untrusted input, never NaN.
public struct UntrustedDecimal: Sendable, Hashable {
    private let value: Double

    /// Parses ASCII digits with an optional sign, point and exponent; nil for `inf`, `nan` and `0x1p3`.
    public init?(_ text: some StringProtocol) {
        let plain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
            default: false
            }
        }
        guard plain, let number = Double(text) else { return nil }
        value = number
    }

    /// Wraps a number; nil for NaN.
    public init?(_ number: Double) {
        guard !number.isNaN else { return nil }
        value = number
    }

    /// The integer part, rounded towards zero.
    public var whole: UntrustedInteger { UntrustedInteger(value) ?? UntrustedInteger(0) }

    /// Returns the number; nil outside the range.
    public func within(_ range: ClosedRange<Double>) -> Double? { range.contains(value) ? value : nil }
}
