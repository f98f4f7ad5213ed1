/// Normalises titles of users and files.
enum TitleNormalizer {
    /// One line without control characters, at most 200 characters and 1,000 bytes (characters may have many combining
    /// marks); nil if empty.
    static func normalize(_ text: String) -> String? {
        let words = text.split { character in
            character.isWhitespace || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
        }.joined(separator: " ")
        var title = words.prefix(200)
        while title.utf8.count > 1_000 { title.unicodeScalars.removeLast(max(1, (title.utf8.count - 1_000) / 4)) }
        return title.isEmpty ? nil : String(title)
    }
}
