/// Characters that have no place in HTML and that parsers treat differently: C0 controls and DEL go; C1 controls are what
/// is left of Windows-1252 read as Latin-1, and become what was meant.
enum ControlCharacters {
    /// `source` repaired, nil when there is nothing to repair.
    static func repaired(_ source: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let first = firstOffence(source) else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(source.count + 16)
        out.append(contentsOf: UnsafeBufferPointer(rebasing: source[..<first]))
        var index = first
        while index < source.count {
            let byte = source[index]
            if byte == 0xC2, index + 1 < source.count, source[index + 1] < 0xA0 {
                out.append(contentsOf: windows1252[Int(source[index + 1]) - 0x80].utf8)
                index += 2
                continue
            }
            if !isControl(byte) { out.append(byte) }
            index += 1
        }
        return out
    }

    private static func firstOffence(_ source: UnsafeBufferPointer<UInt8>) -> Int? {
        for index in 0..<source.count {
            let byte = source[index]
            if byte >= 0x20, byte != 0x7F, byte != 0xC2 { continue }
            if isControl(byte) { return index }
            if byte == 0xC2, index + 1 < source.count, source[index + 1] < 0xA0 { return index }
        }
        return nil
    }

    @inline(__always)
    private static func isControl(_ byte: UInt8) -> Bool {
        byte == 0x7F || (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0C && byte != 0x0D)
    }

    /// WHATWG Encoding, index windows-1252, 0x80 to 0x9F; nothing where nothing is assigned.
    private static let windows1252 = [
        "€", "", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "", "Ž", "", "", "‘", "’", "“", "”", "•", "–",
        "—",
        "˜", "™", "š", "›", "œ", "", "ž", "Ÿ",
    ]
}
