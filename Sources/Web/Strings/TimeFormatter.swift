import Foundation
import News
import Untrusted

/// A formatter of dates and times. Pages have absolute times, which script turns into ages, so that cached pages stay
/// correct.
struct TimeFormatter: Sendable {
    let zone: TimeZone
    let now: Date
    /// The components of `now`, computed once, as every row compares with them.
    private let today: DateTimeComponents

    init(zone: TimeZone, now: Date) {
        self.zone = zone
        self.now = now
        today = DateTimeComponents(now, zone)
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    static let shortMonths: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// The components of a date in a time zone; `dayNumber` counts from 1970.
    private struct DateTimeComponents {
        let year, month, day, weekday, hour, minute, second, dayNumber: Int

        init(_ date: Date, _ zone: TimeZone) {
            self.init(seconds: date.wholeSeconds + zone.secondsFromGMT(for: date))
        }

        /// Creates the components.
        /// - Parameter seconds: the local time in seconds since 1970.
        init(seconds: Int) {
            dayNumber = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
            let inDay = seconds - dayNumber * 86_400
            // The days are converted to a civil date, in eras of 400 years from 1 March.
            let shifted = dayNumber + 719_468
            let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
            let dayOfEra = shifted - era * 146_097
            let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
            let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
            let slot = (5 * dayOfYear + 2) / 153
            month = slot < 10 ? slot + 3 : slot - 9
            year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
            day = dayOfYear - (153 * slot + 2) / 5 + 1
            weekday = ((dayNumber % 7) + 11) % 7
            (hour, minute, second) = (inDay / 3600, inDay / 60 % 60, inDay % 60)
        }
    }

    private func parts(_ date: Date) -> DateTimeComponents { DateTimeComponents(date, zone) }
    private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Returns the time of day, such as "8:10", with 24 hours.
    func clock(_ date: Date) -> String {
        let when = parts(date)
        return "\(when.hour):\(padded(when.minute))"
    }

    /// Returns "9:42" for today and the last six hours, which script words as ages, else "Yesterday", "14 Nov" or
    /// "14 Nov 2025".
    func short(_ date: Date) -> String {
        String(unsafeUninitializedCapacity: Self.shortLength) { short(date, into: $0) }
    }

    static let shortLength = 40
    /// The time in seconds within which a date of yesterday is worded like one of today, as in `time.js`.
    private static let recentTime: TimeInterval = 6 * 3_600

    /// Writes the text of `short(_:)` without building a string, since every row has one.
    /// - Returns: the number of bytes.
    func short(_ date: Date, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let when = parts(date)
        var writer = ByteWriter(buffer)
        switch today.dayNumber - when.dayNumber {
        case 0,
            1 where now.timeIntervalSince(date) < Self.recentTime:
            writer.write(when.hour)
            writer.write(when.minute < 10 ? ":0" : ":")
            writer.write(when.minute)
        case 1: writer.write("Yesterday")
        default:
            writer.write(when.day)
            writer.write(" ")
            writer.write(Self.shortMonths[when.month - 1])
            guard when.year != today.year else { break }
            writer.write(" ")
            writer.write(when.year)
        }
        return writer.count
    }

    /// Returns a text such as "Saturday 21 November 2026, 9:42".
    func long(_ date: Date) -> String { "\(fullDay(date)), \(clock(date))" }

    /// Returns a text such as "Saturday 21 November 2026".
    func fullDay(_ date: Date) -> String { "\(weekday(date)) \(day(date))" }

    /// Returns the name of the day, such as "Saturday".
    func weekday(_ date: Date) -> String { Self.days[parts(date).weekday] }

    /// Returns a text such as "21 November 2026".
    func day(_ date: Date) -> String {
        let when = parts(date)
        return "\(when.day) \(Self.months[when.month - 1]) \(when.year)"
    }

    /// Returns a text such as "21 Nov 2026, 09:42".
    func medium(_ date: Date) -> String {
        let when = parts(date)
        let month = Self.shortMonths[when.month - 1]
        return "\(when.day) \(month) \(when.year), \(padded(when.hour)):\(padded(when.minute))"
    }

    /// Returns a text such as "Saturday 21 November".
    func dateline(_ date: Date) -> String {
        let when = parts(date)
        return "\(Self.days[when.weekday]) \(when.day) \(Self.months[when.month - 1])"
    }

    /// Returns the number of the day in the reader's zone, counted from 1970.
    func dayNumber(_ date: Date) -> Int { parts(date).dayNumber }

    /// Returns the head of a day in a list: "Today", "Yesterday", "Saturday 21 November" or "21 November 2025".
    func dayHead(_ date: Date) -> String {
        let when = parts(date)
        switch today.dayNumber - when.dayNumber {
        case 0: return "Today"
        case 1: return "Yesterday"
        default: return when.year == today.year ? dateline(date) : day(date)
        }
    }

    /// Returns the number of today's issue within the year: of the day, or of the week by ISO 8601.
    func issueNumber(_ issue: EditionOptions.Issue) -> Int {
        switch issue {
        case .daily: return today.dayNumber - firstDay(of: today.year) + 1
        case .weekly:
            let thursday = monday + 3
            let year = DateTimeComponents(seconds: thursday * 86_400).year
            return (thursday - firstDay(of: year)) / 7 + 1
        }
    }

    /// Returns the dates of today's issue: "Saturday 21 November", or "16 – 22 November".
    func issueDates(_ issue: EditionOptions.Issue) -> String {
        guard issue == .weekly else { return dateline(now) }
        let first = DateTimeComponents(seconds: monday * 86_400)
        let last = DateTimeComponents(seconds: (monday + 6) * 86_400)
        let month = first.month == last.month ? "" : " \(Self.months[first.month - 1])"
        return "\(first.day)\(month) – \(last.day) \(Self.months[last.month - 1])"
    }

    /// The number of the day on which this week began.
    private var monday: Int { today.dayNumber - (today.weekday + 6) % 7 }

    private func firstDay(of year: Int) -> Int {
        let before = year - 1
        return before * 365 + before / 4 - before / 100 + before / 400 - 719_162
    }

    /// Returns a text for use after "since": "8:10" today, "yesterday", "Monday", "14 Nov".
    func since(_ date: Date) -> String {
        let when = parts(date)
        switch today.dayNumber - when.dayNumber {
        case 0: return clock(date)
        case 1: return "yesterday"
        case 2...6: return Self.days[when.weekday]
        default: return short(date)
        }
    }

    /// Returns a text for use after "until": "14:20", "14:20 tomorrow", "14 Nov, 14:20".
    func until(_ date: Date) -> String {
        let when = parts(date)
        switch when.dayNumber - today.dayNumber {
        case 0: return clock(date)
        case 1: return "\(clock(date)) tomorrow"
        default: return "\(when.day) \(Self.months[when.month - 1].prefix(3)), \(clock(date))"
        }
    }

    /// Returns one of the status line's five forms (MIT-64).
    /// - Parameters:
    ///   - allowsJustNow: false if later requests failed; the first minute is then a clock time.
    ///   - isInBar: true in a bottom bar, in title case with 12 hours; elsewhere sentence case, 24 hours and the dates
    ///     of rows.
    func updated(_ date: Date, allowsJustNow: Bool = true, isInBar: Bool = true) -> String {
        let age = Int(saturating: now.timeIntervalSince(date))
        let when = parts(date)
        switch age {
        case ..<60 where allowsJustNow: return isInBar ? "Updated Just Now" : "Updated just now"
        case 60..<120: return "Updated 1 minute ago"
        case 120..<360: return "Updated \(age / 60) minutes ago"
        case _ where !isInBar:
            switch today.dayNumber - when.dayNumber {
            case 0: return "Updated at \(clock(date))"
            case 1: return "Updated yesterday"
            default: return "Updated on \(short(date))"
            }
        default:
            guard when.dayNumber == today.dayNumber else { return "Updated on \(when.month)/\(when.day)/\(when.year)" }
            let hour = when.hour % 12 == 0 ? 12 : when.hour % 12
            return "Updated at \(hour):\(padded(when.minute)) \(when.hour < 12 ? "AM" : "PM")"
        }
    }

    /// Returns a duration such as "31 min" or "1 h 5 min".
    static func duration(_ seconds: Int) -> String {
        let minutes = max(1, (UntrustedInteger(seconds).int(clampedTo: 0...1_000_000_000) + 30) / 60)
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h\(minutes % 60 == 0 ? "" : " \(minutes % 60) min")"
    }

    /// Returns the date as RFC 3339, in UTC and whole seconds.
    static func rfc3339(_ date: Date) -> String {
        String(unsafeUninitializedCapacity: rfc3339Length) { rfc3339(date, into: $0) }
    }

    static let rfc3339Length = 20

    /// Writes the text of `rfc3339(_:)`.
    /// - Returns: the number of bytes.
    static func rfc3339(_ date: Date, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let parts = DateTimeComponents(seconds: date.wholeSeconds)
        let year = min(max(0, parts.year), 9999)
        var writer = ByteWriter(buffer)
        writer.write("0000-00-00T00:00:00Z")
        func add(_ number: Int, at offset: Int) {
            buffer[offset] += UInt8(number / 10)
            buffer[offset + 1] += UInt8(number % 10)
        }
        add(year / 100, at: 0)
        add(year % 100, at: 2)
        add(parts.month, at: 5)
        add(parts.day, at: 8)
        add(parts.hour, at: 11)
        add(parts.minute, at: 14)
        add(parts.second, at: 17)
        return writer.count
    }
}

/// A writer into a buffer known to be large enough.
private struct ByteWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func write(_ text: StaticString) {
        for at in 0..<text.utf8CodeUnitCount { buffer[count + at] = text.utf8Start[at] }
        count += text.utf8CodeUnitCount
    }

    mutating func write(_ number: Int) {
        if number < 0 { write("-") }
        var (rest, start) = (number.magnitude, count)
        repeat {
            buffer[count] = 0x30 + UInt8(rest % 10)
            count += 1
            rest /= 10
        } while rest > 0
        var end = count - 1
        while start < end {
            buffer.swapAt(start, end)
            (start, end) = (start + 1, end - 1)
        }
    }
}
