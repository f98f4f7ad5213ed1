import Foundation
import Library
import News

/// A cache of what searches find here, and of whether there are origins to ask, so that a search that is shown again costs
/// no query. HTML has relative times and is written for each request.
struct SearchResultCache: Sendable {
    private struct Key: Hashable {
        let reader: ReaderID
        let list: StoryList
        let isTyping: Bool
    }

    /// The entries, kept for 30 seconds even without changes: `after:7d` moves on, and images become available.
    private let results = RevisionCache<Key, SearchResults>(maxCount: 64, lifetime: 30)
    private let searchability = RevisionCache<Key, Bool>(maxCount: 64, lifetime: 30)

    /// Returns the results of a search on its first page or further.
    func results(_ search: StorySearch, for scope: RequestScope) async throws(LibraryError) -> SearchResults {
        let key = Key(reader: scope.reader, list: search.list, isTyping: search.isTyping)
        let find = { () async throws(LibraryError) in
            try await scope.library.search.find(
                search.words, for: scope.reader, in: search.base, depth: scope.rowLimit, isTyping: search.isTyping)
        }
        guard scope.rowLimit == scope.pageSize else { return try await find() }
        return try await results.value(
            for: key, at: scope.library.revision(for: scope.reader), now: scope.now, orRead: find)
    }

    /// Returns true if any origin of the searched list can be asked.
    func canAskOrigins(_ search: StorySearch, for scope: RequestScope) async throws(LibraryError) -> Bool {
        let key = Key(reader: scope.reader, list: search.base, isTyping: false)
        return try await searchability.value(
            for: key, at: scope.library.revision(for: scope.reader), now: scope.now
        ) { () async throws(LibraryError) in
            try await scope.library.remoteSearch.canSearch(search.base, for: scope.reader)
        }
    }
}

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
