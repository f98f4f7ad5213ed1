// bounded throughout: scan positions only move forward.

/// Parses dates made of words in any order: RFC 822 and 2822, asctime, and variants (`Thu, 1st Jan. 04 7:48 pm EST`).
struct TextualDateScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    // No array, because every story has a date.
    private var first = (value: 0, digits: 0)
    private var second = (value: 0, digits: 0)
    private var third = (value: 0, digits: 0)
    private var numberCount = 0
    private var month: Int?
    /// The month came before any number, where weekdays stand.
    private var isMonthFirst = false
    private var weekday: Int?
    private var clock: DateParts?
    private var isAfternoon: Bool?
    private var offset: Int?
    private var zoneIdentifier: String?
    /// Implied by the script, for a date without a zone.
    private var defaultOffset: Int?
    private var unknownWords = 0
    private var isDotted = false

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    mutating func scan() -> DateParts? {
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte.isSpace || byte == 0x2C || byte == 0x2F {
                at += 1
            } else if byte == 0x28 {  // a comment, as (PST)
                while at < bytes.count, bytes[at] != 0x29 { at += 1 }
                at += 1
            } else if byte.isDigit {
                guard let next = numberOrClock(at) else { return nil }
                at = next
            } else if (byte == 0x2B || byte == 0x2D) && clock != nil && offset == nil {
                guard let next = zone(at) else { return nil }
                at = next
            } else if byte.isLetter || byte >= 0x80 {
                at = word(at)
            } else {
                if byte == 0x2E { isDotted = true }
                at += 1
            }
            guard numberCount <= 4, unknownWords <= 6 else { return nil }
        }
        return dateParts()
    }

    // MARK: Numbers

    private mutating func numberOrClock(_ start: Int) -> Int? {
        var end = start
        while end < bytes.count, bytes[end].isDigit { end += 1 }
        guard end - start <= 8 else { return nil }
        let number = integer(start..<end)
        if end < bytes.count, bytes[end] == 0x3A, clock == nil, end - start <= 2 {
            return clock(hour: number, from: end)
        }
        if end < bytes.count, bytes[end] >= 0x80, let unit = DateVocabulary.clockUnit(bytes, at: end) {
            record(number, of: unit)
            return end + 3
        }
        record((number, end - start))
        return end
    }

    private mutating func record(_ number: (value: Int, digits: Int)) {
        switch numberCount {
        case 0: first = number
        case 1: second = number
        case 2: third = number
        default: break
        }
        numberCount += 1
    }

    private mutating func record(_ number: Int, of unit: DateVocabulary.ClockUnit) {
        var parts = clock ?? DateParts(year: 1970)
        switch unit {
        case .hour: parts.hour = number
        case .minute: parts.minute = number
        case .second: parts.second = number
        }
        clock = parts
    }

    private mutating func clock(hour: Int, from colon: Int) -> Int? {
        var parts = DateParts(year: 1970)
        parts.hour = hour
        var at = colon
        for field in 0..<2 where at < bytes.count && bytes[at] == 0x3A {
            var end = at + 1
            while end < bytes.count, end - at <= 2, bytes[end].isDigit { end += 1 }
            let number = integer(at + 1..<end)
            if field == 0 { parts.minute = number } else { parts.second = number }
            at = end
        }
        // Ignores fractions, and German "Uhr".
        if at < bytes.count, bytes[at] == 0x2E {
            at += 1
            while at < bytes.count, bytes[at].isDigit { at += 1 }
        }
        clock = parts
        // 1:2:3:4 is no time of day
        if at + 1 < bytes.count, bytes[at] == 0x3A, bytes[at + 1].isDigit { return nil }
        return at
    }

    /// Reads a numeric zone; nil if invalid (`+zz:00`).
    private mutating func zone(_ start: Int) -> Int? {
        var end = start + 1
        guard end < bytes.count, bytes[end].isDigit else { return end < bytes.count && bytes[end].isLetter ? nil : end }
        while end < bytes.count, bytes[end].isDigit || bytes[end] == 0x3A { end += 1 }
        offset = TimeZoneOffset.offset(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        let isCut = bytes[end - 1] == 0x3A && end < bytes.count && bytes[end].isLetter
        return offset == nil || isCut ? nil : end
    }

    // MARK: Words

    private mutating func word(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end].isLetter || bytes[end] >= 0x80 { end += 1 }
        let word = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if month == nil || isMonthFirst, let found = DateVocabulary.month(word) {
            isMonthFirst = month == nil && numberCount == 0
            month = found
            return end
        }
        if let found = DateVocabulary.isAfternoon(word) {
            (isAfternoon, defaultOffset) = (found, defaultOffset ?? DateVocabulary.defaultOffset(of: word))
            return end
        }
        if end - start == 1, let found = dottedDayPeriod(start) {
            isAfternoon = found
            return start + 3
        }
        if let day = DateVocabulary.weekday(word) {
            weekday = day
            return end
        }
        if let rest = namedZone(start..<end) { return rest }
        defaultOffset = defaultOffset ?? DateVocabulary.defaultOffset(of: word)
        if word.count > 2 { unknownWords += 1 }
        return end
    }

    /// Reads `a.m.` and `p.m.`
    private func dottedDayPeriod(_ start: Int) -> Bool? {
        guard start + 2 < bytes.count, bytes[start + 1] == 0x2E, bytes[start + 2].lower == 0x6D else { return nil }
        switch bytes[start].lower {
        case 0x61: return false
        case 0x70: return true
        default: return nil
        }
    }

    /// Reads `GMT`, `GMT+1`, `Europe/Brussels`; returns its end.
    private mutating func namedZone(_ word: Range<Int>) -> Int? {
        guard clock != nil, offset == nil, zoneIdentifier == nil else { return nil }
        var end = word.upperBound
        if end + 1 < bytes.count, bytes[end] == 0x2F, bytes[end + 1].isLetter {
            while end < bytes.count, bytes[end].isLetter || bytes[end] == 0x2F || bytes[end] == 0x5F { end += 1 }
            zoneIdentifier = String(decoding: bytes[word.lowerBound..<end], as: UTF8.self)
            return end
        }
        if end < bytes.count, bytes[end] == 0x2B || bytes[end] == 0x2D {  // GMT+1
            end += 1
            while end < bytes.count, bytes[end].isDigit || bytes[end] == 0x3A { end += 1 }
        }
        offset = TimeZoneOffset.offset(UnsafeBufferPointer(rebasing: bytes[word.lowerBound..<end]))
        return offset == nil ? nil : end
    }

    // MARK: Assembling the date

    private func dateParts() -> DateParts? {
        guard var parts = month.map(datePartsWithMonth) ?? datePartsWithoutMonth() else { return nil }
        if let clock {
            (parts.hour, parts.minute, parts.second) = (clock.hour, clock.minute, clock.second)
        }
        if let isAfternoon, parts.hour <= 12 {
            parts.hour = parts.hour % 12 + (isAfternoon ? 12 : 0)
        }
        parts.offset = offset ?? defaultOffset ?? 0
        parts.zoneIdentifier = zoneIdentifier
        return parts
    }

    /// The year is the number that cannot be a day, else the later one. A lone year means its first day of the month.
    private func datePartsWithMonth(_ month: Int) -> DateParts? {
        if numberCount == 1, first.digits == 4, clock == nil { return DateParts(year: first.value, month: month) }
        guard numberCount >= 2 else { return nil }
        let yearFirst = first.digits > 2 || first.value > 31
        let (year, day) =
            yearFirst
            ? (first, second)
            : second.digits <= 2 && numberCount > 2 && third.digits > 2 ? (third, first) : (second, first)
        return DateParts(year: fullYear(year), month: month, day: day.value)
    }

    /// Year first; else day first if dotted or the first cannot be a month; else month first, unless the weekday
    /// contradicts.
    private func datePartsWithoutMonth() -> DateParts? {
        guard numberCount >= 3 else { return nil }
        let (a, b, c) = (first, second, third)
        if a.digits > 2 || a.value > 31 { return DateParts(year: fullYear(a), month: b.value, day: c.value) }
        let dayFirst = DateParts(year: fullYear(c), month: b.value, day: a.value)
        let monthFirst = DateParts(year: fullYear(c), month: a.value, day: b.value)
        if let weekday {
            if monthFirst.weekday == weekday { return monthFirst }
            if dayFirst.weekday == weekday { return dayFirst }
        }
        return isDotted || a.value > 12 ? dayFirst : monthFirst
    }

    /// RFC 2822 §4.3: below 50 is this century; others count from 1900.
    private func fullYear(_ number: (value: Int, digits: Int)) -> Int {
        switch number.digits {
        case ...2: number.value + (number.value < 50 ? 2000 : 1900)
        case 3: number.value + 1900
        default: number.value
        }
    }

    private func integer(_ range: Range<Int>) -> Int {
        range.reduce(0) { $0 * 10 + Int(bytes[$1] - 0x30) }
    }
}
