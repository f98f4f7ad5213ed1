/// The words of dates: month names in about thirty languages, weekdays, AM and PM.
enum DateVocabulary {
    /// Returns the month number, 1 to 12.
    static func month(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        guard word.count >= 3 else { return nil }
        let isASCII = word[0] < 0x80 && word[1] < 0x80 && word[2] < 0x80
        // English is the most frequent language.
        if isASCII, word.count == 3, let month = english(word) { return month }
        return nonEnglish(word) ?? (isASCII ? english(word) : nil)
    }

    private static func english(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        switch (word[0].lower, word[1].lower, word[2].lower) {
        case (0x6A, 0x61, 0x6E): 1
        case (0x66, 0x65, 0x62): 2
        case (0x6D, 0x61, 0x72): 3
        case (0x61, 0x70, 0x72): 4
        case (0x6D, 0x61, 0x79): 5
        case (0x6A, 0x75, 0x6E): 6
        case (0x6A, 0x75, 0x6C): 7
        case (0x61, 0x75, 0x67): 8
        case (0x73, 0x65, 0x70): 9
        case (0x6F, 0x63, 0x74): 10
        case (0x6E, 0x6F, 0x76): 11
        case (0x64, 0x65, 0x63): 12
        default: nil
        }
    }

    private static func nonEnglish(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        guard word.count <= 40, weekday(word) == nil else { return nil }
        let text = String(decoding: word, as: UTF8.self).lowercased()
        for length in [5, 4, 3] {
            if let month = months[String(text.prefix(length))] { return month }
        }
        return nil
    }

    static func isAfternoon(_ word: UnsafeBufferPointer<UInt8>) -> Bool? {
        if word.count == 2, word[1].lower == 0x6D {
            if word[0].lower == 0x61 { return false }
            if word[0].lower == 0x70 { return true }
        }
        guard word.count == 6, word[0] >= 0x80 else { return nil }
        switch String(decoding: word, as: UTF8.self) {
        case "오전", "上午", "午前": return false
        case "오후", "下午", "午後": return true
        default: return nil
        }
    }

    /// Returns the offset in seconds of the only time zone that Korean, Japanese or Chinese words imply.
    static func defaultOffset(of word: UnsafeBufferPointer<UInt8>) -> Int? {
        guard word.count >= 3, word[0] >= 0x80 else { return nil }
        switch String(decoding: word, as: UTF8.self) {
        case "년", "월", "일", "오전", "오후", "午前", "午後": return 9 * 3600
        case "上午", "下午": return 8 * 3600
        default: return nil
        }
    }

    enum VietnameseWord {
        /// The word for month: `tháng 3` is March.
        case month
        case other
    }

    /// Returns the meaning of a Vietnamese word around a date's numbers.
    static func vietnamese(_ word: UnsafeBufferPointer<UInt8>) -> VietnameseWord? {
        guard (4...8).contains(word.count), word.contains(where: { $0 >= 0x80 }) else { return nil }
        switch String(decoding: word, as: UTF8.self).lowercased() {
        case "tháng": return .month
        case "thứ", "ngày", "năm", "lúc", "nhật": return .other
        default: return nil
        }
    }

    /// Returns false for `SA` (morning) and true for `CH` after a time. Before a time, `Sa` is a German Saturday.
    static func isVietnameseAfternoon(_ word: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard word.count == 2 else { return nil }
        switch (word[0], word[1]) {
        case (0x53, 0x41): return false
        case (0x43, 0x48): return true
        default: return nil
        }
    }

    /// Returns the end of a Thai word, whose abbreviations have dots inside (`พ.ค.`).
    static func endOfThaiWord(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] == 0x2E || bytes[end] >= 0x80 { end += 1 }
        return end
    }

    enum ClockUnit { case hour, minute, second }

    /// Returns the unit of time in Chinese, Japanese or Korean at this index.
    static func clockUnit(_ bytes: UnsafeBufferPointer<UInt8>, at: Int) -> ClockUnit? {
        guard at + 2 < bytes.count else { return nil }
        switch (bytes[at], bytes[at + 1], bytes[at + 2]) {
        case (0xE6, 0x99, 0x82), (0xE6, 0x97, 0xB6), (0xEC, 0x8B, 0x9C): return .hour
        case (0xE5, 0x88, 0x86), (0xEB, 0xB6, 0x84): return .minute
        case (0xE7, 0xA7, 0x92), (0xEC, 0xB4, 0x88): return .second
        default: return nil
        }
    }

    /// Returns the number of an English weekday, 0 for Sunday.
    static func weekday(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        guard word.count == 3 || (word.count > 3 && !word.contains { $0 >= 0x80 }) else { return nil }
        switch (word[0].lower, word[1].lower, word[2].lower) {
        case (0x73, 0x75, 0x6E): return 0
        case (0x6D, 0x6F, 0x6E): return 1
        case (0x74, 0x75, 0x65): return 2
        case (0x77, 0x65, 0x64): return 3
        case (0x74, 0x68, 0x75): return 4
        case (0x66, 0x72, 0x69): return 5
        case (0x73, 0x61, 0x74): return 6
        default: return nil
        }
    }

    /// The month numbers by three letters, or more where ambiguous: German, French, Spanish, Catalan, Italian,
    /// Portuguese, Romanian, Dutch, Scandinavian, Icelandic, Finnish, Estonian, Polish, Czech, Slovak, Hungarian,
    /// Turkish, Indonesian, Greek, Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Hebrew, Arabic, Thai. In
    /// conflicts the language with more speakers wins.
    private static let months: [String: Int] = {
        let names: [String] = [
            "ene gen ian jän янв січ сту яну јан ιαν sty led oca ocak janu tam jaa ינו ينا ม.ค มกร",
            "fév fev fevr févr лют фев φεβ lut úno unor şub sub hel vee פבר فبر ก.พ กุมภ",
            "mär mrz mae mrt март мар бер сак μαρ μάρ bře bre márc marc mars marz març maar maal מרץ مار มี.ค มีนา",
            "avr abr апр кві кра απρ kwi dub nis nisa ápr huh אפר أبر เม.ย เมษ",
            "mai mag mei maj maí май мая тра μαι μάι μάϊ μαΐ kvě kve máj mayı tou מאי ماي พ.ค พฤษ",
            "juin giu iun júní июн чер чэр юни јун ιουν ιούν cze čer cer jún haz kes juun יונ يون มิ.ย มิถุน",
            "juil lug iul júlí июл лип ліп юли јул ιουλ ιούλ lip čvc cvc júl tem červe hei juul יול يول ก.ค กรก",
            "aoû aou ago ágú авг сер жні αυγ αύγ sie srp ağu agu agt elo אוג أغس ส.ค สิงห",
            "set сен вер сеп σεπ wrz zář zar sze eyl syy ספט سبت ก.ย กันย",
            "okt out ott окт жов кас οκτ paź paz říj rij eki ekim lok אוק أكت ต.ค ตุลา",
            "noi nób ноя лис ліс ное νοε νοέ lis kası marr נוב نوف พ.ย พฤศ",
            "dez des dic dés déc дек гру сне δεκ gru pro ara aral joul dets дец דצמ ديس ธ.ค ธันว",
        ]
        var months: [String: Int] = [:]
        for (index, line) in names.enumerated() {
            for name in line.split(separator: " ") where months[String(name)] == nil {
                months[String(name)] = index + 1
            }
        }
        months["june"] = 6
        months["july"] = 7
        return months
    }()
}
