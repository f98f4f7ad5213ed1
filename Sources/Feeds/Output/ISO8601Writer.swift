import Foundation
import Untrusted

/// A formatter of dates as ISO 8601 in UTC, with milliseconds if they are not zero.
enum ISO8601Writer {
    static func string(_ date: Date) -> String {
        let milliseconds = Int(saturating: (date.timeIntervalSince1970 * 1000).rounded())
        let (days, rest) = floored(milliseconds, by: 86_400_000)
        let (year, month, day) = calendarDate(days)
        let seconds = rest / 1000
        var text = "\(padded(year, 4))-\(padded(month))-\(padded(day))T\(padded(seconds / 3600))"
        text += ":\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
        if rest % 1000 != 0 { text += ".\(padded(rest % 1000, 3))" }
        return text + "Z"
    }

    private static func floored(_ number: Int, by divisor: Int) -> (Int, Int) {
        let rest = number % divisor
        return rest < 0 ? (number / divisor - 1, rest + divisor) : (number / divisor, rest)
    }

    /// Returns year, month and day of a number of days since 1970-01-01; counts years from March.
    private static func calendarDate(_ days: Int) -> (Int, Int, Int) {
        let (era, dayOfEra) = floored(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
