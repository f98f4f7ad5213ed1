/// The classes of characters in HTML's text.
enum HTMLCharacters {
    /// Returns true for a byte that is not white space, need not be escaped and cannot start a forbidden character.
    @inline(__always)
    static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x26 && byte != 0x3C && byte != 0x3E && byte != 0x7F && byte != 0xC2 && byte < 0xEF
    }

    /// Returns the length of a forbidden character; 0 if allowed. Controls, byte order marks and noncharacters are
    /// forbidden: parsers replace or drop them, and character references produce them.
    static func forbiddenLength(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let byte = text[index]
        if byte < 0x20 || byte == 0x7F { return isSpace(byte) ? 0 : 1 }
        if byte == 0xC2 { return index + 1 < text.count && (0x80..<0xA0).contains(text[index + 1]) ? 2 : 0 }
        if byte < 0xEF { return 0 }
        let length = byte == 0xEF ? 3 : 4
        guard index + length <= text.count else { return 0 }
        let last = text[index + length - 1]
        if byte == 0xEF {
            switch text[index + 1] {
            case 0xBB: return last == 0xBF ? 3 : 0
            case 0xB7: return (0x90...0xAF).contains(last) ? 3 : 0
            case 0xBF: return last >= 0xBE ? 3 : 0
            default: return 0
            }
        }
        return text[index + 1] & 0x0F == 0x0F && text[index + 2] == 0xBF && last >= 0xBE ? 4 : 0
    }

    /// Returns the length of a soft hyphen, a zero width space or a word joiner; 0 for others. These only mark possible
    /// line breaks, and would split words for search. Joiners stay, which Persian, Indic scripts and emoji need.
    static func breakOpportunityLength(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        if text[index] == 0xC2 { return index + 1 < text.count && text[index + 1] == 0xAD ? 2 : 0 }
        guard text[index] == 0xE2, index + 2 < text.count else { return 0 }
        switch (text[index + 1], text[index + 2]) {
        case (0x80, 0x8B): return separatesWords(text, index) ? 0 : 3
        case (0x81, 0xA0): return 3
        default: return 0
        }
    }

    /// Returns true beside Thai, Lao, Tibetan, Burmese or Khmer, which separate words by zero width spaces, if at all.
    private static func separatesWords(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        [index - 3, index + 3].contains { at in
            guard at >= 0, at + 1 < text.count else { return false }
            switch (text[at], text[at + 1]) {
            case (0xE0, 0xB8...0xBF), (0xE1, 0x80...0x82), (0xE1, 0x9E...0x9F): return true
            default: return false
            }
        }
    }

    static func withoutForbidden(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let length = forbiddenLength(text, at: index)
            if length == 0 { out.append(text[index]) }
            index += max(1, length)
        }
        return out
    }

    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
    }

    /// Returns true for only white space, no-break spaces and zero-width characters.
    static func isBlank(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte <= 0x20 || byte == 0x7F {
                index += 1
            } else if byte == 0xC2, index + 1 < text.count, text[index + 1] == 0xA0 || text[index + 1] == 0xAD {
                index += 2
            } else if isZeroWidth(text, at: index) {
                index += 3
            } else {
                return false
            }
        }
        return true
    }

    private static func isZeroWidth(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index + 2 < text.count else { return false }
        switch (text[index], text[index + 1], text[index + 2]) {
        case (0xE2, 0x80, 0x8B...0x8F), (0xE2, 0x81, 0xA0), (0xEF, 0xBB, 0xBF), (0xEF, 0xB8, 0x80...0x8F): return true
        default: return false
        }
    }
}
