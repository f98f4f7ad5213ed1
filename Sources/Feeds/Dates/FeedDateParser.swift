public import Foundation

/// A parser for dates of feeds: RFC 822 and 2822 with common misspellings, W3C-DTF, ISO 8601 (calendar, week and
/// ordinal dates), asctime, named zones, two-digit years, foreign month names, Unix timestamps. The parser rejects
/// impossible dates; the default zone is UTC.
public struct FeedDateParser: Sendable {
    /// Parses a date; returns nil for an invalid one.
    public static func parse(_ text: String) -> Date? {
        var text = text
        return text.withUTF8 { parse($0) }
    }

    /// Parses a date; allocates no strings for common formats.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        var first = 0
        var last = min(bytes.count, 200)
        while first < last, bytes[first] <= 0x20 { first += 1 }
        while last > first, bytes[last - 1] <= 0x20 { last -= 1 }
        guard last - first >= 4 else { return nil }
        let trimmed = UnsafeBufferPointer(rebasing: bytes[first..<last])  // bounded: `first` stops at `last`
        if let date = FastDateParser.parse(trimmed) { return date }
        return parseAny(trimmed)
    }

    static func parseAny(_ trimmed: UnsafeBufferPointer<UInt8>) -> Date? {
        let whole = UnsafeBufferPointer(rebasing: trimmed[..<(trimmed.firstIndex { !$0.isDigit } ?? trimmed.count)])
        if whole.count == trimmed.count { return digitsOnly(trimmed) }
        // A fraction of Unix seconds is dropped.
        if (9...10).contains(whole.count), trimmed[whole.count] == 0x2E,
            trimmed[(whole.count + 1)...].allSatisfy({ $0.isDigit })
        {
            return digitsOnly(whole)
        }
        var scanner = ISODateScanner(bytes: trimmed)
        switch scanner.scan() {
        case .date(let parts): return parts.date
        case .invalid: return nil
        case .notISO: break
        }
        var textual = TextualDateScanner(bytes: trimmed)
        return textual.scan()?.date
    }

    /// Parses digits alone: a year (4), a year and day of the year (5 or 7), year and month or date (6), `20040105`
    /// (8), Unix seconds (9 or 10), Unix milliseconds (12 or 13) or `20040105194821` (14).
    private static func digitsOnly(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        guard bytes.count <= 14 else { return nil }
        let number = bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        switch bytes.count {
        case 4: return DateParts(year: number).date
        case 5: return DateParts(year: expandedYear(number / 1000), ordinal: number % 1000).date
        case 6: return sixDigits(number).date
        case 7: return DateParts(year: number / 1000, ordinal: number % 1000).date
        case 8: return DateParts(year: number / 10000, month: number / 100 % 100, day: number % 100).date
        case 9, 10: return Date(timeIntervalSince1970: Double(number))
        case 12, 13: return Date(timeIntervalSince1970: Double(number) / 1000)
        case 14:
            let clock = number % 1_000_000
            let day = number / 1_000_000
            var parts = DateParts(year: day / 10000, month: day / 100 % 100, day: day % 100)
            (parts.hour, parts.minute, parts.second) = (clock / 10000, clock / 100 % 100, clock % 100)
            return parts.date
        default: return nil
        }
    }

    /// Reads `200312` as a month if plausible, though ISO 8601 forbids that; otherwise `031231` as a day.
    private static func sixDigits(_ number: Int) -> DateParts {
        let (year, month) = (number / 100, number % 100)
        if (1970...2069).contains(year), (1...12).contains(month) { return DateParts(year: year, month: month) }
        return DateParts(year: expandedYear(number / 10000), month: number / 100 % 100, day: number % 100)
    }

    /// Returns the full year of a two-digit one (RFC 2822 §4.3).
    private static func expandedYear(_ year: Int) -> Int { year + (year < 50 ? 2000 : 1900) }
}

extension UInt8 {
    @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }
    @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    /// True for XML white space.
    @inline(__always) var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
    /// The byte in ASCII lower case.
    @inline(__always) var lower: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
