public import Foundation

extension FixedWidthInteger {
    /// Towards zero, clamped; zero for NaN, where `Int(_:)` traps.
    @inlinable public init(saturating number: Double) {
        self = Self(exactly: number.rounded(.towardZero)) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
    }

    /// Clamped: stored numbers may be wrong.
    public func subtracting(saturating other: Self) -> Self {
        let (difference, isBeyond) = subtractingReportingOverflow(other)
        return !isBeyond ? difference : self < other ? .min : .max
    }
}

extension Date {
    /// The years 1 to 9999, UTC, which every format here can write.
    public static let writableSeconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Clamped to the years 1 to 9999.
    public var wholeSeconds: Int {
        UntrustedInteger(Int64(saturating: timeIntervalSince1970.rounded(.down)))
            .int(clampedTo: Int(Self.writableSeconds.lowerBound)...Int(Self.writableSeconds.upperBound))
    }

    /// nil outside the years 1 to 9999.
    public init?(untrustedSeconds seconds: UntrustedInteger) {
        guard let seconds = seconds.within(Self.writableSeconds) else { return nil }
        self.init(timeIntervalSince1970: Double(seconds))
    }
}
