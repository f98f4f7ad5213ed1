public import Foundation

extension FixedWidthInteger {
    /// Truncates a number towards zero and clamps the result; zero for NaN, where `Int(_:)` traps.
    @inlinable public init(saturating number: Double) {
        self = Self(exactly: number.rounded(.towardZero)) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
    }

    /// Returns the difference, clamped instead of trapping on overflow, as stored numbers may be wrong.
    public func subtracting(saturating other: Self) -> Self {
        let (difference, isBeyond) = subtractingReportingOverflow(other)
        return !isBeyond ? difference : self < other ? .min : .max
    }
}

extension Date {
    /// The seconds since 1970 of the years 1 to 9999 in UTC, which every format in use can represent.
    public static let writableSeconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// The whole seconds since 1970, rounded down and clamped to the years 1 to 9999.
    public var wholeSeconds: Int {
        UntrustedInteger(Int64(saturating: timeIntervalSince1970.rounded(.down)))
            .int(clampedTo: Int(Self.writableSeconds.lowerBound)...Int(Self.writableSeconds.upperBound))
    }

    /// Creates a date from seconds since 1970; nil outside the years 1 to 9999.
    public init?(untrustedSeconds seconds: UntrustedInteger) {
        guard let seconds = seconds.within(Self.writableSeconds) else { return nil }
        self.init(timeIntervalSince1970: Double(seconds))
    }
}
