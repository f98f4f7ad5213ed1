public import Foundation

extension FixedWidthInteger {
    /// The whole part of a number, or the end of this type that it lies beyond; zero for what is not a number. `Int(_:)` stops
    /// the program for all of these.
    public init(saturating number: Double) {
        self = Self(exactly: number.rounded(.towardZero)) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
    }

    /// The difference, or the end of this type that it lies beyond: for numbers that were kept and may have been changed
    /// meanwhile.
    public func subtracting(saturating other: Self) -> Self {
        let (difference, isBeyond) = subtractingReportingOverflow(other)
        return !isBeyond ? difference : self < other ? .min : .max
    }
}

extension Date {
    /// Seconds of 1 January of the year 1 and of 31 December 9999, UTC: the years that every format here can write.
    public static let writableSeconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// The whole second of an instant, which may lie in any year: before the year 1 its beginning, after 9999 its end.
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
