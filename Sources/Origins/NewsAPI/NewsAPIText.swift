import Foundation
import Markup
import Untrusted

/// An article's description and the beginning of its text, as HTML to be sanitized; text in both appears once.
///
/// The service cuts texts after 200 characters and appends `… [+1234 chars]`. Only the “…” is kept, which shows that
/// the text is cut.
struct NewsAPIText {
    let html: String

    init(description: String?, content: String?) {
        let description = Self.nonEmpty(description)
        let content = Self.nonEmpty(content.map(Self.withoutCutMark))
        let (summary, beginning) = (Self.letters(description), Self.letters(content))
        // A cut text may end inside a word.
        if beginning.isEmpty || (!summary.isEmpty && summary.starts(with: beginning)) {
            html = Self.html(description)
        } else if beginning.starts(with: summary) {
            html = Self.html(content)
        } else {
            html = Self.html(description) + Self.html(content)
        }
    }

    private static func nonEmpty(_ text: String?) -> String? {
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return text
    }

    /// Removes the mark of a cut text. The text is read from its end, since a search for the mark would restart at
    /// every space.
    private static func withoutCutMark(_ text: String) -> String {
        let spaceless = trimmingEnd(text[...])
        guard spaceless.hasSuffix(cutMarkEnd) else { return text }
        var bare = spaceless.dropLast(cutMarkEnd.count)
        let digits = bare.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
        bare = bare.dropLast(digits)
        guard digits > 0, bare.hasSuffix(cutMarkStart) else { return text }
        bare = trimmingEnd(bare.dropLast(cutMarkStart.count))
        if bare.hasSuffix("…") { return String(bare) }
        return String(bare.hasSuffix("...") ? bare.dropLast(3) : bare) + "…"
    }

    private static let (cutMarkStart, cutMarkEnd) = ("[+", " chars]")

    private static func trimmingEnd(_ text: Substring) -> Substring {
        text[..<(text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex)]
    }

    /// Returns the letters and digits in lower case, for comparison.
    private static func letters(_ text: String?) -> [Character] {
        guard let text else { return [] }
        return Array(PlainText.of(html: text).lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Returns the text as HTML, with lines as paragraphs; text that contains tags stays unchanged.
    private static func html(_ text: String?) -> String {
        guard let text else { return "" }
        let follows = zip(text.utf8, text.utf8.dropFirst())
        if follows.contains(where: { $0 == 0x3C && ($1 == 0x2F || ASCII.isLetter($1)) }) { return text }
        return text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }.map { "<p>\($0)</p>" }.joined()
    }
}
