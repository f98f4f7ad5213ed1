import Foundation

extension Date {
    /// An instant as an origin counts it.
    /// - Parameter seconds: since 1970; nil outside the years 1 to 9999, for which no calendar has a page.
    init?(seconds: Int) {
        guard (-62_135_596_800...253_402_300_799).contains(seconds) else { return nil }
        self.init(timeIntervalSince1970: Double(seconds))
    }

    /// Whole seconds since 1970; nil outside the years 1 to 9999.
    var seconds: Int? {
        Int(exactly: timeIntervalSince1970.rounded(.down)).flatMap { Date(seconds: $0) == nil ? nil : $0 }
    }
}
