/// A repair of control characters: removes C0 and DEL, which parsers treat differently, and replaces C1, which come
/// from Windows-1252 read as Latin-1.
enum ControlCharacters {
    /// Returns the repaired text; nil if it is unchanged.
    static func repaired(_ source: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let first = firstInvalid(source) else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(source.count + 16)
        out.append(contentsOf: UnsafeBufferPointer(rebasing: source[..<first]))
        var index = first
        while index < source.count {
            let byte = source[index]
            if isC1(source, at: index) {
                out.append(contentsOf: windows1252[Int(source[index + 1]) - 0x80].utf8)
                index += 2
                continue
            }
            if !isControl(byte) { out.append(byte) }
            index += 1
        }
        return out
    }

    private static func firstInvalid(_ source: UnsafeBufferPointer<UInt8>) -> Int? {
        let bytes = UnsafeRawBufferPointer(source)
        var index = 0
        while index < source.count {
            while index + 8 <= source.count, isClean(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
                index += 8
            }
            for _ in 0..<8 where index < source.count {
                if isInvalid(source, at: index) { return index }
                index += 1
            }
        }
        return nil
    }

    /// Returns true only if no byte is below 0x20, 0x7F or 0xC2; may return false for a clean word.
    @inline(__always)
    private static func isClean(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let deletes = word ^ (ones &* 0x7F)
        let leads = word ^ (ones &* 0xC2)
        let low = (word &- ones &* 0x20) & ~word
        let found = low | ((deletes &- ones) & ~deletes) | ((leads &- ones) & ~leads)
        return found & (ones &* 0x80) == 0
    }

    @inline(__always)
    private static func isInvalid(_ source: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        let byte = source[index]
        if byte >= 0x20, byte != 0x7F, byte != 0xC2 { return false }
        return isControl(byte) || isC1(source, at: index)
    }

    @inline(__always)
    private static func isC1(_ source: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        source[index] == 0xC2 && index + 1 < source.count && (0x80..<0xA0).contains(source[index + 1])
    }

    @inline(__always)
    private static func isControl(_ byte: UInt8) -> Bool {
        byte == 0x7F || (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0C && byte != 0x0D)
    }

    /// The characters 0x80 to 0x9F of windows-1252 (WHATWG Encoding).
    private static let windows1252 = [
        "€", "", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "", "Ž", "", "", "‘", "’", "“", "”", "•", "–",
        "—",
        "˜", "™", "š", "›", "œ", "", "ž", "Ÿ",
    ]
}
