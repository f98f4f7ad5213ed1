import CCmark

/// Markdown (CommonMark 0.30) as HTML, by cmark. HTML in it stays: Markup cleans the result.
enum MarkdownRenderer {
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
}
