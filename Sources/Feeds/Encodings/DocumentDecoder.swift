/// A decoder of documents other than feeds.
public enum DocumentDecoder {
    /// Decodes in the order of HTML §13.2.3.2 (byte order mark, transport, `<meta charset>`), checked against the
    /// bytes. Invalid sequences become U+FFFD.
    ///
    /// - Parameter charset: charset label from the transport.
    public static func decoded(_ bytes: [UInt8], charset: String? = nil) -> String {
        let known = charset.flatMap { Charset.labelled($0) == nil ? nil : $0 }
        let text = TextDecoder.decode(bytes, transport: known ?? declared(in: bytes)).text
        return String(decoding: text, as: UTF8.self)
    }

    private static func declared(in bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(4_096), as: UTF8.self).lowercased()
        var rest = head[...]
        while let meta = rest.firstRange(of: "<meta") {
            rest = rest[meta.upperBound...]
            let tag = rest.prefix { $0 != ">" }
            guard let key = tag.firstRange(of: "charset=") else { continue }
            let label = tag[key.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }.prefix {
                $0.isLetter || $0.isNumber || "-_:.".contains($0)
            }
            if !label.isEmpty { return String(label) }
        }
        return nil
    }
}
