/// A comparison of texts by their words.
struct TextSimilarity {
    private let referenceWords: Set<Substring>

    init(to first: String) { referenceWords = Set(Self.tokens(first)) }

    /// Returns the share of `second`, by letters, that consists of words of the first text: 0 to 1.
    func of(_ second: String) -> Double {
        let words = Self.tokens(second)
        guard !referenceWords.isEmpty, !words.isEmpty else { return 0 }
        let unknown = words.filter { !referenceWords.contains($0) }
        return 1 - Double(Self.length(unknown)) / Double(Self.length(words))
    }

    static func of(_ first: String, _ second: String) -> Double { TextSimilarity(to: first).of(second) }

    private static func length(_ words: [Substring]) -> Int {
        words.reduce(0) { $0 + $1.count } + max(0, words.count - 1)
    }

    private static func tokens(_ text: String) -> [Substring] {
        text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
