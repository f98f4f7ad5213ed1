/// The markup that an origin supports in comments.
public enum CommentMarkup: String, Sendable, Hashable, Codable, CaseIterable {
    /// Blank lines separate paragraphs, text between asterisks is italic, lines indented by two spaces are code, and
    /// addresses become links (news.ycombinator.com/formatdoc).
    case hackerNews = "hacker-news"
    /// Blank lines separate paragraphs, single line breaks are kept, and the tags of `$allowedtags` (WordPress
    /// `kses.php`) are allowed.
    case wordPress = "wordpress"

    /// Returns sanitised HTML that looks like the published comment at the origin.
    public func preview(_ text: String) -> SafeHTML {
        let bytes = Array(text.replacing("\r\n", with: "\n").utf8)
        let html: [UInt8]
        switch self {
        case .hackerNews:
            var writer = HackerNewsCommentWriter(bytes)
            html = writer.html()
        case .wordPress:
            var writer = WordPressCommentWriter(bytes)
            html = writer.html()
        }
        return HTMLSanitizer().sanitize(String(decoding: html, as: UTF8.self)).html
    }
}
