import Markup

/// The terms of a story, by which stories are compared: its title's words and the first words of its text.
///
/// Words are cut to `stemLength` letters, the cheapest stemmer that helps in many languages. Runs of Han, kana and
/// hangul, which have no spaces, are cut into pairs of characters. Cyrillic is written in Latin letters, so that a name
/// is one term in both.
struct ClusterTerms: Sendable {
    /// The number of occurrences of each term. A word of the title counts twice.
    private(set) var counts: [UInt32: Int] = [:]
    /// The number of letters of words with up to four, which are common in many languages.
    private(set) var shortWords: [UInt32: Int] = [:]
    /// The primary language subtag; empty if unknown.
    let language: String
    /// A hash of the first words of the text; nil if the text is too short to show that it is a copy.
    let textHash: Int64?
    /// True if the story has no text beside its title, so that its cluster is a guess.
    let isTitleOnly: Bool

    /// The number of letters that a word keeps.
    static let stemLength = 5
    /// The number of words of the text that are compared.
    static let maxTextWords = 60
    private static let titleWeight = 2
    /// The least number of words by which copies of one text are known.
    private static let minCopiedWords = 15

    /// - Parameter language: the language that the origin states (BCP 47).
    init(title: String, text: String, language: String?) {
        let textWords = TextNormalizer.words(text)
        let first = Self.terms(of: textWords, limit: Self.maxTextWords)
        for (term, length) in Self.terms(of: TextNormalizer.words(title), limit: Self.maxTextWords) {
            counts[term, default: 0] += Self.titleWeight
            if let length { shortWords[term] = length }
        }
        for (term, length) in first {
            counts[term, default: 0] += 1
            if let length { shortWords[term] = length }
        }
        self.language = ClusterLanguage.language(
            of: TextNormalizer.words(title) + textWords.prefix(80), stated: language)
        textHash =
            textWords.count < Self.minCopiedWords
            ? nil : FNVHash.hash(textWords.prefix(Self.maxTextWords / 2).joined(separator: " "))
        isTitleOnly = textWords.isEmpty
    }

    /// Returns the hashes of the first terms of a text, with the length of short words.
    private static func terms(of words: [String], limit: Int) -> [(term: UInt32, shortLength: Int?)] {
        var terms: [(term: UInt32, shortLength: Int?)] = []
        var previous: String?
        // An ideograph that stands alone is a term; in a run, each pair is one.
        var isRun = false
        func add(_ term: String, isWord: Bool = false) {
            let length = isWord && term.count < stemLength ? term.count : nil
            terms.append((UInt32(truncatingIfNeeded: FNVHash.hash(term)), length))
        }
        for word in words where terms.count < limit {
            let isIdeograph = word.unicodeScalars.first.map(TextNormalizer.isIdeograph) ?? false
            if isIdeograph, let last = previous {
                add(last + word)
                isRun = true
            } else if !isIdeograph {
                if let last = previous, !isRun { add(last) }
                add(String(CyrillicLetters.inLatin(word).prefix(stemLength)), isWord: true)
            }
            if !isIdeograph { isRun = false }
            previous = isIdeograph ? word : nil
        }
        if let last = previous, !isRun { add(last) }
        return Array(terms.prefix(limit))
    }
}

/// The Latin spelling of Cyrillic words in lower case.
private enum CyrillicLetters {
    private static let latin: [Unicode.Scalar: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i", "к": "k", "л": "l",
        "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts",
        "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya", "і": "i",
    ]

    static func inLatin(_ word: String) -> String {
        guard word.unicodeScalars.contains(where: { (0x0400...0x04FF).contains($0.value) }) else { return word }
        return word.unicodeScalars.reduce(into: "") { $0 += latin[$1] ?? String($1) }
    }
}
