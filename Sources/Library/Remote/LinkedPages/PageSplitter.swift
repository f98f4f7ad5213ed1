import Markup

/// A splitter of long texts between their outermost elements, so that each part is well-formed and safe.
enum PageSplitter {
    /// The target size of a part in bytes, about eighteen thousand words; parts end at the next opportunity.
    static let targetSize = 120_000

    /// Splits a text. A text without a place to split stays whole.
    static func split(_ html: SafeHTML, targetSize: Int = Self.targetSize) -> [String] {
        guard html.text.utf8.count > targetSize + targetSize / 4 else { return [html.text] }
        let bytes = Array(html.text.utf8)
        var parts: [String] = []
        var (start, at, depth) = (0, 0, 0)
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "<") else {
                at += 1
                continue
            }
            // Sanitised HTML has `>` only at the end of tags.
            guard let end = bytes[at...].firstIndex(of: UInt8(ascii: ">")) else { return [html.text] }
            let isEnd = at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "/")
            // bounded: a scan moves forward
            if isEnd { depth -= 1 } else if !isVoid(bytes[(at + 1)..<end]) { depth += 1 }
            at = end + 1
            guard depth >= 0 else { return [html.text] }
            if isEnd, depth == 0, at - start >= targetSize, bytes.count - at > targetSize / 4 {
                parts.append(String(decoding: bytes[start..<at], as: UTF8.self))  // bounded: a scan moves forward
                start = at
            }
        }
        guard depth == 0 else { return [html.text] }
        parts.append(String(decoding: bytes[start...], as: UTF8.self))
        return parts
    }

    private static func isVoid(_ tag: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: tag.prefix { $0 != 0x20 }, as: UTF8.self)
        return ["img", "br", "hr", "source", "wbr", "col", "area", "input", "track"].contains(name)
    }
}
