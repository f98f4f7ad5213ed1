/// Names of languages (BCP 47).
enum LanguageTag {
    /// `en_US`, as programs write it, is `en-US`.
    static func normal(_ text: String) -> String {
        guard text.utf8.contains(0x5F) else { return text }
        return String(decoding: text.utf8.map { $0 == 0x5F ? 0x2D : $0 }, as: UTF8.self)
    }
}
