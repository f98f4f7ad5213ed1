/// Reads W3C-DTF and ISO 8601: a year first, then month, week or day of the year, then perhaps a time and a zone.
struct ISODateScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The parts, or nil when the text has another shape.
    mutating func scan() -> DateParts? {
        guard let year = digits(4...4), var parts = date(year: year) else { return nil }
        guard at < bytes.count else { return parts }
        guard time(into: &parts) else { return nil }
        return parts
    }

    private mutating func date(year: Int) -> DateParts? {
        guard let separator = peek else { return DateParts(year: year) }
        if separator | 0x20 == 0x77 { return week(of: year) }  // 2004W017
        let dashed = separator == 0x2D || separator == 0x2F || separator == 0x2E
        if dashed { at += 1 }
        if let next = peek, next | 0x20 == 0x77 { return week(of: year) }
        let start = at
        while let byte = peek, byte.isDigit, at - start < 4 { at += 1 }
        let number = value(start..<at)
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
        guard let mark = peek, mark | 0x20 == 0x74 || mark.isSpace else { return zone(into: &parts) }
        at += 1
        while let byte = peek, byte.isSpace || byte == 0x2C { at += 1 }
        guard let hour = digits(2...2) ?? digits(1...1) else { return zone(into: &parts) }
        parts.hour = hour
        let colon = peek == 0x3A
        if colon { at += 1 }
        if let minute = digits(2...2) {
            parts.minute = minute
            if !colon || peek == 0x3A {
                if colon { at += 1 }
                parts.second = digits(2...2) ?? 0
            }
            parts.fraction = fraction()
        }
        return zone(into: &parts)
    }

    private mutating func fraction() -> Double {
        guard peek == 0x2E || peek == 0x2C else { return 0 }
        at += 1
        var (sum, scale) = (0.0, 0.1)
        while let byte = peek, byte.isDigit {
            sum += Double(byte - 0x30) * scale
            scale /= 10
            at += 1
        }
        return (sum * 1000).rounded(.down) / 1000
    }

    /// What is left must be a zone, or the text is of another kind.
    private mutating func zone(into parts: inout DateParts) -> Bool {
        while let byte = peek, byte.isSpace { at += 1 }
        guard at < bytes.count else { return true }
        let rest = UnsafeBufferPointer(rebasing: bytes[at...])
        guard let offset = DateZone.offset(rest) else { return false }
        parts.offset = offset
        return true
    }

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    /// A number of that many digits, no more; the place is kept when there are fewer.
    private mutating func digits(_ count: ClosedRange<Int>) -> Int? {
        var end = at
        while end < bytes.count, end - at < count.upperBound, bytes[end].isDigit { end += 1 }
        guard end - at >= count.lowerBound else { return nil }
        defer { at = end }
        return value(at..<end)
    }

    private func value(_ range: Range<Int>) -> Int {
        range.reduce(0) { $0 * 10 + Int(bytes[$1] - 0x30) }
    }
}
