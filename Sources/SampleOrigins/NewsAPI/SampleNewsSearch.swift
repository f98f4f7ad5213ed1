/// A search expression of words that an article must or must not contain: `"exact words"`, `+must`, `-not`, AND, OR,
/// NOT and parentheses. Adjacent parts are all required.
indirect enum SampleNewsSearch: Sendable, Equatable {
    /// Words in this order.
    case phrase([String])
    case allOf([SampleNewsSearch])
    case anyOf([SampleNewsSearch])
    case not(SampleNewsSearch)

    /// Parses a search expression; nil if it is malformed.
    init?(_ text: String) {
        var parser = SampleNewsSearchParser(text)
        guard let search = parser.search() else { return nil }
        self = search
    }

    func matches(_ words: [String]) -> Bool {
        switch self {
        case .phrase(let phrase): Self.count(of: phrase, in: words) > 0
        case .allOf(let parts): parts.allSatisfy { $0.matches(words) }
        case .anyOf(let parts): parts.contains { $0.matches(words) }
        case .not(let part): !part.matches(words)
        }
    }

    /// Returns the number of occurrences of the wanted words.
    func score(_ words: [String]) -> Int {
        switch self {
        case .phrase(let phrase): Self.count(of: phrase, in: words)
        case .allOf(let parts), .anyOf(let parts): parts.reduce(0) { $0 + $1.score(words) }
        case .not: 0
        }
    }

    /// Returns the words of a text in lower case, without punctuation.
    static func words(of text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func count(of phrase: [String], in words: [String]) -> Int {
        guard let first = phrase.first, words.count >= phrase.count else { return 0 }
        let starts = words.indices.dropLast(phrase.count - 1)
        return starts.count(where: { words[$0] == first && words[$0...].starts(with: phrase) })
    }
}

private struct SampleNewsSearchParser {
    private enum Token: Equatable {
        case open, close, and, or, not
        case phrase([String])
    }

    private var tokens: ArraySlice<Token>

    init(_ text: String) {
        var tokens: [Token] = []
        var rest = text[...]
        while let character = rest.first {
            switch character {
            case "(", ")", "\"": tokens += Self.marked(character, &rest)
            case "-", "+":
                rest.removeFirst()
                if character == "-" { tokens.append(.not) }
            case _ where character.isWhitespace: rest.removeFirst()
            default:
                let word = rest.prefix { !$0.isWhitespace && !"()\"".contains($0) }
                rest = rest[word.endIndex...]
                tokens += Self.token(String(word))
            }
        }
        self.tokens = tokens[...]
    }

    private static func marked(_ mark: Character, _ rest: inout Substring) -> [Token] {
        rest.removeFirst()
        guard mark == "\"" else { return [mark == "(" ? .open : .close] }
        let quoted = rest.prefix { $0 != "\"" }
        rest = rest[quoted.endIndex...].dropFirst()
        return [.phrase(SampleNewsSearch.words(of: String(quoted)))]
    }

    private static func token(_ word: String) -> [Token] {
        switch word {
        case "AND": return [.and]
        case "OR": return [.or]
        case "NOT": return [.not]
        default:
            let words = SampleNewsSearch.words(of: word)
            return words.isEmpty ? [] : [.phrase(words)]
        }
    }

    mutating func search() -> SampleNewsSearch? {
        guard let found = alternatives(), tokens.isEmpty else { return nil }
        return found
    }

    private mutating func alternatives() -> SampleNewsSearch? {
        var parts: [SampleNewsSearch] = []
        repeat {
            guard let part = requirements() else { return nil }
            parts.append(part)
        } while take(.or)
        return parts.count == 1 ? parts[0] : .anyOf(parts)
    }

    private mutating func requirements() -> SampleNewsSearch? {
        var parts: [SampleNewsSearch] = []
        while let next = tokens.first, next != .or, next != .close {
            if take(.and) && parts.isEmpty { return nil }
            guard let part = factor() else { return nil }
            parts.append(part)
        }
        return parts.isEmpty ? nil : parts.count == 1 ? parts[0] : .allOf(parts)
    }

    private mutating func factor() -> SampleNewsSearch? {
        switch tokens.popFirst() {
        case .phrase(let words): return words.isEmpty ? nil : .phrase(words)
        case .not: return factor().map { .not($0) }
        case .open:
            guard let inside = alternatives(), take(.close) else { return nil }
            return inside
        default: return nil
        }
    }

    private mutating func take(_ token: Token) -> Bool {
        guard tokens.first == token else { return false }
        tokens.removeFirst()
        return true
    }
}
