import Foundation
import Markup

/// A story's description and the beginning of its text, as HTML to be sanitised: what stands in both comes once.
///
/// The service gives 200 characters and then `… [+1234 chars]`; of that remains the “…”, by which the text is known to
/// be cut.
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

    private static func withoutCutMark(_ text: String) -> String {
        let bare = text.replacing(/\s*\[\+\d+ chars\]\s*$/, with: "")
        guard bare.count < text.count, !bare.hasSuffix("…") else { return bare }
        return (bare.hasSuffix("...") ? String(bare.dropLast(3)) : bare) + "…"
    }

    /// Compared without marks, spaces and case.
    private static func letters(_ text: String?) -> [Character] {
        guard let text else { return [] }
        return Array(PlainText.of(html: text).lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Lines become paragraphs, unless it is HTML already.
    private static func html(_ text: String?) -> String {
        guard let text else { return "" }
        if text.contains(/<[A-Za-z\/]/) { return text }
        return text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }.map { "<p>\($0)</p>" }.joined()
    }
}
