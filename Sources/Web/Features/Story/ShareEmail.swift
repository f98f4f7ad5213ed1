import Library
import Markup
import News
import URLs

/// An email of a story, as a `mailto:` URL with the story's beginning (MIT-38, NEXUS-49).
enum ShareEmail {
    /// The limit of the URL in bytes, as some mail programs have it.
    static let maxLength = 1_900

    /// Returns the URL.
    /// - Parameters:
    ///   - text: the plain text, which is shortened to fit.
    ///   - subject: a prefix for the title.
    static func mailtoURL(_ row: StoryRow, _ link: WebAddress, text: String, subject: String?) -> String {
        let start = "mailto:?subject=\(QueryParameters.encoded((subject ?? "") + row.title))&body="
        let around = [row.title, link.text]
        let room =
            maxLength - start.utf8.count - body(around).utf8.count - QueryParameters.encoded(paragraphBreak).utf8.count
        let words = text.contains { !$0.isWhitespace } ? text : row.dek ?? ""
        let parts = [row.title, excerpt(of: words, room: room), link.text]
        return start + body(parts)
    }

    /// Returns the beginning of a story's HTML, without images and captions.
    static func withoutPictures(_ html: String) -> String {
        String(html.prefix(maxLength * 6)).replacing(/<figure\b.*?(<\/figure>|$)/.dotMatchesNewlines(), with: " ")
    }

    /// The line breaks of mail (RFC 6068 §5).
    private static let paragraphBreak = "\r\n\r\n"

    private static func body(_ parts: [String]) -> String {
        QueryParameters.encoded(parts.filter { !$0.isEmpty }.joined(separator: paragraphBreak))
    }

    /// Returns as many whole words as fit when percent-encoded.
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
