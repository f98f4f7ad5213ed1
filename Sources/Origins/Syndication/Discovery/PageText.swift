import Foundation

/// The text of a page whose links are looked for. Its words matter less than its addresses, which are ASCII, so a few
/// encodings beside UTF-8 are enough; everything else is read as windows-1252, as browsers do.
enum PageText {
    /// - Parameters:
    ///   - bytes: the page.
    ///   - charset: the encoding the transport named; a `<meta>` of the page speaks when it named none.
    static func decoded(_ bytes: [UInt8], charset: String?) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let label = (charset ?? declared(in: bytes))?.lowercased() ?? ""
        // A stray byte in a page that means to be UTF-8 must not spoil the rest of it.
        if label == "utf-8" || label == "utf8" { return String(decoding: bytes, as: UTF8.self) }
        return String(bytes: bytes, encoding: encodings[label] ?? .windowsCP1252)
            ?? String(decoding: bytes, as: UTF8.self)
    }

    private static func declared(in bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(2_048), as: UTF8.self).lowercased()
        guard let key = head.firstRange(of: "charset=") else { return nil }
        let label = head[key.upperBound...].drop { $0 == "\"" || $0 == "'" }.prefix {
            $0.isLetter || $0.isNumber || "-_".contains($0)
        }
        return label.isEmpty ? nil : String(label)
    }

    private static let encodings: [String: String.Encoding] = [
        "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "iso-8859-9": .windowsCP1254,
        "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP, "utf-16": .utf16,
        "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
    ]
}
