import Markup
import News

extension FetchedComment {
    /// Takes what somebody wrote, cleaned.
    /// - Parameter base: what relative addresses are resolved against.
    mutating func setBody(_ html: String, base: WebAddress?) {
        original = html
        var cleaner = HTMLSanitizer(base: base)
        cleaner.keepsLines = true
        let cleaned = cleaner.sanitize(html)
        body = cleaned.html
        // Paragraphs are apart by one line feed here.
        text = cleaned.text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: "\n")
    }
}
