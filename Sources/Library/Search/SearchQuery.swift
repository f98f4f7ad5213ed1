import Foundation
import Markup

/// A parsed query: words that must all occur, "phrases", `-excluded` words, a last word that may be a prefix, and
/// operators (`SearchTokens.Name`). A query that cannot be understood has a fault.
struct SearchQuery: Sendable, Equatable {
    struct Term: Sendable, Equatable {
        var words: [String]
        var isPrefix = false
        var isExcluded = false
        /// True if the words are searched in the byline, where they are not unless asked for.
        var isByline = false
    }

    private(set) var terms: [Term] = []
    private(set) var filter = SearchFilter()
    private(set) var fault: SearchFault?
    /// True if the words must be in the title.
    private(set) var isTitleOnly = false
    private(set) var order = SearchOrder.newest

    private static let maxTerms = 16

    /// Parses a query.
    /// - Parameters:
    ///   - now: the time to which `after:7d` refers.
    ///   - isTyping: true if the last operator may be unfinished; it is then ignored instead of being a fault.
    init(_ typed: String, now: Date = Date(), isTyping: Bool = false) {
        for token in SearchTokens(typed).tokens {
            guard let name = token.name else {
                add(token)
                continue
            }
            guard let fault = apply(name, token, now: now), !(isTyping && token.isLast) else { continue }
            self.fault = self.fault ?? fault
        }
        // The last word may be unfinished.
        if let last = SearchTokens(typed).tokens.last, last.isLast, last.name == nil, !last.isPhrase, !last.isExcluded,
            let term = terms.last, Self.allowsPrefix(term.words)
        {
            terms[terms.count - 1].isPrefix = true
        }
    }

    private mutating func add(_ token: SearchTokens.Token, isByline: Bool = false) {
        let words = TextNormalizer.words(token.value)
        guard !words.isEmpty, terms.count < Self.maxTerms else { return }
        terms.append(Term(words: words, isExcluded: token.isExcluded, isByline: isByline))
    }

    /// Applies an operator; returns why it cannot be understood.
    private mutating func apply(_ name: SearchTokens.Name, _ token: SearchTokens.Token, now: Date) -> SearchFault? {
        let value = TextNormalizer.normalize(token.value)
        switch name {
        case .state:
            guard let state = SearchFilter.State(rawValue: value) else { return .unknownState(token.value) }
            filter.states[state] = !token.isExcluded
        case .part:
            guard value == "title" else { return .unknownPart(token.value) }
            isTitleOnly = true
        case .feed: filter.feeds.append(SearchFilter.Feed(name: token.value, isExcluded: token.isExcluded))
        case .author: add(token, isByline: true)
        case .after, .before:
            guard let date = SearchDate(value, now: now) else { return .invalidDate(token.value) }
            if name == .after { filter.after = date.start } else { filter.before = date.start }
        case .order:
            guard let order = SearchOrder(rawValue: value) else { return .unknownOrder(token.value) }
            self.order = order
        }
        return nil
    }

    /// Returns true if the last word may be a prefix. Shorter prefixes match too much, and an FTS5 prefix index slows
    /// inserts (510 instead of 200 µs a story).
    private static func allowsPrefix(_ words: [String]) -> Bool {
        guard let last = words.last, let scalar = last.unicodeScalars.first else { return false }
        return last.unicodeScalars.count >= 3 && !TextNormalizer.isIdeograph(scalar)
    }

    /// The FTS5 expression; nil without words. Words are quoted, so no word is an operator. Bylines, and the names of
    /// photographers in them, match only terms that ask for them.
    var expression: String? {
        let wanted = [terms.filter { !$0.isExcluded && !$0.isByline }, terms.filter { !$0.isExcluded && $0.isByline }]
            .filter { !$0.isEmpty }.map { scoped($0.map(Self.quoted).joined(separator: " AND "), $0[0].isByline) }
        guard !wanted.isEmpty else { return nil }
        let excluded = terms.filter(\.isExcluded).map { " NOT " + scoped(Self.quoted($0), $0.isByline) }
        return wanted.joined(separator: " AND ") + excluded.joined()
    }

    private func scoped(_ expression: String, _ isByline: Bool) -> String {
        "({\(isByline ? "byline" : isTitleOnly ? "title" : "title plain_text")} : (\(expression)))"
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

/// The order of a search's results.
public enum SearchOrder: String, Sendable, CaseIterable {
    /// The latest first.
    case newest
    /// The best match first: words in the title, and words that are rare or repeated, count more.
    case best
}

/// A reason why a query cannot be understood.
public enum SearchFault: Sendable, Equatable {
    /// The query has no word to search for.
    case needsWord
    /// The value of `is:`, of `in:`, of `sort:`, of `after:` or `before:`.
    case unknownState(String), unknownPart(String), unknownOrder(String), invalidDate(String)
    /// No feed of the reader has this name.
    case unknownFeed(String)

    /// The sentence that says what to write instead.
    public var message: String {
        switch self {
        case .needsWord: "Type at least one word to search for."
        case .unknownState(let value): "“is:\(value)” is not known: write is:unread, is:read or is:saved."
        case .unknownPart(let value): "“in:\(value)” is not known: write in:title to search titles only."
        case .unknownOrder(let value): "“sort:\(value)” is not known: write sort:newest or sort:best."
        case .invalidDate(let value): "“\(value)” is no date: write 2026-11-20, or 7d for seven days ago."
        case .unknownFeed(let value): "No feed here is called “\(value)”."
        }
    }
}
