/// A number with or without a fraction that came from outside: a duration, a density, a quality.
///
/// Like ``UntrustedInteger`` it becomes an ordinary number only within bounds, and is never infinite or not a number.
public struct UntrustedDecimal: Sendable, Hashable {
    private let value: Double

    /// Reads ASCII digits with an optional sign, point and exponent: what JSON, HTML and CSS call a number, and none of
    /// `inf`, `nan` and `0x1p3`, which Swift reads too.
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

    /// Takes a number that an outsider chose; nil for one that is not a number.
    public init?(_ number: Double) {
        guard !number.isNaN else { return nil }
        value = number
    }

    /// Its whole part, towards zero; zero for none can be, since it is never not a number.
    public var whole: UntrustedInteger { UntrustedInteger(value) ?? UntrustedInteger(0) }

    /// The number, if it is one of these.
    public func within(_ range: ClosedRange<Double>) -> Double? { range.contains(value) ? value : nil }

    /// The number, or the end of the range that it lies beyond.
    public func clamped(to range: ClosedRange<Double>) -> Double { min(max(value, range.lowerBound), range.upperBound) }
}
