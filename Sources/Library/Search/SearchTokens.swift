import Markup

/// A query as typed, split into words, "phrases" and operators such as `feed:"Harbour Post"`. The chips of a search
/// rewrite it here, so that they write what a reader could have typed.
public struct SearchTokens: Sendable, Equatable {
    /// The name of an operator.
    public enum Name: String, Sendable, CaseIterable {
        case state = "is", part = "in", feed, author = "by", after, before, order = "sort"

        /// True if a query has at most one of them.
        var isSingle: Bool {
            switch self {
            case .state, .author: false
            case .part, .feed, .after, .before, .order: true
            }
        }
    }

    /// A word, a phrase or an operator.
    public struct Token: Sendable, Equatable {
        /// The token as typed.
        public var text: String
        /// The operator; nil for words.
        public var name: Name?
        /// The words, without minus, operator and quotation marks.
        public var value: String
        var isExcluded = false
        var isPhrase = false
        /// True if nothing follows, not even a space.
        var isLast = false
    }

    /// The tokens in their order.
    public private(set) var tokens: [Token] = []

    /// The maximum number of characters; longer input is cut off. No origin accepts so many, so that each can say so.
    private static let maxCharacters = 1_000
    private static let maxTokens = 200

    /// Splits a query; any input is valid.
    public init(_ typed: String) {
        var rest = typed.prefix(Self.maxCharacters)[...]
        while let start = rest.firstIndex(where: { !$0.isWhitespace }), tokens.count < Self.maxTokens {
            rest = rest[start...]
            let (token, remainder) = Self.scan(rest)
            rest = remainder
            tokens.append(token)
        }
    }

    private static func scan(_ text: Substring) -> (Token, Substring) {
        let isExcluded = text.first == "-"
        let body = isExcluded ? text.dropFirst() : text
        let (name, afterName) = operatorName(body)
        let content = name == nil ? body : afterName
        let isPhrase = content.first.map(isQuote) ?? false
        let (value, rest) = isPhrase ? scanPhrase(content.dropFirst()) : scanWord(content)
        let token = Token(
            text: String(text[..<rest.startIndex]), name: name, value: String(value), isExcluded: isExcluded,
            isPhrase: isPhrase, isLast: rest.isEmpty)
        return (token, rest)
    }

    /// Returns the operator at the beginning, and what follows; nil for words, also for an operator without a value.
    private static func operatorName(_ text: Substring) -> (Name?, Substring) {
        guard let colon = text.firstIndex(where: { !$0.isLetter }), text[colon] == ":",
            let name = Name(rawValue: text[..<colon].lowercased())
        else { return (nil, text) }
        let value = text[text.index(after: colon)...]
        guard let first = value.first, !first.isWhitespace else { return (nil, text) }
        return (name, value)
    }

    private static func isQuote(_ character: Character) -> Bool { character == "\"" || character == "“" }

    private static func scanPhrase(_ text: Substring) -> (Substring, Substring) {
        let end = text.firstIndex { $0 == "\"" || $0 == "”" } ?? text.endIndex
        return (text[..<end], end == text.endIndex ? text[end...] : text[text.index(after: end)...])
    }

    private static func scanWord(_ text: Substring) -> (Substring, Substring) {
        let end = text.firstIndex { $0.isWhitespace || isQuote($0) } ?? text.endIndex
        return (text[..<end], text[end...])
    }
}

// MARK: - Rewriting

extension SearchTokens {
    /// The query with one space between tokens.
    public var text: String { tokens.map(\.text).joined(separator: " ") }

    /// The words that are no operators, as origins are asked for them.
    public var plainText: String { tokens.filter { $0.name == nil }.map(\.text).joined(separator: " ") }

    /// Returns true if the query has the operator with this value, whatever its case and accents.
    public func has(_ name: Name, _ value: String) -> Bool {
        tokens.contains { $0.name == name && !$0.isExcluded && Self.isSame($0.value, value) }
    }

    /// Returns the query with the operator, or without it if it has it.
    public func toggling(_ name: Name, _ value: String) -> String {
        var changed = self
        let had = has(name, value)
        changed.tokens.removeAll { $0.name == name && (name.isSingle || Self.isSame($0.value, value)) }
        guard !had else { return changed.text }
        let quoted = value.contains(where: \.isWhitespace) ? "\"\(value.filter { !Self.isQuote($0) })\"" : value
        changed.tokens.append(Token(text: "\(name.rawValue):\(quoted)", name: name, value: value))
        return changed.text
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        TextNormalizer.normalize(one) == TextNormalizer.normalize(other)
    }
}
