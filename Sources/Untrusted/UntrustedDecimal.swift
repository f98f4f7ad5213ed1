/// A decimal number from outside: a duration, a density, a quality.
///
/// Like ``UntrustedInteger`` it becomes an ordinary number only within bounds, and is never infinite or NaN.
public struct UntrustedDecimal: Sendable, Hashable {
    private let value: Double

    /// Parses ASCII digits with an optional sign, point and exponent, as in JSON, HTML and CSS; not `inf`, `nan` and
    /// `0x1p3`, which Swift accepts too.
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

    /// Wraps an untrusted number; nil for NaN.
    public init?(_ number: Double) {
        guard !number.isNaN else { return nil }
        value = number
    }

    /// The whole part, towards zero. Never falls back to zero, since the value is never NaN.
    public var whole: UntrustedInteger { UntrustedInteger(value) ?? UntrustedInteger(0) }

    /// The number, if it lies in the range.
    public func within(_ range: ClosedRange<Double>) -> Double? { range.contains(value) ? value : nil }

    /// The number, clamped to the range.
    public func clamped(to range: ClosedRange<Double>) -> Double { min(max(value, range.lowerBound), range.upperBound) }
}
