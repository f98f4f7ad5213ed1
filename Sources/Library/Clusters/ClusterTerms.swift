import Markup

/// The terms of a story, by which stories are compared: its title's words and the first words of its text.
///
/// Words are cut to `stemLength` letters, the cheapest stemmer that helps in many languages. Runs of Han, kana and
/// hangul, which have no spaces, are cut into pairs of characters.
struct ClusterTerms: Sendable {
    /// The number of occurrences of each term's hash, sorted by hash.
    private(set) var counts: [(term: Int64, count: Int)]
    /// True if the story has no text beside its title, so that its cluster is a guess.
    let isTitleOnly: Bool

    /// The number of letters that a word keeps.
    static let stemLength = 6
    /// The number of words of the text that are compared.
    static let maxTextWords = 60

    init(title: String, text: String) {
        let textWords = Self.terms(of: text, limit: Self.maxTextWords)
        var counts: [Int64: Int] = [:]
        for word in Self.terms(of: title, limit: Self.maxTextWords) + textWords { counts[FNVHash.hash(word), default: 0] += 1 }
        self.counts = counts.sorted { $0.key < $1.key }.map { (term: $0.key, count: $0.value) }
        isTitleOnly = textWords.isEmpty
    }

    /// Returns the first terms of a text.
    static func terms(of text: String, limit: Int) -> [String] {
        var terms: [String] = []
        var previous: String?
        // An ideograph that stands alone is a term; in a run, each pair is one.
        var isRun = false
        for word in TextNormalizer.words(text) {
            let isIdeograph = word.unicodeScalars.first.map(TextNormalizer.isIdeograph) ?? false
            if isIdeograph, let last = previous {
                terms.append(last + word)
                isRun = true
            } else if !isIdeograph {
                if let last = previous, !isRun { terms.append(last) }
                terms.append(String(word.prefix(stemLength)))
            }
            if !isIdeograph { isRun = false }
            previous = isIdeograph ? word : nil
            if terms.count >= limit { return Array(terms.prefix(limit)) }
        }
        if let last = previous, !isRun { terms.append(last) }
        return terms
    }
}
