// bounded throughout: scan positions only move forward.

/// A parser for W3C-DTF and ISO 8601, with RFC 9557's suffixes.
struct ISODateScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    enum Outcome {
        case date(DateParts)
        /// A text that looks like ISO 8601 but is invalid.
        case invalid
        case notISO
    }

    mutating func scan() -> Outcome {
        if let parts = basicFormat() { return .date(parts) }
        at = 0
        guard let year = digits(4...4), var parts = date(year: year) else { return .notISO }
        guard at < bytes.count else { return .date(parts) }
        let isISO = bytes[at] | 0x20 == 0x74 || (bytes[at] == 0x2D && parts.dayOfYear == nil)
        if time(into: &parts) { return .date(parts) }
        return isISO ? .invalid : .notISO
    }

    /// Parses `03-12-31`, `-03-12` and `-0312` (ISO 8601:1988 §5.2.1).
    private mutating func basicFormat() -> DateParts? {
        let hasLeadingHyphen = peek == 0x2D
        if hasLeadingHyphen { at += 1 }
        guard let short = digits(2...2) else { return nil }
        let year = short + (short < 50 ? 2000 : 1900)
        let isDashed = peek == 0x2D
        if isDashed { at += 1 }
        guard hasLeadingHyphen || isDashed, let month = digits(2...2) else { return nil }
        if hasLeadingHyphen { return at == bytes.count ? DateParts(year: year, month: month) : nil }
        guard peek == 0x2D else { return nil }
        at += 1
        guard let day = digits(2...2), at == bytes.count else { return nil }
        return DateParts(year: year, month: month, day: day)
    }

    private mutating func date(year: Int) -> DateParts? {
        guard let separator = peek else { return DateParts(year: year) }
        if separator | 0x20 == 0x77 { return week(of: year) }  // 2004W017
        let dashed = separator == 0x2D || separator == 0x2F || separator == 0x2E
        if dashed { at += 1 }
        if let next = peek, next | 0x20 == 0x77 { return week(of: year) }
        let start = at
        while let byte = peek, byte.isDigit, at - start < 4 { at += 1 }
        let number = integer(start..<at)
        switch at - start {
        case 3: return DateParts(year: year, ordinal: number)
        case 4 where !dashed: return DateParts(year: year, month: number / 100, day: number % 100)
        case 1, 2:
            guard dashed, peek == separator else { return DateParts(year: year, month: number) }
            at += 1
            guard let day = digits(1...2) else { return nil }
            return DateParts(year: year, month: number, day: day)
        default: return nil
        }
    }

    private mutating func week(of year: Int) -> DateParts? {
        at += 1
        guard let number = digits(2...2) else { return nil }
        var parts = DateParts(year: year)
        parts.week = (number, 1)
        if peek == 0x2D { at += 1 }
        if let day = digits(1...1) { parts.week = (number, day) }
        return parts
    }

    private mutating func time(into parts: inout DateParts) -> Bool {
        guard let mark = peek, mark | 0x20 == 0x74 || mark.isSpace else {
            // XML Schema dates have a zone without a time: 2013-01-27-05:00.
            return (peek != 0x2D || bytes[at...].contains(0x3A)) && zone(into: &parts)
        }
        at += 1
        while let byte = peek, byte.isSpace || byte == 0x2C { at += 1 }
        guard let hour = digits(2...2) ?? digits(1...1) else { return zone(into: &parts) }
        parts.hour = hour
        let colon = peek == 0x3A
        if colon { at += 1 }
        var unit = 3600  // a fraction belongs to the last number given (ISO 8601 §4.2.2.4)
        if let minute = digits(2...2) {
            parts.minute = minute
            unit = 60
            if !colon || peek == 0x3A {
                if colon { at += 1 }
                if let second = digits(2...2) { (parts.second, unit) = (second, 1) }
            }
        }
        parts.fraction = Double(milliseconds(of: unit)) / 1000
        return zone(into: &parts)
    }

    /// Returns a fraction of `unit` seconds in milliseconds, truncated.
    private mutating func milliseconds(of unit: Int) -> Int {
        guard peek == 0x2E || peek == 0x2C else { return 0 }
        at += 1
        var (value, scale) = (0, 1)
        while let byte = peek, byte.isDigit {
            if scale < 1_000_000_000 { (value, scale) = (value * 10 + Int(byte - 0x30), scale * 10) }
            at += 1
        }
        return value * unit * 1000 / scale
    }

    /// Reads a zone; returns false if anything else follows.
    private mutating func zone(into parts: inout DateParts) -> Bool {
        while let byte = peek, byte.isSpace || byte == 0x3A { at += 1 }
        var end = bytes.count
        if end > at, bytes[end - 1] == 0x5D, let suffix = bytes[at...].firstIndex(of: 0x5B) {
            end = suffix
            if end == at { parts.zoneIdentifier = zoneIdentifier(at: suffix) }
        }
        guard at < end else { return true }
        // The zone -05:00Z is read as -05:00.
        if bytes[end - 1] | 0x20 == 0x7A, bytes[end - 2].isDigit, bytes[at] == 0x2B || bytes[at] == 0x2D { end -= 1 }
        let rest = UnsafeBufferPointer(rebasing: bytes[at..<end])
        guard let offset = TimeZoneOffsetParser.offset(rest) else { return false }
        parts.offset = offset
        return true
    }

    /// Returns the zone of RFC 9557 §4.1, `[Europe/Berlin]` or `[!Europe/Berlin]`; nil for other suffixes,
    /// `[key=value]`.
    private func zoneIdentifier(at bracket: Int) -> String? {
        let name = bytes[(bracket + 1)...].prefix { $0 != 0x5D }.drop { $0 == 0x21 }
        return name.contains(0x3D) ? nil : String(decoding: name, as: UTF8.self)
    }

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    /// Reads a number with this count of digits; advances only when successful.
    private mutating func digits(_ count: ClosedRange<Int>) -> Int? {
        var end = at
        while end < bytes.count, end - at < count.upperBound, bytes[end].isDigit { end += 1 }
        guard end - at >= count.lowerBound else { return nil }
        defer { at = end }
        return integer(at..<end)
    }

    private func integer(_ range: Range<Int>) -> Int {
        range.reduce(0) { $0 * 10 + Int(bytes[$1] - 0x30) }
    }
}
