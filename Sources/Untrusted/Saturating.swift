public import Foundation

extension FixedWidthInteger {
    /// The whole part, clamped to this type's range; zero for NaN. `Int(_:)` would trap for all of these.
    public init(saturating number: Double) {
        self = Self(exactly: number.rounded(.towardZero)) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
    }

    /// The difference, clamped to this type's range: for stored numbers that may have been changed.
    public func subtracting(saturating other: Self) -> Self {
        let (difference, isBeyond) = subtractingReportingOverflow(other)
        return !isBeyond ? difference : self < other ? .min : .max
    }
}

extension Date {
    /// Seconds of 1 January of the year 1 and of 31 December 9999, UTC: the years that every format here can write.
    public static let writableSeconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Whole seconds since 1970, clamped to the years 1 to 9999.
    public var wholeSeconds: Int {
        UntrustedInteger(Int64(saturating: timeIntervalSince1970.rounded(.down)))
            .int(clampedTo: Int(Self.writableSeconds.lowerBound)...Int(Self.writableSeconds.upperBound))
    }

    /// The instant of a number of seconds since 1970; nil outside the years 1 to 9999.
    public init?(untrustedSeconds seconds: UntrustedInteger) {
        guard let seconds = seconds.within(Self.writableSeconds) else { return nil }
        self.init(timeIntervalSince1970: Double(seconds))
    }
}
