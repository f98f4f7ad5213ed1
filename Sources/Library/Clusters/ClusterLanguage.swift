import Markup

/// The recognition of a story's language, since feeds often state their software's instead: by script, or by the words
/// that stand in every sentence.
enum ClusterLanguage {
    private static let commonWords: [(language: String, words: Set<String>)] = [
        ("de", words("der die das und den dem ein eine mit von fur auf ist nicht im zu des sich auch als wird nach")),
        ("en", words("the and of to in for is on that with was his has from by at its are will after")),
        ("es", words("el los las del una para con por que se su al como mas y en un ha tras")),
        ("fr", words("le la les des et une du dans pour que est sur pas au par qui avec aux un ete apres")),
        ("it", words("il di che e per un del della con non sono nel gli una alla dei dopo")),
        ("nl", words("de het een van en dat op te met voor zijn niet aan ook naar bij wordt")),
        ("pt", words("o os da do das dos em para com uma nao que ao pelo no na um apos")),
    ]
    /// The least number of such words, and by how many the language must be ahead of the next.
    private static let minWords = 3
    private static let minLead = 2

    private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

    /// Returns the primary language subtag; empty if unknown.
    /// - Parameters:
    ///   - words: normalised words.
    ///   - stated: the language that the origin states (BCP 47).
    static func language(of words: [String], stated: String?) -> String {
        if let language = scriptLanguage(of: words) { return language }
        let found = commonWords.map { entry in (entry.language, words.count(where: entry.words.contains)) }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        if let best = found.first, let next = found.dropFirst().first, best.1 >= minWords, best.1 - next.1 >= minLead {
            return best.0
        }
        return stated?.split(separator: "-").first?.lowercased() ?? ""
    }

    /// Returns the language of kana, hangul or Han, if many of the words are of these.
    private static func scriptLanguage(of words: [String]) -> String? {
        let scalars = words.compactMap { word in
            word.unicodeScalars.first.flatMap { TextNormalizer.isIdeograph($0) ? $0.value : nil }
        }
        guard scalars.count * 2 > words.count else { return nil }
        let kana = scalars.count { (0x3040...0x30FF).contains($0) }
        if kana * 10 > scalars.count { return "ja" }
        return scalars.contains { (0xAC00...0xD7A3).contains($0) } ? "ko" : "zh"
    }
}
