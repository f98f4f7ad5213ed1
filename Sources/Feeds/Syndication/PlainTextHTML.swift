import Markup

enum PlainTextHTML {
    static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return FieldText.string(bytes) }
        var escaped: [UInt8] = []
        XHTMLSerializer.escape(bytes, into: &escaped)
        return escaped.withUnsafeBufferPointer(FieldText.string)
    }

    static func escaped(_ text: String) -> String {
        var copy = text
        return copy.withUTF8 { escaped($0) }
    }

    /// Returns the text as HTML paragraphs, or as plain escaped text if it is one line.
    static func paragraphsOrLine(_ text: String) -> String {
        text.contains(where: \.isNewline) ? paragraphs(text) : escaped(text)
    }

    /// Returns HTML without any tag as paragraphs, because its line ends count as in text; its references remain.
    static func withLineEnds(_ html: String) -> String {
        guard html.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }), !PlainText.hasTags(html) else { return html }
        return paragraphs(html) { $0.replacing("<", with: "&lt;") }
    }

    /// Returns HTML with a paragraph for each block between empty lines, and `<br>` for other line ends.
    static func paragraphs(_ text: String, escaping: (String) -> String = { escaped($0) }) -> String {
        var paragraphs: [[Substring]] = [[]]
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) {
                paragraphs.append([])
            } else {
                paragraphs[paragraphs.count - 1].append(line)
            }
        }
        return paragraphs.filter { !$0.isEmpty }
            .map { "<p>" + $0.map { escaping(String($0)) }.joined(separator: "<br>") + "</p>" }.joined()
    }

    static func looksLikeHTML(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let lastClose = bytes.lastIndex(of: 0x3E) ?? 0
        for at in bytes.indices where at + 2 < bytes.count {
            let next = bytes[at + 1] == 0x2F ? bytes[at + 2] : bytes[at + 1]
            if bytes[at] == 0x3C, at < lastClose, next.isLetter { return true }
            if bytes[at] == 0x26, next.isLetter || next == 0x23 { return true }
        }
        return false
    }
}
