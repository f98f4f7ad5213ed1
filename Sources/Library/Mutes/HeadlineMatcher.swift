import Markup
import Untrusted

/// A pure matcher of headlines that belong to a kind.
struct HeadlineMatcher: Sendable {
    private let kind: HeadlineKind
    private let phrases: [PhraseMatcher]

    init(_ kind: HeadlineKind) {
        self.kind = kind
        phrases = kind == .lists ? [] : kind.phrases.map { PhraseMatcher($0) }
    }

    func matches(_ title: String) -> Bool {
        switch kind {
        case .teasers, .deals, .games: phrase(in: title) != nil
        case .lists: Self.isList(TextNormalizer.words(title))
        case .shouting: Self.isShouting(title)
        }
    }

    /// Returns the phrase by which a title belongs to the kind; nil if no phrase matches.
    func phrase(in title: String) -> PhraseMatcher? {
        let text = MatchableText(title)
        return phrases.first { $0.matches(text) }
    }

    private static let listNouns = Set(HeadlineKind.lists.phrases)
    private static let wordsBeforeNumbers: Set = ["the", "these", "here", "are", "top"]
    /// The numbers that begin a list: "Two ideas" is an ordinary headline, and 2026 is a year.
    private static let sizes = 3...999
    private static let numbers = Set(
        "three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty fifty"
            .split(separator: " ").map(String.init))

    /// Returns true for titles such as "17 clever little things": a number at the beginning, and a noun within the next
    /// three words.
    private static func isList(_ words: [String]) -> Bool {
        let words = words.drop { wordsBeforeNumbers.contains($0) }
        guard let first = words.first, isNumber(first) else { return false }
        return words.dropFirst().prefix(3).contains { listNouns.contains($0) }
    }

    private static func isNumber(_ word: String) -> Bool {
        numbers.contains(word) || UntrustedInteger(digits: word)?.int(in: sizes) != nil
    }

    /// Returns true if the title has at least four words and twelve capitals but no lower-case letter, or contains
    /// "!!", "?!", "!?" or "??".
    private static func isShouting(_ title: String) -> Bool {
        let marks = title.map { $0 == "!" || $0 == "?" }
        if zip(marks, marks.dropFirst()).contains(where: { $0 && $1 }) { return true }
        let words = title.split { !$0.isLetter }
        return words.count >= 4 && title.filter(\.isUppercase).count >= 12 && !title.contains(where: \.isLowercase)
    }
}
