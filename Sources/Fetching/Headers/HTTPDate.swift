import Foundation
import Untrusted

/// A parser for HTTP's three date formats (RFC 9110 §5.6.7), without locale.
enum HTTPDate {
    /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
    static func parse(_ text: String, now: Date) -> Date? {
        let words = text.split { " ,-\t".contains($0) }
        guard words.count >= 5 else { return nil }
        let isC = UntrustedInteger(digits: words[1]) == nil
        let (dayWord, monthWord) = isC ? (words[2], words[1]) : (words[1], words[2])
        let (yearWord, timeWord) = isC ? (words[4], words[3]) : (words[3], words[4])
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let clock = timeWord.split(separator: ":").compactMap { UntrustedInteger(digits: $0)?.int(in: 0...60) }
        guard let day = UntrustedInteger(digits: dayWord)?.int(in: 1...31),
            var year = UntrustedInteger(digits: yearWord)?.int(in: 0...9999),
            let month = names.firstIndex(of: monthWord.prefix(3).lowercased()), clock.count == 3,
            clock[0] < 24, clock[1] < 60
        else { return nil }
        if yearWord.count == 2 { year = fullYear(year, now: now) }
        let days = days(year: year, month: month + 1, day: day)
        return Date(timeIntervalSince1970: Double(days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]))
    }

    /// Returns the full year of two digits; a year more than 50 years ahead is in the past.
    private static func fullYear(_ short: Int, now: Date) -> Int {
        let current = 1970 + now.wholeSeconds / 31_556_952
        let near = current / 100 * 100 + short
        return near > current + 50 ? near - 100 : near
    }

    /// Returns the days since 1970-01-01 in the Gregorian calendar.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns `2026-11-21 14:05 UTC`, for messages.
    static func minuteText(_ date: Date) -> String {
        let text = date.formatted(.iso8601.dateSeparator(.dash).timeSeparator(.colon))
        return text.prefix(16).replacing("T", with: " ") + " UTC"
    }
}
