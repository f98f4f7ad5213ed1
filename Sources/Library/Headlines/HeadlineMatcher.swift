import Markup
public import News
import Untrusted

/// The reason why a headline belongs to a kind.
public struct HeadlineReason: Sendable, Hashable {
    /// The part of a rule that a headline meets.
    public enum Evidence: Sendable, Hashable {
        /// One of the kind's phrases.
        case phrase(String)
        /// A number, and one of the kind's words after it.
        case number(String, word: String)
        /// Nothing but capitals.
        case capitals
        /// Several exclamation or question marks in a row.
        case marks
    }

    /// The kind.
    public var kind: HeadlineKind
    /// The part of the kind's rule.
    public var evidence: Evidence

    public init(kind: HeadlineKind, evidence: Evidence) {
        self.kind = kind
        self.evidence = evidence
    }
}

/// A pure matcher of headlines that belong to a kind.
struct HeadlineMatcher: Sendable {
    private let kind: HeadlineKind
    /// The phrases by their first words, so that a title is read once.
    private let phrases: [String: [Phrase]]

    private struct Phrase {
        let text: String
        let matcher: PhraseMatcher
    }

    init(_ kind: HeadlineKind) {
        self.kind = kind
        let matchers = kind == .lists ? [] : kind.phrases.map { Phrase(text: $0, matcher: PhraseMatcher($0)) }
        phrases = Dictionary(grouping: matchers) { $0.matcher.words.first ?? "" }
    }

    private static let all = HeadlineKind.allCases.map(HeadlineMatcher.init)

    /// Returns the kinds of a title, each with its reason.
    static func reasons(of title: String) -> [HeadlineReason] {
        let text = MatchableText(title)
        return all.compactMap { matcher in
            matcher.evidence(in: text).map { HeadlineReason(kind: matcher.kind, evidence: $0) }
        }
    }

    /// Returns the kinds of a title as bits.
    static func kinds(of title: String) -> Int64 {
        let text = MatchableText(title)
        return all.reduce(0) { $1.evidence(in: text) == nil ? $0 : $0 | $1.kind.bit }
    }

    /// Returns a title in parts, of which those are marked that reasons name.
    static func parts(of title: String, for reasons: [HeadlineReason]) -> [SnippetPart] {
        let phrases = reasons.flatMap { reason -> [String] in
            switch reason.evidence {
            case .phrase(let phrase): [phrase]
            case .number(let number, let word): [number, word]
            case .capitals: [title]
            case .marks: []
            }
        }
        if phrases.isEmpty, !reasons.isEmpty, let marks = title.firstRange(of: /[!?]{2,}/) {
            let parts = [
                SnippetPart(text: String(title[..<marks.lowerBound]), isMatch: false),
                SnippetPart(text: String(title[marks]), isMatch: true),
                SnippetPart(text: String(title[marks.upperBound...]), isMatch: false),
            ]
            return parts.filter { !$0.text.isEmpty }
        }
        return SnippetBuilder.wholeParts(
            of: title, for: phrases.map { SearchQuery.Term(words: TextNormalizer.words($0)) })
    }

    func matches(_ title: String) -> Bool { evidence(in: MatchableText(title)) != nil }

    private func phrase(in text: MatchableText) -> Phrase? {
        guard !phrases.isEmpty else { return nil }
        return text.words.lazy.compactMap { phrases[$0]?.first { $0.matcher.matches(text) } }.first
    }

    private func evidence(in text: MatchableText) -> HeadlineReason.Evidence? {
        switch kind {
        case .teasers, .deals, .games, .gossip: phrase(in: text).map { .phrase($0.text) }
        case .lists: Self.list(in: text)
        case .shouting: Self.shouting(in: text.text)
        }
    }

    // MARK: - Lists

    private static let listWords = Set(HeadlineKind.lists.phrases.flatMap { TextNormalizer.words($0) })
    private static let readerWords: Set = ["you", "your"]
    private static let wordsBeforeNumbers: Set = ["the", "these", "here", "are", "top", "our", "my", "s"]
    /// The numbers that begin a list: "Two ideas" is an ordinary headline, and 2026 is a year.
    private static let sizes = 3...999
    private static let numbers = Set(
        "three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty fifty"
            .split(separator: " ").map(String.init))

    /// Returns the evidence in titles such as "17 clever little things" or "Leeks: 17 things": a number at the beginning,
    /// or after a colon or a question mark, and one of the words within the next three, or "you" or "your" anywhere after
    /// it.
    private static func list(in text: MatchableText) -> HeadlineReason.Evidence? {
        let clauses = text.text.split { $0 == ":" || $0 == "?" }
        guard clauses.count > 1 else { return list(in: text.words) }
        return clauses.lazy.compactMap { list(in: TextNormalizer.words(String($0))) }.first
    }

    private static func list(in words: [String]) -> HeadlineReason.Evidence? {
        let words = words.drop { wordsBeforeNumbers.contains($0) }
        guard let first = words.first, isNumber(first) else { return nil }
        let rest = words.dropFirst()
        let word = rest.prefix(3).first { listWords.contains($0) } ?? rest.first { readerWords.contains($0) }
        return word.map { .number(first, word: $0) }
    }

    private static func isNumber(_ word: String) -> Bool {
        numbers.contains(word) || UntrustedInteger(digits: word)?.int(in: sizes) != nil
    }

    // MARK: - Shouting

    /// Returns the evidence if the title has at least four words and twelve capitals but no lower-case letter, or
    /// contains "!!", "?!", "!?" or "??".
    private static func shouting(in title: String) -> HeadlineReason.Evidence? {
        let marks = title.map { $0 == "!" || $0 == "?" }
        if zip(marks, marks.dropFirst()).contains(where: { $0 && $1 }) { return .marks }
        let words = title.split { !$0.isLetter }
        let isShouted =
            words.count >= 4 && title.filter(\.isUppercase).count >= 12 && !title.contains(where: \.isLowercase)
        return isShouted ? .capitals : nil
    }
}

extension HeadlineKind {
    /// The kind's bit in the database.
    var bit: Int64 {
        switch self {
        case .teasers: 1
        case .lists: 2
        case .deals: 4
        case .games: 8
        case .gossip: 16
        case .shouting: 32
        }
    }

    /// Returns the bits of several kinds.
    static func bits(_ kinds: Set<HeadlineKind>) -> Int64 { kinds.reduce(0) { $0 | $1.bit } }

    /// Returns the kinds of some bits.
    static func kinds(_ bits: Int64) -> Set<HeadlineKind> { Set(allCases.filter { bits & $0.bit != 0 }) }
}
