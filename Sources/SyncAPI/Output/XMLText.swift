/// Text in an XML document.
enum XMLText {
    /// Appends a text, escaped for content and attributes, without the characters that no XML document may have (XML 1.0
    /// §2.2).
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": bytes.append(contentsOf: "&lt;".utf8)
            case ">": bytes.append(contentsOf: "&gt;".utf8)
            case "&": bytes.append(contentsOf: "&amp;".utf8)
            case "\"": bytes.append(contentsOf: "&quot;".utf8)
            case "\t", "\n", "\r": bytes.append(UInt8(ascii: scalar))
            case "\u{FFFE}", "\u{FFFF}": break
            case _ where scalar.value < 0x20: break
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Returns the text as `append` writes it.
    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
