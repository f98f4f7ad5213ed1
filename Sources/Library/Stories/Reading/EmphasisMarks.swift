/// The marks of emphasis that some origins leave in their plain text, as in "voted for *Venice*".
enum EmphasisMarks {
    /// Returns the text without the marks around words; asterisks between letters or numbers stay.
    static func removed(from text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "*")) else { return text }
        let marked = /(^|[\s(“"])\*{1,2}([^\s*](?:[^*]*[^\s*])?)\*{1,2}(?=$|[\s.,;:!?)”"’])/
        return text.replacing(marked) { "\($0.1)\($0.2)" }
    }
}
