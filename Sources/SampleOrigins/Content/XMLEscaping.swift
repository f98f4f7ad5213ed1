internal import Foundation

enum XMLEscaping {
    /// Escapes special characters. The text between them is copied as a whole, since single bytes are slow without
    /// optimisation.
    static func escaped(_ text: String, apostrophe: String = "&#39;", slash: String = "/") -> String {
        text.withCString { start in
            var (out, at) = ("", start)
            let end = start + text.utf8.count
            while true {
                let plain = strcspn(at, "&<>\"'/")
                if plain > 0 { out += String(decoding: UnsafeRawBufferPointer(start: at, count: plain), as: UTF8.self) }
                at += plain
                switch UInt8(bitPattern: at.pointee) {
                case 0 where at == end: return out
                case 0: out += "\0"
                case UInt8(ascii: "&"): out += "&amp;"
                case UInt8(ascii: "<"): out += "&lt;"
                case UInt8(ascii: ">"): out += "&gt;"
                case UInt8(ascii: "\""): out += "&quot;"
                case UInt8(ascii: "'"): out += apostrophe
                default: out += slash
                }
                at += 1
            }
        }
    }

    /// Wraps a text in CDATA sections, splitting `]]>`.
    static func cdata(_ text: String) -> String {
        guard text.contains("]]>") else { return "<![CDATA[\(text)]]>" }
        let parts = text.split(separator: "]]>", omittingEmptySubsequences: false)
        return "<![CDATA[" + parts.joined(separator: "]]]]><![CDATA[>") + "]]>"
    }
}
