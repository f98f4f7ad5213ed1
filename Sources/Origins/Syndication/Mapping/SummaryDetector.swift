import Markup

/// Tells a written summary from one that is only the beginning of the text.
enum SummaryDetector {
    /// Longest dek in characters.
    static let maxLength = 300

    /// The summary as plain text; nil if it adds nothing to the text or the title.
    static func dek(summary: String?, text: String, title: String) -> String? {
        guard let summary else { return nil }
        let plain = withoutTrailer(PlainText.of(html: summary))
        let letters = normalized(plain, limit: 2_000)
        guard letters.count >= 8, letters != normalized(title, limit: 2_000),
            !repeats(letters, normalized(text, limit: 4_000))
        else { return nil }
        return PlainText.excerpt(of: plain, limit: maxLength)
    }

    /// Whether the text begins with four fifths of the summary.
    private static func repeats(_ summary: [Character], _ text: [Character]) -> Bool {
        let common = zip(summary, text).prefix { $0 == $1 }.count
        return common * 5 >= summary.count * 4 && common > 0
    }

    /// Removes the endings that blogs append to summaries: "[…]", "Continue reading".
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

    /// Only letters and digits, in lower case, so that quotes and spaces do not matter.
    private static func normalized(_ text: String, limit: Int) -> [Character] {
        Array(text.lazy.filter { $0.isLetter || $0.isNumber }.prefix(limit).flatMap { $0.lowercased() })
    }
}
