import Markup

/// Cuts a very long text into pieces that can be shown one after the other, between its outermost elements only: so each
/// piece closes what it opens, as the whole does, and is as safe.
enum PageSplitter {
    /// Bytes after which a piece ends as soon as it can: some eighteen thousand words.
    static let targetSize = 120_000

    /// The pieces in order; a text without such a place stays whole.
    static func split(_ html: SafeHTML, size: Int = targetSize) -> [String] {
        guard html.text.utf8.count > size + size / 4 else { return [html.text] }
        let bytes = Array(html.text.utf8)
        var pieces: [String] = []
        var (start, at, depth) = (0, 0, 0)
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "<") else {
                at += 1
                continue
            }
            // In the normal form `>` stands nowhere but at a tag's end.
            guard let end = bytes[at...].firstIndex(of: UInt8(ascii: ">")) else { return [html.text] }
            let isEnd = at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "/")
            // bounded: a scan moves forward
            if isEnd { depth -= 1 } else if !isVoid(bytes[(at + 1)..<end]) { depth += 1 }
            at = end + 1
            guard depth >= 0 else { return [html.text] }
            if isEnd, depth == 0, at - start >= size, bytes.count - at > size / 4 {
                pieces.append(String(decoding: bytes[start..<at], as: UTF8.self))  // bounded: a scan moves forward
                start = at
            }
        }
        guard depth == 0 else { return [html.text] }
        pieces.append(String(decoding: bytes[start...], as: UTF8.self))
        return pieces
    }

    private static func isVoid(_ tag: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: tag.prefix { $0 != 0x20 }, as: UTF8.self)
        return ["img", "br", "hr", "source", "wbr", "col", "area", "input", "track"].contains(name)
    }
}
