/// Guesses an encoding from the declared language by trial decoding.
struct LanguageCharsetDetector {
    let bytes: UnsafeBufferPointer<UInt8>

    var charset: Charset? {
        guard let language else { return nil }
        let candidates: [String] =
            switch language {
            case "ja": ["euc-jp", "shift_jis"]
            case "zh": ["big5", "gb18030"].sorted { a, _ in (a == "big5") == isTraditional }
            case "ko": ["euc-kr"]
            case "ru", "bg", "uk", "be": [cyrillic]
            case "pl", "cs", "hu", "sk", "sl", "hr", "ro": ["windows-1250"]
            case "el": ["windows-1253"]
            case "tr": ["windows-1254"]
            case "he", "iw", "yi": ["windows-1255"]
            case "ar", "fa": ["windows-1256"]
            case "th": ["windows-874"]
            default: []
            }
        return candidates.lazy.compactMap(Charset.labelled).first { charset in
            charset.kind == .singleByte || Transcoder.isPlausible(bytes, charset)
        }
    }

    private var language: String? {
        languageTag.map { String($0.prefix(2)) }
    }

    private var isTraditional: Bool {
        guard let languageTag else { return false }
        return languageTag.hasPrefix("zh-tw") || languageTag.hasPrefix("zh-hk") || languageTag.hasPrefix("zh-hant")
    }

    private var languageTag: String? {
        let head = String(decoding: bytes.prefix(4096).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
        for key in ["<language>", "<dc:language>", "xml:lang=\"", "xml:lang='"] {
            if let found = head.firstRange(of: key) {
                return String(head[found.upperBound...].drop { $0.isWhitespace }.prefix(8))
            }
        }
        return nil
    }

    /// KOI8 has small letters at 0xC0–0xDF, windows-1251 at 0xE0–0xFF.
    private var cyrillic: String {
        let (low, high) = bytes.reduce(into: (0, 0)) { counts, byte in
            if byte >= 0xE0 { counts.1 += 1 } else if byte >= 0xC0 { counts.0 += 1 }
        }
        return low > high ? "koi8-r" : "windows-1251"
    }
}
