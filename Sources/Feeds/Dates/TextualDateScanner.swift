// bounded throughout: scan positions only move forward.

/// A parser for dates made of words in any order: RFC 822 and 2822, asctime, and variants (`Thu, 1st Jan. 04 7:48 pm
/// EST`).
struct TextualDateScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    // Four properties avoid an array, because every story has a date.
    private var first = (value: 0, digits: 0)
    private var second = (value: 0, digits: 0)
    private var third = (value: 0, digits: 0)
    private var fourth = (value: 0, digits: 0)
    private var numberCount = 0
    /// True if the first number precedes a comma, as a weekday does.
    private var isFirstApart = false
    private var month: Int?
    /// True if the month came before any number, where weekdays usually come.
    private var isMonthFirst = false
    private var weekday: Int?
    private var clock: DateParts?
    private var isAfternoon: Bool?
    private var offset: Int?
    private var zoneIdentifier: String?
    /// The offset implied by the script, for a date without a zone.
    private var defaultOffset: Int?
    private var unknownWords = 0
    /// True if the date is dotted, or in a language that does not write the month first.
    private var isDayFirst = false
    /// True if the next number is a month, as in Vietnamese.
    private var isMonthNext = false

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
                if byte == 0x2E { isDayFirst = true }
                at += 1
            }
            guard numberCount <= 4, unknownWords <= 6 else { return nil }
        }
        dropWeekdayNumber()
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
        if let next = looseClock(hour: number, start..<end) { return next }
        if end < bytes.count, bytes[end] >= 0x80, let unit = DateVocabulary.clockUnit(bytes, at: end) {
            record(number, of: unit)
            return end + 3
        }
        if isMonthNext, month == nil {
            month = number
        } else {
            isFirstApart = isFirstApart || numberCount == 0 && month == nil && end < bytes.count && bytes[end] == 0x2C
            record((number, end - start))
        }
        return end
    }

    /// Reads `10h30`, and `10.30` after a date.
    private mutating func looseClock(hour: Int, _ digits: Range<Int>) -> Int? {
        let mark = digits.upperBound
        guard clock == nil, digits.count <= 2, mark + 2 < bytes.count else { return nil }
        let isLetter = bytes[mark].lower == 0x68
        let hasDate = numberCount >= (month == nil ? 3 : 2)
        guard isLetter || (bytes[mark] == 0x2E && hasDate) else { return nil }
        guard let minute = twoDigits(mark + 1) else { return nil }
        var (parts, end) = (DateParts(year: 1970), mark + 3)
        (parts.hour, parts.minute) = (hour, minute)
        if !isLetter, end < bytes.count, bytes[end] == 0x2E, let second = twoDigits(end + 1) {
            (parts.second, end) = (second, end + 3)
        }
        clock = parts
        return end
    }

    /// Returns the number of exactly two digits at `start`.
    private func twoDigits(_ start: Int) -> Int? {
        guard start + 1 < bytes.count, bytes[start].isDigit, bytes[start + 1].isDigit else { return nil }
        guard start + 2 >= bytes.count || !bytes[start + 2].isDigit else { return nil }
        return integer(start..<start + 2)
    }

    private mutating func record(_ number: (value: Int, digits: Int)) {
        switch numberCount {
        case 0: first = number
        case 1: second = number
        case 2: third = number
        case 3: fourth = number
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
        // Fractions are ignored.
        if at < bytes.count, bytes[at] == 0x2E {
            at += 1
            while at < bytes.count, bytes[at].isDigit { at += 1 }
        }
        clock = parts
        // The text 1:2:3:4 is no time of day.
        if at + 1 < bytes.count, bytes[at] == 0x3A, bytes[at + 1].isDigit { return nil }
        return at
    }

    /// Reads a numeric zone; returns nil if invalid (`+zz:00`).
    private mutating func zone(_ start: Int) -> Int? {
        var end = start + 1
        guard end < bytes.count, bytes[end].isDigit else { return end < bytes.count && bytes[end].isLetter ? nil : end }
        while end < bytes.count, bytes[end].isDigit || bytes[end] == 0x3A { end += 1 }
        offset = TimeZoneOffsetParser.offset(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        let isCut = bytes[end - 1] == 0x3A && end < bytes.count && bytes[end].isLetter
        return offset == nil || isCut ? nil : end
    }

    // MARK: Words

    private mutating func word(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end].isLetter || bytes[end] >= 0x80 { end += 1 }
        if end - start > 2, bytes[start] == 0xE0, bytes[start + 1] & 0xFE == 0xB8 {
            end = DateVocabulary.endOfThaiWord(bytes, from: end)
        }
        let word = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if vietnameseWord(word) { return end }
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

    private mutating func vietnameseWord(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        if let meaning = DateVocabulary.vietnamese(word) {
            isMonthNext = isMonthNext || meaning == .month
        } else if clock != nil, isAfternoon == nil, let found = DateVocabulary.isVietnameseAfternoon(word) {
            isAfternoon = found
        } else {
            return false
        }
        isDayFirst = true
        return true
    }

    /// Returns false for `a.m.` and true for `p.m.`
    private func dottedDayPeriod(_ start: Int) -> Bool? {
        guard start + 2 < bytes.count, bytes[start + 1] == 0x2E, bytes[start + 2].lower == 0x6D else { return nil }
        switch bytes[start].lower {
        case 0x61: return false
        case 0x70: return true
        default: return nil
        }
    }

    /// Reads `GMT`, `GMT+1` or `Europe/Brussels`; returns the index behind it.
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
        offset = TimeZoneOffsetParser.offset(UnsafeBufferPointer(rebasing: bytes[word.lowerBound..<end]))
        return offset == nil ? nil : end
    }

    // MARK: Assembling the date

    private mutating func dropWeekdayNumber() {
        guard isFirstApart, numberCount == (month == nil ? 4 : 3) else { return }
        (first, second, third) = (second, third, fourth)
        numberCount -= 1
    }

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

    /// Returns the date: the year is the number that cannot be a day, else the later one. A lone year means its first
    /// day of the month.
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

    /// Returns the date in the order year first; else day first if dotted or the first number cannot be a month; else
    /// month first, unless the weekday contradicts.
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
        return isDayFirst || a.value > 12 ? dayFirst : monthFirst
    }

    /// Returns the full year (RFC 2822 §4.3): below 50 is this century, others count from 1900. Thailand's years are
    /// 543 ahead.
    private func fullYear(_ number: (value: Int, digits: Int)) -> Int {
        switch number.digits {
        case ...2: number.value + (number.value < 50 ? 2000 : 1900)
        case 3: number.value + 1900
        default: (2443...2643).contains(number.value) ? number.value - 543 : number.value
        }
    }

    private func integer(_ range: Range<Int>) -> Int {
        range.reduce(0) { $0 * 10 + Int(bytes[$1] - 0x30) }
    }
}
