internal import Foundation

/// Converts typed text to the site's markup: a bare first paragraph, then unclosed `<p>`; `*` italic; two spaces for
/// code; links cut at sixty characters.
enum CommunityTextFormatter {
    static func html(_ typed: String) -> String {
        var paragraphs: [String] = []
        for part in typed.split(separator: "\n\n", omittingEmptySubsequences: true) {
            if part.hasPrefix("  ") {
                paragraphs.append("<pre><code>" + escaped(String(part)) + "\n</code></pre>")
            } else {
                paragraphs.append(linked(italic(escaped(String(part)))))
            }
        }
        return paragraphs.joined(separator: "<p>")
    }

    /// The site also writes slashes as characters, and apostrophes by their hexadecimal number.
    static func escaped(_ text: String) -> String {
        XMLEscaping.escaped(text).replacing("&#39;", with: "&#x27;").replacing("/", with: "&#x2F;")
    }

    private static func italic(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "*")) else { return text }
        let parts = text.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 2, parts.count % 2 == 1 else { return text }
        return parts.enumerated().map { $0.offset % 2 == 1 ? "<i>\($0.element)</i>" : String($0.element) }.joined()
    }

    private static func linked(_ text: String) -> String {
        guard text.contains("https:&#x2F;") else { return text }
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard word.hasPrefix("https:&#x2F;&#x2F;") else { return String(word) }
            let plain = word.replacing("&#x2F;", with: "/")
            let shown = plain.count > 60 ? escaped(String(plain.prefix(60))) + "..." : String(word)
            return "<a href=\"\(word)\" rel=\"nofollow\">\(shown)</a>"
        }.joined(separator: " ")
    }
}
