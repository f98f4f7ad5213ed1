/// A parser for time zones, as seconds east of UTC.
enum TimeZoneOffsetParser {
    /// Parses `Z`, `+01:00`, `-0800`, `+1`, `GMT`, `EST`, `UTC+2` or `EDT-0400`.
    static func offset(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = bytes.first else { return nil }
        if first == 0x2B || first == 0x2D { return numericOffset(bytes) }
        // The first three bytes are U+2212, the minus sign.
        if bytes.count > 3, bytes[0] == 0xE2, bytes[1] == 0x88, bytes[2] == 0x92 {
            return numericOffset(UnsafeBufferPointer(rebasing: bytes[3...])).map { -$0 }
        }
        guard first.isLetter else { return nil }
        var end = 0
        while end < bytes.count, bytes[end].isLetter { end += 1 }
        guard let base = namedOffset(UnsafeBufferPointer(rebasing: bytes[..<end])) else { return nil }
        var rest = end
        while rest < bytes.count, bytes[rest].isSpace { rest += 1 }
        guard rest < bytes.count else { return base }
        guard bytes[rest] == 0x2B || bytes[rest] == 0x2D else { return bytes[rest] == 0x28 ? base : nil }
        let number = UnsafeBufferPointer(rebasing: bytes[rest...])
        // The zone EDT-0400 states its offset twice.
        let isWhole = number.count { $0.isDigit } >= 4
        return numericOffset(number).map { isWhole ? $0 : $0 + base }
    }

    /// Parses `h`, `hh`, `hmm`, `hhmm` or `hh:mm` after an optional sign; ignores seconds.
    private static func numericOffset(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let isNegative = bytes.first == 0x2D
        var (digits, number, colon) = (0, 0, false)
        var index = bytes.first.map { $0.isDigit ? 0 : 1 } ?? 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte.isDigit {
                number = number * 10 + Int(byte - 0x30)
                digits += 1
            } else if byte == 0x3A {
                guard !colon else { break }  // +01:00:00
                colon = true
            } else if byte.isSpace || byte == 0x28 {
                break
            } else {
                return nil
            }
            guard digits <= 6 else { return nil }
            index += 1
        }
        guard digits > 0 else { return nil }
        if digits > 4 { number /= digits == 6 ? 100 : 10 }
        let (hours, minutes) = digits <= 2 ? (number, 0) : (number / 100, number % 100)
        guard minutes < 60 else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return isNegative ? -seconds : seconds
    }

    /// Returns the offset of a named zone. Single letters are read as UTC, because they are ambiguous (RFC 2822 §4.3).
    private static func namedOffset(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard bytes.count <= 5 else { return nil }
        if bytes.count == 1 { return 0 }
        var key: UInt64 = 0
        for byte in bytes { key = key << 8 | UInt64(byte.lower) }
        return abbreviations[key]
    }

    private static let abbreviations: [UInt64: Int] = {
        let minutes: [(String, Int)] = [
            ("utc", 0), ("gmt", 0), ("ut", 0), ("uct", 0), ("wet", 0), ("zulu", 0), ("west", 60), ("bst", 60),
            ("cet", 60), ("met", 60), ("mez", 60), ("wat", 60), ("cest", 120), ("mest", 120), ("mesz", 120),
            ("eet", 120), ("cat", 120), ("sast", 120), ("eest", 180), ("eat", 180), ("msk", 180), ("msd", 240),
            ("trt", 180), ("irst", 210), ("gst", 240), ("aft", 270), ("pkt", 300), ("ist", 330), ("npt", 345),
            ("bdt", 360), ("ict", 420), ("wib", 420), ("sgt", 480), ("hkt", 480), ("pht", 480), ("myt", 480),
            ("awst", 480), ("jst", 540), ("kst", 540), ("acst", 570), ("acdt", 630), ("aest", 600), ("aedt", 660),
            ("nzst", 720), ("nzt", 720), ("nzdt", 780), ("nst", -210), ("ndt", -150), ("brt", -180),
            ("art", -180), ("clt", -240), ("ast", -240), ("adt", -180), ("at", -240), ("est", -300), ("edt", -240),
            ("et", -300), ("cot", -300), ("pet", -300), ("cst", -360), ("cdt", -300), ("ct", -360), ("mst", -420),
            ("mdt", -360), ("mt", -420), ("pst", -480), ("pdt", -420), ("pt", -480), ("akst", -540),
            ("akdt", -480), ("hst", -600), ("hdt", -540), ("hast", -600), ("sst", -660),
        ]
        var table: [UInt64: Int] = [:]
        for (name, offset) in minutes {
            table[name.utf8.reduce(0) { $0 << 8 | UInt64($1) }] = offset * 60
        }
        return table
    }()
}
