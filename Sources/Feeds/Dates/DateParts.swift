import Foundation

struct DateParts {
    var year: Int
    var month = 1
    var day = 1
    /// The day of the year, 1 to 366, instead of month and day.
    var dayOfYear: Int?
    /// The ISO week and weekday (1 is Monday), instead of month and day.
    var week: (number: Int, day: Int)?
    var hour = 0
    var minute = 0
    var second = 0
    var fraction = 0.0
    /// The zone offset in seconds east of UTC.
    var offset = 0
    /// The zone's identifier (`Europe/Brussels`), instead of `offset`.
    var zoneIdentifier: String?

    init(year: Int, month: Int = 1, day: Int = 1) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    init(year: Int, ordinal: Int) {
        self.year = year
        self.dayOfYear = ordinal
    }

    /// The beginning of year 10000, which ISO 8601 cannot write, in seconds since 1970.
    static let latestSecond = 253_402_300_800

    /// The date; nil if invalid, or before 1600, as for unset fields.
    var date: Date? {
        guard (1600...9999).contains(year), let days = daysSince1970 else { return nil }
        let isEndOfDay = hour == 24 && minute == 0 && second == 0
        guard hour < 24 || isEndOfDay, minute < 60, second <= 60, hour >= 0 else { return nil }
        // Time zones span -12 to +14 hours; other offsets are ignored.
        let zone = (-12 * 3600...14 * 3600).contains(offset) ? offset : 0
        let seconds = days * 86400 + hour * 3600 + minute * 60 + min(second, 59) + (second == 60 ? 1 : 0) - zone
        guard seconds < Self.latestSecond else { return nil }
        let date = Date(timeIntervalSince1970: Double(seconds) + fraction)
        guard let zoneIdentifier, let clock = TimeZone(identifier: zoneIdentifier) else { return date }
        let estimate = date - Double(clock.secondsFromGMT(for: date))
        return date - Double(clock.secondsFromGMT(for: estimate))
    }

    /// The day of the week, 0 for Sunday.
    var weekday: Int? {
        daysSince1970.map { (($0 + 4) % 7 + 7) % 7 }
    }

    private var daysSince1970: Int? {
        if let dayOfYear {
            guard dayOfYear >= 1, dayOfYear <= (Self.isLeap(year) ? 366 : 365) else { return nil }
            return Self.days(year: year, month: 1, day: 1) + dayOfYear - 1
        }
        if let week {
            return Self.days(year: year, week: week.number, weekday: week.day)
        }
        guard (1...12).contains(month), day >= 1, day <= Self.dayCount(of: month, in: year) else { return nil }
        return Self.days(year: year, month: month, day: day)
    }

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func dayCount(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the days since 1970-01-01; counts years from March.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the days since 1970-01-01 of an ISO 8601 week date: week 1 contains 4 January. Returns nil before 1970.
    private static func days(year: Int, week: Int, weekday: Int) -> Int? {
        let fourth = days(year: year, month: 1, day: 4)
        let monday = fourth - (fourth + 3) % 7  // 1 January 1970 was a Thursday
        let fourthOfNext = days(year: year + 1, month: 1, day: 4)
        let weeks = (fourthOfNext - (fourthOfNext + 3) % 7 - monday) / 7
        // bounded: a year has 52 or 53 weeks
        guard year >= 1970, (1...weeks).contains(week), (1...7).contains(weekday) else { return nil }
        return monday + (week - 1) * 7 + weekday - 1
    }
}
