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
