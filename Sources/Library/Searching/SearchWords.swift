/// What a person typed, understood: words that must all occur, "phrases", words after `-` that must not, and a last
/// word that may be a beginning. Anything can be typed: whatever means nothing is dropped.
struct SearchWords: Sendable, Equatable {
    /// A word, or a phrase of several.
    struct Term: Sendable, Equatable {
        var words: [String]
        var isBeginning = false
        var isExcluded = false
    }

    private(set) var terms: [Term] = []

    /// More than these are not looked at: a query is a sentence, not a book.
    private static let mostCharacters = 300
    private static let mostTerms = 16

    init(_ typed: String) {
        var rest = typed.prefix(Self.mostCharacters)[...]
        while let start = rest.firstIndex(where: { !$0.isWhitespace }), terms.count < Self.mostTerms {
            rest = rest[start...]
            let isExcluded = rest.first == "-"
            if isExcluded { rest = rest.dropFirst() }
            let isPhrase = rest.first == "\"" || rest.first == "“"
            let (text, remainder) = isPhrase ? Self.phrase(rest.dropFirst()) : Self.word(rest)
            rest = remainder
            let words = Folding.words(String(text))
            guard !words.isEmpty else { continue }
            let isBeginning = !isPhrase && !isExcluded && rest.isEmpty && Self.canBegin(words)
            terms.append(Term(words: words, isBeginning: isBeginning, isExcluded: isExcluded))
        }
    }

    private static func phrase(_ text: Substring) -> (Substring, Substring) {
        let end = text.firstIndex { $0 == "\"" || $0 == "”" } ?? text.endIndex
        return (text[..<end], end == text.endIndex ? text[end...] : text[text.index(after: end)...])
    }

    private static func word(_ text: Substring) -> (Substring, Substring) {
        let end = text.firstIndex { $0.isWhitespace || $0 == "\"" || $0 == "“" } ?? text.endIndex
        return (text[..<end], text[end...])
    }

    /// Two letters begin half the dictionary, and an index of beginnings would make taking stories in twice as slow
    /// (tried: 200 µs a story without it, 510 µs with it).
    private static func canBegin(_ words: [String]) -> Bool {
        guard let last = words.last, let scalar = last.unicodeScalars.first else { return false }
        return last.unicodeScalars.count >= 3 && !Folding.isIdeograph(scalar)
    }

    /// The FTS5 expression; nil when nothing is looked for. Every word is quoted, so none can act as an operator.
    var expression: String? {
        let wanted = terms.filter { !$0.isExcluded }.map(Self.quoted)
        guard !wanted.isEmpty else { return nil }
        let excluded = terms.filter(\.isExcluded).map(Self.quoted)
        return wanted.joined(separator: " AND ") + excluded.map { " NOT " + $0 }.joined()
    }

    /// The same with the last word as it stands; nil when that is what `expression` says already.
    var wholeExpression: String? {
        guard terms.contains(where: \.isBeginning) else { return nil }
        var whole = self
        for index in whole.terms.indices { whole.terms[index].isBeginning = false }
        return whole.expression
    }

    private static func quoted(_ term: Term) -> String {
        "\"" + term.words.joined(separator: " ") + "\"" + (term.isBeginning ? "*" : "")
    }
}
