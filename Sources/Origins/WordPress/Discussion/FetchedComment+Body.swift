import Markup
import News
import URLs

extension FetchedComment {
    mutating func setBody(_ html: String, base: WebAddress?) {
        original = html
        var cleaner = HTMLSanitizer(base: base)
        cleaner.keepsLines = true
        let cleaned = cleaner.sanitize(html)
        body = cleaned.html
        // Paragraphs of comments are separated by one line feed.
        text = cleaned.text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: "\n")
    }
}
