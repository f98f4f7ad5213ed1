import Caching
import Library
import News

/// The results that remote search adds to the local ones.
struct RemoteSearchStatus: Sendable {
    var isPossible = false
    /// True if the search is still to run: script shows local results first.
    var isPending = false
    /// True if a user must start the search, as the request was not a user's own.
    var needsConfirmation = false
    var rows: [StoryRow] = []
    var hasMore = false
    var failures: [String] = []

    /// The time for which the response waits for the search without script.
    static let timeout = Duration.seconds(5)
    static let maxPages = 10

    /// Fetches as many pages as the depth needs.
    static func fetch(_ words: String, for scope: RequestScope) async throws(LibraryError) -> RemoteSearchStatus {
        let list = scope.list(.everything)
        let service = scope.library.remoteSearch
        guard !words.isEmpty, try await service.canSearch(list, for: scope.reader) else {
            return RemoteSearchStatus()
        }
        guard scope.intent.allowsSideEffects else {
            return RemoteSearchStatus(isPossible: true, needsConfirmation: true)
        }
        guard scope.query["local"] != "1" else { return RemoteSearchStatus(isPossible: true, isPending: true) }
        let pages = min(maxPages, max(1, scope.rowLimit / scope.pageSize))
        let search = RemoteSearchCache.Key(words: words, list: list)
        let (reader, cache) = (scope.reader, scope.dependencies.remoteSearches)
        // The request of a first page starts a new search.
        let cached =
            pages == 1 ? RemoteSearchCache.Entry() : cache.entry(search, for: reader) ?? RemoteSearchCache.Entry()
        let result = await withDeadline(timeout) { () async -> Result<RemoteSearchStatus, LibraryError> in
            do throws(LibraryError) {
                let (status, entry) = try await collectPages(search, cached, service, reader, pages: pages)
                cache.store(entry, of: search, for: reader)
                return .success(status)
            } catch { return .failure(error) }
        }
        guard let result else {
            return RemoteSearchStatus(isPossible: true, failures: [Strings.searchTimedOut(scope.edition.title)])
        }
        return try result.get()
    }

    private static func collectPages(
        _ search: RemoteSearchCache.Key, _ cached: RemoteSearchCache.Entry, _ service: RemoteSearchService,
        _ reader: ReaderID, pages: Int
    ) async throws(LibraryError) -> (RemoteSearchStatus, RemoteSearchCache.Entry) {
        var status = RemoteSearchStatus(isPossible: true)
        var entry = cached
        status.rows = try await service.rows(of: entry.pages.prefix(pages).flatMap(\.self), for: reader)
        while entry.pages.count < pages, entry.pages.isEmpty || entry.nextCursor != nil, status.failures.isEmpty {
            let page = try await service.find(search.words, in: search.list, for: reader, after: entry.nextCursor)
            status.rows += page.rows
            status.failures += page.failures.map { Strings.searchFailure($0.error, at: $0.host) }
            // Failed pages are not cached.
            guard status.failures.isEmpty else { break }
            entry.pages.append(page.rows.map(\.id))
            entry.nextCursor = page.next
        }
        status.hasMore = (entry.nextCursor != nil || entry.pages.count > pages) && pages < maxPages
        return (status, entry)
    }
}
