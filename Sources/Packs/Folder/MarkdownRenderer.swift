import CCmark

/// Renders Markdown (CommonMark 0.30) as HTML with cmark. HTML in the text stays, as Markup sanitises the result.
enum MarkdownRenderer {
    private static let maxBrackets = 20_000
    /// The maximum size in bytes of what references to one definition may expand to.
    private static let maxExpansion = 16 << 20

    static func html(of markdown: String) -> String {
        var markdown = markdown
        let html = markdown.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                cmark_markdown_to_html(text.baseAddress, text.count, CMARK_OPT_UNSAFE)
            }
        }
        guard let html else { return "" }
        defer { cmark_get_default_mem_allocator().pointee.free(html) }
        return String(cString: html)
    }

    /// Returns a problem of a text; nil if cmark renders it in proportional time and length. For some texts (`![[]()`
    /// repeated), cmark's time is quadratic in the brackets, and it repeats a link's definition wherever it is
    /// referenced (both 0.30.2).
    static func problem(of markdown: String) -> String? {
        let brackets = markdown.utf8.count { $0 == UInt8(ascii: "[") }
        guard brackets <= maxBrackets else {
            return "The text has more than \(maxBrackets) square brackets. Make several pages of it."
        }
        guard brackets * longestDefinition(in: markdown) <= maxExpansion else {
            return
                "A link's definition (“[name]: address”) is long and could be named too often. Shorten its address or title."
        }
        return nil
    }

    /// Returns the maximum length of a definition in bytes: from a `]:` to the next one or to the end of its paragraph.
    private static func longestDefinition(in markdown: String) -> Int {
        var (longest, length) = (0, 0)
        var isDefinition = false
        for line in markdown.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.allSatisfy({ $0 <= 0x20 }) { isDefinition = false }
            var last: UInt8 = 0
            for byte in line {
                if byte == UInt8(ascii: ":"), last == UInt8(ascii: "]") { (isDefinition, length) = (true, 0) }
                last = byte
                length += 1
                if isDefinition { longest = max(longest, length) }
            }
        }
        return longest
    }
}
