import Markup

/// A parsed query: words that must all occur, "phrases", `-excluded` words, and a last word that may be a prefix. Any
/// input is valid.
struct SearchQuery: Sendable, Equatable {
    struct Term: Sendable, Equatable {
        var words: [String]
        var isPrefix = false
        var isExcluded = false
    }

    private(set) var terms: [Term] = []

    /// The maximum number of characters; longer input is cut off.
    private static let maxCharacters = 300
    private static let maxTerms = 16

    init(_ typed: String) {
        var rest = typed.prefix(Self.maxCharacters)[...]
        while let start = rest.firstIndex(where: { !$0.isWhitespace }), terms.count < Self.maxTerms {
            rest = rest[start...]
            let isExcluded = rest.first == "-"
            if isExcluded { rest = rest.dropFirst() }
            let isPhrase = rest.first == "\"" || rest.first == "“"
            let (text, remainder) = isPhrase ? Self.scanPhrase(rest.dropFirst()) : Self.scanWord(rest)
            rest = remainder
            let words = TextNormalizer.words(String(text))
            guard !words.isEmpty else { continue }
            let isPrefix = !isPhrase && !isExcluded && rest.isEmpty && Self.allowsPrefix(words)
            terms.append(Term(words: words, isPrefix: isPrefix, isExcluded: isExcluded))
        }
    }

    private static func scanPhrase(_ text: Substring) -> (Substring, Substring) {
        let end = text.firstIndex { $0 == "\"" || $0 == "”" } ?? text.endIndex
        return (text[..<end], end == text.endIndex ? text[end...] : text[text.index(after: end)...])
    }

    private static func scanWord(_ text: Substring) -> (Substring, Substring) {
        let end = text.firstIndex { $0.isWhitespace || $0 == "\"" || $0 == "“" } ?? text.endIndex
        return (text[..<end], text[end...])
    }

    /// Returns true if the last word may be a prefix. Shorter prefixes match too much, and an FTS5 prefix index slows
    /// inserts (510 instead of 200 µs a story).
    private static func allowsPrefix(_ words: [String]) -> Bool {
        guard let last = words.last, let scalar = last.unicodeScalars.first else { return false }
        return last.unicodeScalars.count >= 3 && !TextNormalizer.isIdeograph(scalar)
    }

    /// The FTS5 expression; nil if empty. Words are quoted, so no word is an operator.
    var expression: String? {
        let wanted = terms.filter { !$0.isExcluded }.map(Self.quoted)
        guard !wanted.isEmpty else { return nil }
        let excluded = terms.filter(\.isExcluded).map(Self.quoted)
        return wanted.joined(separator: " AND ") + excluded.map { " NOT " + $0 }.joined()
    }

    /// The FTS5 expression that matches the last word exactly; nil if equal to `expression`.
    var exactExpression: String? {
        guard terms.contains(where: \.isPrefix) else { return nil }
        var exact = self
        for index in exact.terms.indices { exact.terms[index].isPrefix = false }
        return exact.expression
    }

    private static func quoted(_ term: Term) -> String {
        "\"" + term.words.joined(separator: " ") + "\"" + (term.isPrefix ? "*" : "")
    }
}
