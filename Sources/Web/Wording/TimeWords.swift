import Foundation

/// All wording of time. Pages carry dates and clocks; script words them as ages and keeps them current, so that a page
/// kept by a browser never lies (decision 17).
struct TimeWords: Sendable {
    let zone: TimeZone
    let now: Date

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// A date taken apart in the reader's zone. Days are counted from 1970, so that two can be compared.
    private struct Parts {
        let year, month, day, weekday, hour, minute, dayNumber: Int
    }

    private func parts(_ date: Date) -> Parts {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
        let dayNumber = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
        let inDay = seconds - dayNumber * 86_400
        // Days to a civil date, counted in eras of 400 years that begin on 1 March.
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let slot = (5 * dayOfYear + 2) / 153
        let month = slot < 10 ? slot + 3 : slot - 9
        return Parts(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month, day: dayOfYear - (153 * slot + 2) / 5 + 1,
            weekday: ((dayNumber % 7) + 11) % 7, hour: inDay / 3600, minute: inDay / 60 % 60, dayNumber: dayNumber)
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// "8:10": the clock of 24 hours.
    func clock(_ date: Date) -> String {
        let when = parts(date)
        return "\(when.hour):\(two(when.minute))"
    }

    /// "9:42" today, "Yesterday", "14 Nov", "14 Nov 2025": for rows.
    func short(_ date: Date) -> String {
        let (when, today) = (parts(date), parts(now))
        switch today.dayNumber - when.dayNumber {
        case 0: return clock(date)
        case 1: return "Yesterday"
        default:
            let day = "\(when.day) \(Self.months[when.month - 1].prefix(3))"
            return when.year == today.year ? day : "\(day) \(when.year)"
        }
    }

    /// "Saturday 21 November 2026, 9:42": the exact time, on request and on the story's page.
    func long(_ date: Date) -> String {
        let when = parts(date)
        return "\(Self.days[when.weekday]) \(when.day) \(Self.months[when.month - 1]) \(when.year), \(clock(date))"
    }

    /// "Saturday 21 November": the newspaper's date.
    func dateline(_ date: Date) -> String {
        let when = parts(date)
        return "\(Self.days[when.weekday]) \(when.day) \(Self.months[when.month - 1])"
    }

    /// "8:10" when it was today, else "yesterday", "Monday", "14 Nov": after the word *since*.
    func since(_ date: Date) -> String {
        let (when, today) = (parts(date), parts(now))
        switch today.dayNumber - when.dayNumber {
        case 0: return clock(date)
        case 1: return "yesterday"
        case 2...6: return Self.days[when.weekday]
        default: return short(date)
        }
    }

    /// "14:20", or "14:20 tomorrow", or "14 Nov, 14:20": after the word *until*.
    func until(_ date: Date) -> String {
        let (when, today) = (parts(date), parts(now))
        switch when.dayNumber - today.dayNumber {
        case 0: return clock(date)
        case 1: return "\(clock(date)) tomorrow"
        default: return "\(when.day) \(Self.months[when.month - 1].prefix(3)), \(clock(date))"
        }
    }

    /// The status line's five forms (row MIT-64): just now, 1 minute, x minutes, at, on.
    func updated(_ date: Date) -> String {
        let age = Int(now.timeIntervalSince(date))
        let (when, today) = (parts(date), parts(now))
        switch age {
        case ..<60: return "Updated Just Now"
        case ..<120: return "Updated 1 minute ago"
        case ..<360: return "Updated \(age / 60) minutes ago"
        default:
            guard when.dayNumber == today.dayNumber else { return "Updated on \(when.month)/\(when.day)/\(when.year)" }
            let hour = when.hour % 12 == 0 ? 12 : when.hour % 12
            return "Updated at \(hour):\(two(when.minute)) \(when.hour < 12 ? "AM" : "PM")"
        }
    }

    /// "31 min", "1 h 5 min": a playing time.
    static func playing(_ seconds: Int) -> String {
        let minutes = max(1, (seconds + 30) / 60)
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h\(minutes % 60 == 0 ? "" : " \(minutes % 60) min")"
    }

    /// An instant as `datetime` wants it (RFC 3339, UTC, whole seconds).
    static func machine(_ date: Date) -> String {
        let parts = TimeWords(zone: .gmt, now: date).parts(date)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = ((Int(date.timeIntervalSince1970.rounded(.down)) % 60) + 60) % 60
        let year = String(max(0, parts.year))
        let four = String(repeating: "0", count: max(0, 4 - year.count)) + year
        return "\(four)-\(two(parts.month))-\(two(parts.day))T\(two(parts.hour)):\(two(parts.minute)):\(two(seconds))Z"
    }
}
