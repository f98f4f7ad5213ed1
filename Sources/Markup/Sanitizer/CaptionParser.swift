/// A parser that separates a caption from the credit at its end.
enum CaptionParser {
    private static let labels = [
        "photograph by", "photo by", "image by", "picture by", "illustration by", "photo credit", "image credit",
        "picture credit", "photograph",
        "photo", "image", "credit", "picture", "illustration", "foto", "bild", "crédit photo", "crédit", "source",
    ]

    /// Splits `The crane at dusk. Photo: Bea Lindqvist` into `The crane at dusk.` and `Bea Lindqvist`.
    static func split(_ text: String) -> (caption: String, credit: String?) {
        // Labels end with a colon or "by".
        guard text.utf8.count < 2_000, text.utf8.contains(0x3A) || text.utf8.contains(0x79) || text.utf8.contains(0x59)
        else { return (text, nil) }
        let lowered = text.lowercased()
        // Offsets agree only if lowercasing changed no lengths.
        guard lowered.utf8.count == text.utf8.count else { return (text, nil) }
        let bytes = Array(lowered.utf8)
        let hasColon = bytes.contains(0x3A)
        for label in labels {
            let isBy = label.hasSuffix(" by")
            guard isBy || hasColon else { continue }
            for suffix in isBy ? [" "] : [": ", ":"] {
                guard let start = lastOccurrence(of: label + suffix, in: bytes) else { continue }
                let utf8 = text.utf8
                let index = utf8.index(utf8.startIndex, offsetBy: start)
                let credit = String(text[utf8.index(index, offsetBy: (label + suffix).utf8.count)...]).trimmedOfBrackets
                guard !credit.isEmpty, credit.count <= 120 else { continue }
                return (String(text[..<index]).trimmedOfBrackets, credit)
            }
        }
        return (text, nil)
    }

    static func withoutLabel(_ credit: String) -> String {
        let (caption, found) = split(credit)
        return caption.isEmpty ? found ?? credit : credit.trimmedOfBrackets
    }

    /// Returns the last offset of a label at the start, after a sentence or after an opening bracket.
    private static func lastOccurrence(of label: String, in bytes: [UInt8]) -> Int? {
        let wanted = Array(label.utf8)
        guard bytes.count > wanted.count else { return nil }
        for start in stride(from: bytes.count - wanted.count, through: 0, by: -1)
        where bytes[start] == wanted[0] && bytes[start...].starts(with: wanted) {
            let before = bytes[..<start].last { $0 > 0x20 }
            guard let before else { return start }
            if ".!?([|-/\"'".utf8.contains(before) || before >= 0x80 { return start }
        }
        return nil
    }
}

extension String {
    var trimmed: String {
        var copy = self
        return copy.withUTF8 { PlainText.collapsed($0) }
    }

    /// The text without separators and unpaired brackets at the ends.
    var trimmedOfBrackets: String {
        let marks: Set<Character> = ["(", "[", "|", "–", "—", "-", "/", "·", "•", " ", "\u{A0}"]
        var rest = self[...]
        while let first = rest.first, marks.contains(first) { rest = rest.dropFirst() }
        while let last = rest.last, marks.contains(last) || last == ")" || last == "]" {
            // A closing bracket with an opening one stays.
            if last == ")" && rest.contains("(") || last == "]" && rest.contains("[") { break }
            rest = rest.dropLast()
        }
        return String(rest)
    }
}
