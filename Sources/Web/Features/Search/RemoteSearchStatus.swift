import Caching
import Library
import News

/// The results that remote search adds to the local ones.
struct RemoteSearchStatus: Sendable {
    /// A search of a list for words.
    struct Search: Hashable {
        let words: String
        let list: StoryList
    }

    /// The pages found so far; the next cursor is nil at the end.
    struct Pages {
        var stories: [[StoryID]] = []
        var nextCursor: String?
    }

    var isPossible = false
    /// True if the search is still to run: script shows local results first.
    var isPending = false
    /// True if a user must start the search, as the request was not a user's own.
    var needsConfirmation = false
    /// True if Enter would start the search: the reader is still typing.
    var waitsForEnter = false
    var rows: [StoryRow] = []
    var hasMore = false
    var failures: [String] = []

    /// The time for which the response waits for the search without script.
    static let timeout = Duration.seconds(5)
    static let maxPages = 10

    /// Fetches as many pages as the depth needs.
    static func fetch(_ search: StorySearch, for scope: RequestScope) async throws(LibraryError) -> RemoteSearchStatus {
        guard let words = search.wordsForOrigins,
            try await scope.dependencies.searches.canAskOrigins(search, for: scope)
        else { return RemoteSearchStatus() }
        let (list, service) = (search.base, scope.library.remoteSearch)
        guard !search.isTyping else { return RemoteSearchStatus(isPossible: true, waitsForEnter: true) }
        guard scope.intent.allowsSideEffects else {
            return RemoteSearchStatus(isPossible: true, needsConfirmation: true)
        }
        guard scope.query["local"] != "1" else { return RemoteSearchStatus(isPossible: true, isPending: true) }
        let pages = min(maxPages, max(1, scope.rowLimit / scope.pageSize))
        let asked = Search(words: words, list: list)
        let cache = scope.dependencies.remoteSearches
        // The request of a first page starts a new search.
        let cached = pages == 1 ? Pages() : cache.value(of: asked, for: scope) ?? Pages()
        let result = await withDeadline(timeout) { () async -> Result<RemoteSearchStatus, LibraryError> in
            do throws(LibraryError) {
                let (status, found) = try await collectPages(asked, cached, service, scope.reader, pages: pages)
                cache.store(found, of: asked, for: scope)
                return .success(status)
            } catch { return .failure(error) }
        }
        guard let result else {
            return RemoteSearchStatus(isPossible: true, failures: [Strings.searchTimedOut(scope.edition.title)])
        }
        return try result.get()
    }

    private static func collectPages(
        _ search: Search, _ cached: Pages, _ service: RemoteSearchService, _ reader: ReaderID, pages: Int
    ) async throws(LibraryError) -> (RemoteSearchStatus, Pages) {
        var status = RemoteSearchStatus(isPossible: true)
        var found = cached
        status.rows = try await service.rows(of: found.stories.prefix(pages).flatMap(\.self), for: reader)
        while found.stories.count < pages, found.stories.isEmpty || found.nextCursor != nil, status.failures.isEmpty {
            let page = try await service.find(search.words, in: search.list, for: reader, after: found.nextCursor)
            status.rows += page.rows
            status.failures += page.failures.map {
                Strings.failure(FetchFailure($0.error, at: $0.host), of: .searchResults, at: $0.host)
            }
            // Failed pages are not cached.
            guard status.failures.isEmpty else { break }
            found.stories.append(page.rows.map(\.id))
            found.nextCursor = page.next
        }
        status.hasMore = (found.nextCursor != nil || found.stories.count > pages) && pages < maxPages
        return (status, found)
    }
}
