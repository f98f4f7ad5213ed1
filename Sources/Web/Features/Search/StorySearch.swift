import Foundation
import Library

/// A search as a page's URL has it.
struct StorySearch: Sendable {
    let words: String
    let tokens: SearchTokens
    /// The list that is searched.
    let base: StoryList
    let isEverywhere: Bool
    /// True if script asks while the reader types: only stored stories are searched, and nothing is recorded.
    let isTyping: Bool

    init(_ scope: RequestScope) {
        words = (scope.query["q"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        tokens = SearchTokens(scope.query["q"] ?? "")
        base = scope.list(.everything)
        isEverywhere = scope.showsAllEditions
        isTyping = scope.query["typing"] == "1"
    }

    /// The results as a list.
    var list: StoryList { .search(words, in: base) }

    func route(_ words: String, everywhere: Bool? = nil) -> Route {
        .search(words, everywhere: everywhere ?? isEverywhere)
    }

    /// The words that origins are asked for; nil if the query narrows the search in ways that they cannot follow.
    var wordsForOrigins: String? {
        let isNarrowed = tokens.tokens.contains { $0.name != nil && $0.name != .order }
        let words = tokens.plainText
        return isNarrowed || words.isEmpty ? nil : words
    }
}
