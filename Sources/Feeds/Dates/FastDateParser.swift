import Foundation

/// A fast parser for `Wed, 02 Oct 2002 13:00:00 GMT` (or `+0200`) and `2002-10-02T13:00:00Z` (or `+02:00`). Other
/// formats return nil.
struct FastDateParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var isUnsupported = false

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        var reader = FastDateParser(bytes)
        return switch bytes.count {
        case 29, 31: reader.parseRFC822()
        case 20, 25: reader.parseISO8601()
        default: nil
        }
    }

    /// Parses the format of RFC 2822 §3.3 with weekday and seconds.
    private mutating func parseRFC822() -> Date? {
        guard bytes[3] == 0x2C, bytes[4] == 0x20, bytes[7] == 0x20, bytes[11] == 0x20, bytes[16] == 0x20 else {
            return nil
        }
        guard bytes[25] == 0x20, DateVocabulary.weekday(slice(0..<3)) != nil,
            let month = DateVocabulary.month(slice(8..<11))
        else {
            return nil
        }
        let zone: Int
        if bytes.count == 29 {
            guard bytes[26] == 0x47, bytes[27] == 0x4D, bytes[28] == 0x54 else { return nil }
            zone = 0
        } else {
            guard let sign = sign(at: 26) else { return nil }
            zone = sign * (twoDigits(27) * 3600 + minutes(29) * 60)
        }
        return date(year: twoDigits(12) * 100 + twoDigits(14), month: month, day: twoDigits(5), clockAt: 17, zone: zone)
    }

    /// Parses RFC 3339 without fractions.
    private mutating func parseISO8601() -> Date? {
        guard bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54 else { return nil }
        let zone: Int
        if bytes.count == 20 {
            guard bytes[19] == 0x5A else { return nil }
            zone = 0
        } else {
            guard bytes[22] == 0x3A, let sign = sign(at: 19) else { return nil }
            zone = sign * (twoDigits(20) * 3600 + minutes(23) * 60)
        }
        return date(
            year: twoDigits(0) * 100 + twoDigits(2), month: twoDigits(5), day: twoDigits(8), clockAt: 11, zone: zone)
    }

    private mutating func date(year: Int, month: Int, day: Int, clockAt at: Int, zone: Int) -> Date? {
        guard bytes[at + 2] == 0x3A, bytes[at + 5] == 0x3A else { return nil }
        let (hour, minute, second) = (twoDigits(at), twoDigits(at + 3), twoDigits(at + 6))
        guard !isUnsupported, year >= 1600, (1...12).contains(month), hour < 24, minute < 60, second < 60 else {
            return nil
        }
        guard day >= 1, day <= DateParts.dayCount(of: month, in: year), abs(zone) <= 12 * 3600 else { return nil }
        let days = DateParts.days(year: year, month: month, day: day)
        let seconds = days * 86400 + hour * 3600 + minute * 60 + second - zone
        return seconds < DateParts.latestSecond ? Date(timeIntervalSince1970: Double(seconds)) : nil
    }

    private func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[range])
    }

    private func sign(at: Int) -> Int? {
        bytes[at] == 0x2B ? 1 : bytes[at] == 0x2D ? -1 : nil
    }

    private mutating func twoDigits(_ at: Int) -> Int {
        let (tens, ones) = (bytes[at] &- 0x30, bytes[at + 1] &- 0x30)
        if tens > 9 || ones > 9 { isUnsupported = true }
        return Int(tens) * 10 + Int(ones)
    }

    private mutating func minutes(_ at: Int) -> Int {
        let number = twoDigits(at)
        if number > 59 { isUnsupported = true }
        return number
    }
}
