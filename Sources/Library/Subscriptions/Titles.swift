/// Titles that people and files give.
enum Titles {
    /// One line without outer spaces, at most 200 characters; nil when nothing is left.
    static func tidy(_ text: String) -> String? {
        let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        return words.isEmpty ? nil : String(words.prefix(200))
    }
}
