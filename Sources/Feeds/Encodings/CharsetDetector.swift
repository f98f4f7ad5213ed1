import CUchardet

/// A detector of encodings by uchardet, Mozilla's detector, with rules of our own (docs/decisions/0022).
enum CharsetDetector {
    /// The number of bytes to examine: enough to be sure; more takes as long again.
    private static let maxBytes = 65536

    /// Returns an encoding of the Encoding Standard, or windows-1252 if the detection is uncertain.
    static func charset(of document: UnsafeBufferPointer<UInt8>) -> Charset {
        let bytes = UnsafeBufferPointer(rebasing: document.prefix(maxBytes))
        // No browser reads some encodings that uchardet knows (IBM852, MAC-CENTRALEUROPE, VISCII).
        guard let name = name(of: bytes), let found = Charset.standard(aliases[name] ?? name) else {
            return .windows1252
        }
        // The detector mistakes names and quotation marks in English text for the letters of another Latin alphabet.
        if englishMistakes.contains(found.name), isMostlyASCII(bytes) { return .windows1252 }
        let hasControls = bytes.contains { $0 >= 0x80 && $0 <= 0x9F }
        let wider = supersets[found.name] ?? (hasControls ? windowsSets[found.name] : nil)
        return wider.flatMap(Charset.standard) ?? found
    }

    /// Returns the detector's name for the encoding in lower case; empty if it found none, nil if it failed.
    private static func name(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard let detector = uchardet_new() else { return nil }
        defer { uchardet_delete(detector) }
        let failure = bytes.withMemoryRebound(to: CChar.self) {
            uchardet_handle_data(detector, $0.baseAddress, $0.count)
        }
        guard failure == 0 else { return nil }
        uchardet_data_end(detector)
        return uchardet_get_charset(detector).map { String(cString: $0).lowercased() }
    }

    private static let aliases = ["uhc": "euc-kr", "mac-cyrillic": "x-mac-cyrillic"]
    private static let englishMistakes: Set = [
        "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-7", "iso-8859-10", "iso-8859-13", "iso-8859-14",
        "iso-8859-15", "iso-8859-16", "windows-1250", "windows-1254", "windows-1257", "windows-1258",
    ]
    /// The larger sets that contain these encodings, or are used in their place.
    private static let supersets = [
        "koi8-r": "koi8-u", "iso-8859-13": "windows-1257", "iso-8859-16": "windows-1250",
    ]
    /// The Windows encodings that have letters and quotation marks where these ISO encodings have control characters.
    private static let windowsSets = [
        "iso-8859-2": "windows-1250", "iso-8859-6": "windows-1256", "iso-8859-7": "windows-1253",
        "iso-8859-8": "windows-1255", "iso-8859-15": "windows-1252",
    ]

    /// Returns true if fewer than one letter in a hundred is not ASCII. ASCII in tags does not count; CDATA is text.
    private static func isMostlyASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var (letters, others, isTag) = (0, 0, false)
        for (at, byte) in bytes.enumerated() {
            switch byte {
            case 0x80...: others += 1
            case 0x3C: isTag = !bytes.hasBytes("<!", at: at)
            case 0x3E: isTag = false
            default: if !isTag, byte.isLetter { letters += 1 }
            }
        }
        return others * 100 < max(1, letters + others)
    }
}
