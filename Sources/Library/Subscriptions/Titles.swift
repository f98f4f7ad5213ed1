/// Titles that people and files give.
enum Titles {
    /// One line without control characters and outer spaces, at most 200 characters; nil when nothing is left.
    static func tidy(_ text: String) -> String? {
        let words = text.split { character in
            character.isWhitespace || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
        }.joined(separator: " ")
        return words.isEmpty ? nil : String(words.prefix(200))
    }
}
