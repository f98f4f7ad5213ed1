import Foundation

extension Date {
    /// Creates a date; nil outside the years 1 to 9999.
    /// - Parameter seconds: the seconds since 1970.
    init?(seconds: Int) {
        guard (-62_135_596_800...253_402_300_799).contains(seconds) else { return nil }
        self.init(timeIntervalSince1970: Double(seconds))
    }

    /// The seconds since 1970; nil outside the years 1 to 9999.
    var seconds: Int? {
        Int(exactly: timeIntervalSince1970.rounded(.down)).flatMap { Date(seconds: $0) == nil ? nil : $0 }
    }
}
