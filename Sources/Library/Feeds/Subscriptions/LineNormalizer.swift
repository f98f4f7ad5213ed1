/// A normaliser for titles that users or files give.
enum LineNormalizer {
    /// Returns one line without control characters, of at most five bytes a character on average (characters may have
    /// many combining marks); nil if empty.
    static func normalize(_ text: String, maxCharacters: Int = 200) -> String? {
        let words = text.split { character in
            character.isWhitespace || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
        }.joined(separator: " ")
        var title = words.prefix(maxCharacters)
        let maxBytes = 5 * maxCharacters
        while title.utf8.count > maxBytes { title.unicodeScalars.removeLast(max(1, (title.utf8.count - maxBytes) / 4)) }
        return title.isEmpty ? nil : String(title)
    }
}
