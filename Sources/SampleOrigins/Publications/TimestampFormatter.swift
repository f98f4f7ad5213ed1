internal import Foundation

/// A formatter of instants that does not use Foundation's formatters.
struct TimestampFormatter {
    private let year: Int
    private let month: Int
    private let day: Int
    private let weekday: Int
    private let secondOfDay: Int

    /// Computes the calendar date from the days since 1970, by 400-year eras.
    init(_ date: Date) {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let days = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
        secondOfDay = seconds - days * 86400
        weekday = ((days % 7) + 11) % 7
        let shifted = days + 719_468
        let era = shifted / 146_097
        let inEra = shifted - era * 146_097
        let yearOfEra = (inEra - inEra / 1460 + inEra / 36524 - inEra / 146_096) / 365
        let dayOfYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private var timeOfDay: String {
        "\(twoDigits(secondOfDay / 3600)):\(twoDigits(secondOfDay / 60 % 60)):\(twoDigits(secondOfDay % 60))"
    }

    private var dayAndMonth: String { "\(Self.weekdays[weekday]), \(twoDigits(day)) \(Self.months[month - 1]) \(year)" }

    /// The instant as HTTP-date (RFC 9110 §5.6.7).
    var http: String { "\(dayAndMonth) \(timeOfDay) GMT" }
    /// The instant in RFC 822 format with a four-digit year.
    var rfc822: String { "\(dayAndMonth) \(timeOfDay) +0000" }
    /// The instant in RFC 3339 format.
    var rfc3339: String { "\(year)-\(twoDigits(month))-\(twoDigits(day))T\(timeOfDay)Z" }
}
