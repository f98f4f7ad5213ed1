enum XMLEscaping {
    static func escaped(_ text: String) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): out += Array("&amp;".utf8)
            case UInt8(ascii: "<"): out += Array("&lt;".utf8)
            case UInt8(ascii: ">"): out += Array("&gt;".utf8)
            case UInt8(ascii: "\""): out += Array("&quot;".utf8)
            case UInt8(ascii: "'"): out += Array("&#39;".utf8)
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Splits `]]>`.
    static func cdata(_ text: String) -> String {
        guard text.contains("]]>") else { return "<![CDATA[\(text)]]>" }
        let parts = text.split(separator: "]]>", omittingEmptySubsequences: false)
        return "<![CDATA[" + parts.joined(separator: "]]]]><![CDATA[>") + "]]>"
    }
}
