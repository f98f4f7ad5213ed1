/// The words of dates: months in a score of languages, weekdays, halves of the day.
enum DateWords {
    /// 1 to 12, by the first letters of the word.
    static func month(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        guard word.count >= 3 else { return nil }
        if word[0] < 0x80, word[1] < 0x80, word[2] < 0x80, let month = english(word) { return month }
        return foreign(word)
    }

    /// English first: it is nearly all there is, and must cost nothing.
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

    private static func foreign(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        guard word.count <= 40, !isWeekday(word) else { return nil }
        let text = String(decoding: word, as: UTF8.self).lowercased()
        for length in [4, 3] {
            if let month = months[String(text.prefix(length))] { return month }
        }
        return nil
    }

    /// False in the morning, true after noon, nil for other words.
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

    /// English weekdays, in full or by three letters.
    static func isWeekday(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard word.count >= 3 else { return false }
        switch (word[0].lower, word[1].lower, word[2].lower) {
        case (0x6D, 0x6F, 0x6E), (0x74, 0x75, 0x65), (0x77, 0x65, 0x64), (0x74, 0x68, 0x75), (0x66, 0x72, 0x69),
            (0x73, 0x61, 0x74), (0x73, 0x75, 0x6E):
            return true
        default: return false
        }
    }

    /// German, French, Spanish, Italian, Portuguese, Dutch, Scandinavian, Polish, Czech, Hungarian, Turkish, Greek, Russian and
    /// Ukrainian, by three letters, or four where three would be in doubt.
    private static let months: [String: Int] = {
        let names: [String] = [
            "ene gen янв січ ιαν sty led oca janu",
            "fév fev fevr févr лют фев φεβ lut úno unor şub sub",
            "mär mrz mae mrt март мар бер μαρ μάρ bře bre márc marc mars",
            "avr abr апр кві απρ kwi dub nis ápr",
            "mai mag mei maj май мая тра μαι μάι μάϊ μαΐ kvě kve máj",
            "juin giu июн чер ιουν ιούν cze čer cer jún haz",
            "juil lug июл лип ιουλ ιούλ lip čvc cvc júl tem červe",
            "aoû aou ago авг сер αυγ αύγ sie srp ağu agu",
            "set сен вер σεπ wrz zář zar sze eyl",
            "okt out ott окт жов οκτ paź paz říj rij eki",
            "ноя лис νοε νοέ lis kas",
            "dez dic déc дек гру δεκ gru pro ara des",
        ]
        var months: [String: Int] = [:]
        for (index, line) in names.enumerated() {
            for name in line.split(separator: " ") { months[String(name)] = index + 1 }
        }
        return months
    }()
}
