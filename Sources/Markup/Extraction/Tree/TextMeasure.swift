/// The length of a text with white space collapsed.
struct TextMeasure {
    /// The length in UTF-16 units, trimmed.
    var length: Int32 = 0
    var commas: Int32 = 0
    /// The number of Chinese, Japanese and Korean characters, each worth about two letters.
    var wide: Int32 = 0
    var hasLeadingSpace = false
    var hasTrailingSpace = false

    /// The length in letters of an alphabet.
    var weight: Int32 { length + wide }

    init() {}

    init(_ text: UnsafeBufferPointer<UInt8>) {
        var index = 0
        var isSpacePending = false
        while index < text.count {
            let byte = text[index]
            if byte <= 0x20 {
                isSpacePending = true
                index += 1
                continue
            }
            let wide = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            if Self.isWideSpace(text, index) {
                isSpacePending = true
                index += wide
                continue
            }
            if byte == 0xC2 || byte == 0xE2 {
                let omitted = HTMLCharacters.breakOpportunityLength(text, at: index)
                if omitted > 0 {
                    index += omitted
                    continue
                }
            }
            if isSpacePending {
                if length == 0 { hasLeadingSpace = true } else { length += 1 }
                isSpacePending = false
            }
            length += wide == 4 ? 2 : 1
            if byte >= 0xE3, byte <= 0xED { self.wide += 1 }
            if byte == 0x2C { commas += 1 } else if wide > 1, Self.isComma(text, index, wide) { commas += 1 }
            index += wide
        }
        if isSpacePending { hasTrailingSpace = true }
        if length == 0 { hasLeadingSpace = isSpacePending }
    }

    /// Returns true for no-break and ideographic spaces.
    @inline(__always)
    private static func isWideSpace(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        if text[index] == 0xC2 { return index + 1 < text.count && text[index + 1] == 0xA0 }
        return text[index] == 0xE3 && index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] == 0x80
    }

    /// Returns true for commas of all scripts, and for ideographic full stops, as those scripts write neither spaces
    /// nor `,`.
    private static func isComma(_ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ wide: Int) -> Bool {
        guard index + wide <= text.count else { return false }
        if wide == 2 { return text[index] == 0xD8 && text[index + 1] == 0x8C }
        guard wide == 3 else { return false }
        switch (text[index], text[index + 1], text[index + 2]) {
        case (0xE3, 0x80, 0x81...0x82), (0xEF, 0xBC, 0x8C), (0xEF, 0xB9, 0x90), (0xEF, 0xB8, 0x90...0x91),
            (0xE2, 0xB9, 0x81), (0xE2, 0xB8, 0xB2), (0xE2, 0xB8, 0xB4):
            return true
        default: return false
        }
    }

    func joined(_ other: TextMeasure) -> TextMeasure {
        if other.length == 0 {
            var whole = self
            if length == 0 { whole.hasLeadingSpace = hasLeadingSpace || other.hasLeadingSpace }
            whole.hasTrailingSpace = hasTrailingSpace || other.hasTrailingSpace
            return whole
        }
        if length == 0 {
            var whole = other
            whole.hasLeadingSpace = hasLeadingSpace || other.hasLeadingSpace
            return whole
        }
        var whole = self
        whole.length += other.length + (hasTrailingSpace || other.hasLeadingSpace ? 1 : 0)
        whole.commas += other.commas
        whole.wide += other.wide
        whole.hasTrailingSpace = other.hasTrailingSpace
        return whole
    }
}
