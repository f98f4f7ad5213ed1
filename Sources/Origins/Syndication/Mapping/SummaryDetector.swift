import Markup

/// A detector of summaries that repeat the text's beginning.
enum SummaryDetector {
    /// The maximum length of a dek in characters.
    static let maxLength = 300

    /// Returns the summary as a dek; nil if the summary adds nothing to the text or title.
    static func dek(summary: String?, text: String, title: String) -> String? {
        guard let summary else { return nil }
        let plain = withoutTrailer(PlainText.of(html: summary))
        let letters = TextNormalizer.letters(plain, limit: 2_000)
        guard letters.count >= 8, letters != TextNormalizer.letters(title, limit: 2_000),
            !repeats(letters, TextNormalizer.letters(text, limit: letters.count))
        else { return nil }
        return PlainText.excerpt(of: plain, limit: maxLength)
    }

    /// Returns true if the text begins with four fifths of the summary.
    private static func repeats(_ summary: [Unicode.Scalar], _ text: [Unicode.Scalar]) -> Bool {
        var common = 0
        while common < min(summary.count, text.count), summary[common] == text[common] { common += 1 }
        return common * 5 >= summary.count * 4 && common > 0
    }

    /// Removes the endings that blogs append, such as "[…]" and "Continue reading".
    private static func withoutTrailer(_ text: String) -> String {
        var kept = Substring(text)
        if let post = kept.firstRange(of: "The post "), kept[post.upperBound...].contains("appeared first on") {
            kept = kept[..<post.lowerBound]
        }
        var isDone = false
        while !isDone {
            isDone = true
            while kept.last?.isWhitespace == true { kept = kept.dropLast() }
            for trailer in trailers where kept.hasSuffix(trailer) {
                kept = kept.dropLast(trailer.count)
                isDone = false
            }
        }
        return String(kept)
    }

    private static let trailers = [
        "[…]", "[...]", "Continue reading →", "Continue reading", "Read more →", "Read more", "→",
    ]
}
