/// Guesses an encoding from frequencies of byte pairs and letters; nil for weak evidence.
struct FrequencyCharsetDetector {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Occurrences of bytes from 0x80 on.
    private var counts = [Int](repeating: 0, count: 128)
    private var total = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = UnsafeBufferPointer(rebasing: bytes.prefix(65536))
        for byte in self.bytes where byte >= 0x80 {
            counts[Int(byte - 0x80)] += 1
            total += 1
        }
    }

    var charsetName: String? {
        if hasJapaneseEscapes { return "iso-2022-jp" }
        guard total >= 6 else { return nil }
        return multiByteName ?? singleByteName
    }

    private var hasJapaneseEscapes: Bool {
        guard let escape = bytes.first(0x1B, from: 0) else { return false }
        return bytes.hasBytes("\u{1B}$B", at: escape) || bytes.hasBytes("\u{1B}$@", at: escape)
    }

    // MARK: Two-byte encodings

    private struct PairStatistics {
        var count = 0, wrong = 0, typical = 0, rare = 0, lowTrails = 0
        var isClean: Bool { count >= 3 && wrong * 50 <= count }
        func share(_ part: Int) -> Double { Double(part) / Double(max(count, 1)) }
    }

    private var multiByteName: String? {
        let japanese = pairStatistics(leads: 0xA1...0xFE, trails: { $0 >= 0xA1 && $0 < 0xFF }, typical: 0xA4...0xA5)
        if japanese.isClean, japanese.share(japanese.typical) > 0.2 { return "euc-jp" }
        let kana = shiftJISStatistics()
        if kana.isClean, kana.share(kana.typical) > 0.2 { return "shift_jis" }
        let eastern = pairStatistics(leads: 0xA1...0xFE, trails: { $0 >= 0xA1 && $0 < 0xFF }, typical: 0xB0...0xC8)
        if eastern.isClean {
            if eastern.share(eastern.typical) > 0.7, eastern.share(eastern.rare) < 0.08 { return "euc-kr" }
            if eastern.share(eastern.typical + eastern.rare) > 0.6 { return "gb18030" }
        }
        let taiwanese = pairStatistics(
            leads: 0xA1...0xF9, trails: { (0x40...0x7E).contains($0) || (0xA1...0xFE).contains($0) },
            typical: 0xA4...0xC6)
        if taiwanese.isClean, taiwanese.share(taiwanese.typical) > 0.6, taiwanese.share(taiwanese.lowTrails) > 0.15 {
            return "big5"
        }
        return nil
    }

    private func pairStatistics(
        leads: ClosedRange<UInt8>, trails: (UInt8) -> Bool, typical: ClosedRange<UInt8>
    ) -> PairStatistics {
        var found = PairStatistics()
        var at = 0
        while at < bytes.count {
            let lead = bytes[at]
            at += 1
            guard lead >= 0x80 else { continue }
            found.count += 1
            guard at < bytes.count, leads.contains(lead), trails(bytes[at]) else {
                found.wrong += 1
                continue
            }
            if typical.contains(lead) { found.typical += 1 }
            // Rows common in Chinese, not in Korean
            if (0xC9...0xD7).contains(lead) { found.rare += 1 }
            if bytes[at] < 0x80 { found.lowTrails += 1 }
            at += 1
        }
        return found
    }

    /// Kana are 0x82 0x9F–0xF1 and 0x83 0x40–0x96.
    private func shiftJISStatistics() -> PairStatistics {
        var found = PairStatistics()
        var at = 0
        while at < bytes.count {
            let lead = bytes[at]
            at += 1
            guard lead >= 0x80 else { continue }
            found.count += 1
            if (0xA1...0xDF).contains(lead) { continue }
            guard at < bytes.count, lead != 0x80, lead != 0xA0, lead <= 0xFC, bytes[at] >= 0x40, bytes[at] != 0x7F,
                bytes[at] <= 0xFC
            else {
                found.wrong += 1
                continue
            }
            if lead == 0x82 && bytes[at] >= 0x9F || lead == 0x83 && bytes[at] <= 0x96 { found.typical += 1 }
            at += 1
        }
        return found
    }

    // MARK: One-byte encodings

    /// Each script's most frequent small letters, and their usual share of non-ASCII bytes.
    private static let letters: [(name: String, common: [UInt8], share: Double)] = [
        // о е а и н т с р в л
        ("windows-1251", [0xEE, 0xE5, 0xE0, 0xE8, 0xED, 0xF2, 0xF1, 0xF0, 0xE2, 0xEB], 0.5),
        ("koi8-r", [0xCF, 0xC5, 0xC1, 0xC9, 0xCE, 0xD4, 0xD3, 0xD2, 0xD7, 0xCC], 0.5),
        ("iso-8859-5", [0xDE, 0xD5, 0xD0, 0xD8, 0xDD, 0xE2, 0xE1, 0xE0, 0xD2, 0xDB], 0.5),
        ("ibm866", [0xAE, 0xA5, 0xA0, 0xA8, 0xAD, 0xE2, 0xE1, 0xE0, 0xA2, 0xAB], 0.5),
        // α ο ι τ ε ν σ ς η ρ
        ("windows-1253", [0xE1, 0xEF, 0xE9, 0xF4, 0xE5, 0xED, 0xF3, 0xF2, 0xE7, 0xF1], 0.5),
        // י ו ה ל א ר ת ב ש מ
        ("windows-1255", [0xE9, 0xE5, 0xE4, 0xEC, 0xE0, 0xF8, 0xFA, 0xE1, 0xF9, 0xEE], 0.5),
        // ا ل ي و ن م ر ت ب ه
        ("windows-1256", [0xC7, 0xE1, 0xED, 0xE6, 0xE4, 0xE3, 0xD1, 0xCA, 0xC8, 0xE5], 0.5),
        // า น ร อ ก เ ี ่ ้ ง
        ("windows-874", [0xD2, 0xB9, 0xC3, 0xCD, 0xA1, 0xE0, 0xD5, 0xE8, 0xE9, 0xA7], 0.4),
    ]

    private var singleByteName: String? {
        guard total >= 12 else { return nil }
        // Non-Latin letters are adjacent; accented Latin ones stand alone.
        var adjacentPairs = 0
        for at in bytes.indices.dropFirst() where bytes[at] >= 0x80 && bytes[at - 1] >= 0x80 { adjacentPairs += 1 }
        guard adjacentPairs * 2 > total else { return nil }
        let scored = Self.letters.map { language -> (String, Double) in
            let common = language.common.reduce(0) { $0 + counts[Int($1 - 0x80)] }
            return (language.name, Double(common) / Double(total) - language.share + penalty(language.name))
        }
        guard let best = scored.max(by: { $0.1 < $1.1 }), best.1 > 0 else { return nil }
        return best.0
    }

    /// Rates rows that only one of two similar encodings uses.
    private func penalty(_ name: String) -> Double {
        switch name {
        case "windows-1255": -4 * share(0xC0...0xDF) - 4 * share(0xFB...0xFC)
        case "windows-1253": 2 * share(0xDC...0xDF) - 4 * share(0xFF...0xFF) - 1 * share(0xC0...0xC0)
        case "windows-1251": -2 * share(0x80...0x97) - 0.5 * share(0xDC...0xDF)
        case "windows-874": -4 * share(0xFC...0xFF) - 2 * share(0xDB...0xDE)
        default: 0
        }
    }

    private func share(_ range: ClosedRange<UInt8>) -> Double {
        Double(range.reduce(0) { $0 + counts[Int($1 - 0x80)] }) / Double(max(total, 1))
    }
}
