internal import Foundation

/// A converter of typed text to the site's markup: a bare first paragraph, then unclosed `<p>`; `*` for italics; two
/// spaces for code; links cut at sixty characters.
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

    /// Escapes a text. The site also writes slashes as character references, and apostrophes by their hexadecimal
    /// number.
    static func escaped(_ text: String) -> String {
        XMLEscaping.escaped(text, apostrophe: "&#x27;", slash: "&#x2F;")
    }

    private static func italic(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "*")) else { return text }
        let parts = text.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 2, parts.count % 2 == 1 else { return text }
        return parts.enumerated().map { $0.offset % 2 == 1 ? "<i>\($0.element)</i>" : String($0.element) }.joined()
    }

    private static func linked(_ text: String) -> String {
        guard text.contains(":&#x2F;&#x2F;") else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line in
            line.split(separator: " ", omittingEmptySubsequences: false).map(linkedWord).joined(separator: " ")
        }.joined(separator: "\n")
    }

    /// Links a word that is a URL, also within angle brackets.
    private static func linkedWord(_ word: Substring) -> String {
        let isBracketed = word.hasPrefix("&lt;") && word.hasSuffix("&gt;") && word.count > 8
        let address = isBracketed ? word.dropFirst(4).dropLast(4) : word
        guard ["https", "http"].contains(where: { address.hasPrefix("\($0):&#x2F;&#x2F;") }) else {
            return String(word)
        }
        let plain = address.replacing("&#x2F;", with: "/")
        let shown = plain.count > 60 ? escaped(String(plain.prefix(60))) + "..." : String(address)
        return "<a href=\"\(address)\" rel=\"nofollow\">\(shown)</a>"
    }
}
