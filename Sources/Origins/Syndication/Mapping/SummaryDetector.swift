import Markup

/// Tells a summary that an editor wrote from one that is only the text's beginning.
enum SummaryDetector {
    /// The longest teaser, in characters.
    static let maxLength = 300

    /// The summary as plain text, or nil when it adds nothing to the text or the title.
    static func dek(summary: String?, text: String, title: String) -> String? {
        guard let summary else { return nil }
        let plain = withoutTrailer(PlainText.of(html: summary))
        let letters = normalized(plain, limit: 2_000)
        guard letters.count >= 8, letters != normalized(title, limit: 2_000),
            !repeats(letters, normalized(text, limit: 4_000))
        else { return nil }
        return PlainText.excerpt(of: plain, limit: maxLength)
    }

    /// Whether four fifths of the summary are how the text begins.
    private static func repeats(_ summary: [Character], _ text: [Character]) -> Bool {
        let common = zip(summary, text).prefix { $0 == $1 }.count
        return common * 5 >= summary.count * 4 && common > 0
    }

    /// Blogs close their summaries with "[…]", "Continue reading" and the like.
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

    /// Letters and digits only, without case, so that quotes and spaces do not matter.
    private static func normalized(_ text: String, limit: Int) -> [Character] {
        Array(text.lazy.filter { $0.isLetter || $0.isNumber }.prefix(limit).flatMap { $0.lowercased() })
    }
}
