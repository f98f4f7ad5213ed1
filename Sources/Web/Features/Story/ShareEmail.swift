import Library
import Markup
import News

/// A story as a mail: who gets an address alone from a share has its beginning to read here (rows MIT-38, NEXUS-49).
enum ShareEmail {
    /// How long an address of a mail may be, in bytes: what the least able mail programs take.
    static let maxLength = 1_900

    /// - Parameters:
    ///   - text: the story's, plain; as much of it as there is room for is taken, in whole words.
    ///   - subject: what the edition puts before the title.
    static func mailtoURL(_ row: StoryRow, _ link: WebAddress, text: String, subject: String?) -> String {
        let start = "mailto:?subject=\(QueryParameters.encoded((subject ?? "") + row.title))&body="
        let around = [row.title, link.text]
        let room =
            maxLength - start.utf8.count - body(around).utf8.count - QueryParameters.encoded(paragraphBreak).utf8.count
        // A dek is mostly how the text begins.
        let words = text.contains { !$0.isWhitespace } ? text : row.dek ?? ""
        let parts = [row.title, excerpt(of: words, room: room), link.text]
        return start + body(parts)
    }

    /// The beginning of a story's HTML, as far as a mail can need it, without pictures and what stands below them.
    static func withoutPictures(_ html: String) -> String {
        String(html.prefix(maxLength * 6)).replacing(/<figure\b.*?(<\/figure>|$)/.dotMatchesNewlines(), with: " ")
    }

    /// As a mail has it (RFC 6068 §5).
    private static let paragraphBreak = "\r\n\r\n"

    private static func body(_ parts: [String]) -> String {
        QueryParameters.encoded(parts.filter { !$0.isEmpty }.joined(separator: paragraphBreak))
    }

    /// So many words as take up so many bytes when they are encoded.
    private static func excerpt(of text: String, room: Int) -> String {
        var (words, taken) = ([Substring](), QueryParameters.encoded("…").utf8.count)
        for word in text.split(whereSeparator: \.isWhitespace) {
            taken += QueryParameters.encoded(String(word)).utf8.count + 3
            guard taken <= room else { return words.isEmpty ? "" : words.joined(separator: " ") + "…" }
            words.append(word)
        }
        return words.joined(separator: " ")
    }
}
