import Markup

/// A matcher that finds a phrase in texts: words are compared normalised and whole, ideographs one by one, as in
/// search.
struct PhraseMatcher: Sendable {
    /// The normalised words of the phrase.
    let words: [String]
    /// The flags of words that must not be in lower case in the text, one per word; empty if case does not matter.
    private let capitalized: [Bool]

    /// Creates a matcher.
    /// - Parameter isName: true if words with a capital only match such words: the town Reading is not the activity.
    init(_ phrase: String, isName: Bool = false) {
        words = TextNormalizer.words(phrase)
        let written = isName ? TextNormalizer.words(phrase, keepsCase: true) : []
        capitalized = written.count == words.count ? written.map { !Self.isLowercase($0) && $0 != $0.lowercased() } : []
    }

    var isEmpty: Bool { words.isEmpty }

    func matches(_ text: MatchableText) -> Bool {
        guard let first = words.first, text.words.count >= words.count else { return false }
        var written: [String]?
        for start in 0...(text.words.count - words.count)  // bounded: counted above
        where text.words[start] == first {
            let range = start..<(start + words.count)  // bounded: counted above
            guard text.words[range].elementsEqual(words) else { continue }
            guard capitalized.contains(true) else { return true }
            let cased = written ?? TextNormalizer.words(text.text, keepsCase: true)
            written = cased
            if cased.count != text.words.count || isWrittenAsName(cased[range]) { return true }
        }
        return false
    }

    private func isWrittenAsName(_ found: ArraySlice<String>) -> Bool {
        zip(capitalized, found).allSatisfy { mustBeCapitalized, word in
            !mustBeCapitalized || !Self.isLowercase(word)
        }
    }

    private static func isLowercase(_ word: String) -> Bool { word.first?.isLowercase == true }
}

/// A text with its words, in which several phrases are searched.
struct MatchableText: Sendable {
    let text: String
    let words: [String]

    init(_ text: String) {
        self.text = text
        words = TextNormalizer.words(text)
    }
}
