import Markup
import News

extension ArrivingComment {
    /// Takes what somebody wrote, cleaned.
    /// - Parameter base: what relative addresses are resolved against.
    mutating func take(_ html: String, base: WebAddress?) {
        original = html
        var cleaner = Cleaner(base: base)
        cleaner.keepsLines = true
        let cleaned = cleaner.clean(html)
        body = cleaned.html
        // Paragraphs are apart by one line feed here.
        text = cleaned.text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: "\n")
    }
}
