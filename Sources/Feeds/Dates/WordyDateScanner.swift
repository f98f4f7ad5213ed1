/// Reads dates made of words: RFC 822 and 2822, asctime, and what people make of them (`Thu, 1st Jan. 04 7:48 pm EST`).
/// The words may come in any order; weekdays and words that mean nothing are passed over.
struct WordyDateScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    // Four at most, kept without an array because there is a date in every story.
    private var first = (value: 0, digits: 0)
    private var second = (value: 0, digits: 0)
    private var third = (value: 0, digits: 0)
    private var count = 0
    private var month: Int?
    private var clock: DateParts?
    private var afternoon: Bool?
    private var offset: Int?
    private var unknown = 0
    private var dotted = false

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The parts, or nil when day, month or year is missing.
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
                at = zone(at)
            } else if byte.isLetter || byte >= 0x80 {
                at = word(at)
            } else {
                if byte == 0x2E { dotted = true }
                at += 1
            }
            guard count <= 4, unknown <= 3 else { return nil }
        }
        return assembled()
    }

    private mutating func numberOrClock(_ start: Int) -> Int? {
        var end = start
        while end < bytes.count, bytes[end].isDigit { end += 1 }
        guard end - start <= 8 else { return nil }
        let number = value(start..<end)
        if end < bytes.count, bytes[end] == 0x3A, clock == nil, end - start <= 2 {
            return clock(hour: number, from: end)
        }
        note((number, end - start))
        return end
    }

    private mutating func note(_ number: (value: Int, digits: Int)) {
        switch count {
        case 0: first = number
        case 1: second = number
        case 2: third = number
        default: break
        }
        count += 1
    }

    private mutating func clock(hour: Int, from colon: Int) -> Int? {
        var parts = DateParts(year: 1970)
        parts.hour = hour
        var at = colon
        for field in 0..<2 where at < bytes.count && bytes[at] == 0x3A {
            var end = at + 1
            while end < bytes.count, end - at <= 2, bytes[end].isDigit { end += 1 }
            let number = value(at + 1..<end)
            if field == 0 { parts.minute = number } else { parts.second = number }
            at = end
        }
        // Fractions of a second, and a German "Uhr" after the time, mean nothing here.
        if at < bytes.count, bytes[at] == 0x2E {
            at += 1
            while at < bytes.count, bytes[at].isDigit { at += 1 }
        }
        clock = parts
        return at
    }

    private mutating func zone(_ start: Int) -> Int {
        var end = start + 1
        while end < bytes.count, bytes[end].isDigit || bytes[end] == 0x3A { end += 1 }
        offset = DateZone.offset(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        return end
    }

    private mutating func word(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end].isLetter || bytes[end] >= 0x80 { end += 1 }
        let word = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if month == nil, let found = DateWords.month(word) {
            month = found
            return end
        }
        if let found = DateWords.isAfternoon(word) {
            afternoon = found
            return end
        }
        if clock != nil, offset == nil, !DateWords.isWeekday(word) {
            var rest = end
            if rest < bytes.count, bytes[rest] == 0x2B || bytes[rest] == 0x2D {  // GMT+1
                rest += 1
                while rest < bytes.count, bytes[rest].isDigit || bytes[rest] == 0x3A { rest += 1 }
            }
            if let found = DateZone.offset(UnsafeBufferPointer(rebasing: bytes[start..<rest])) {
                offset = found
                return rest
            }
        }
        if !DateWords.isWeekday(word), word.count > 2 { unknown += 1 }
        return end
    }

    private func assembled() -> DateParts? {
        guard var parts = month.map(withMonth) ?? withoutMonth() else { return nil }
        if let clock {
            (parts.hour, parts.minute, parts.second) = (clock.hour, clock.minute, clock.second)
        }
        if let afternoon, parts.hour <= 12 {
            parts.hour = parts.hour % 12 + (afternoon ? 12 : 0)
        }
        parts.offset = offset ?? 0
        return parts
    }

    /// A day and a year around a named month; the year is what cannot be a day, else the later one.
    private func withMonth(_ month: Int) -> DateParts? {
        guard count >= 2 else { return nil }
        let yearFirst = first.digits > 2 || first.value > 31
        let (year, day) =
            yearFirst
            ? (first, second) : second.digits <= 2 && count > 2 && third.digits > 2 ? (third, first) : (second, first)
        return DateParts(year: fullYear(year), month: month, day: day.value)
    }

    /// Numbers alone: year first, else day first when dotted or when the first cannot be a month, else month first.
    private func withoutMonth() -> DateParts? {
        guard count >= 3 else { return nil }
        let (a, b, c) = (first, second, third)
        if a.digits > 2 || a.value > 31 { return DateParts(year: fullYear(a), month: b.value, day: c.value) }
        let dayFirst = dotted || a.value > 12
        return DateParts(year: fullYear(c), month: dayFirst ? b.value : a.value, day: dayFirst ? a.value : b.value)
    }

    /// RFC 2822 §4.3: two digits up to 49 are of this century, others and three digits count from 1900.
    private func fullYear(_ number: (value: Int, digits: Int)) -> Int {
        switch number.digits {
        case ...2: number.value + (number.value < 50 ? 2000 : 1900)
        case 3: number.value + 1900
        default: number.value
        }
    }

    private func value(_ range: Range<Int>) -> Int {
        range.reduce(0) { $0 * 10 + Int(bytes[$1] - 0x30) }
    }
}
