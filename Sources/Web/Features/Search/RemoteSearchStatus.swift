import Library
import News

/// What origins that can be searched add to what is found here.
struct RemoteSearchStatus: Sendable {
    /// Whether an origin can be asked at all.
    var isPossible = false
    /// Whether it is still to be asked: script shows first what is here.
    var isPending = false
    /// Whether it is asked only when a person presses the button, as nothing of theirs led here.
    var needsConfirmation = false
    var rows: [StoryRow] = []
    var hasMore = false
    /// A sentence for each origin that could not be searched.
    var failures: [String] = []

    /// Without script everything is one answer, which does not wait longer than this.
    static let timeout = Duration.seconds(5)
    /// Further pages are asked for by their depth, so many at most.
    static let maxPages = 10

    /// Asks the origins of the edition, as many pages as the address is deep.
    static func fetch(_ words: String, for scope: RequestScope) async throws(LibraryError) -> RemoteSearchStatus {
        let list = scope.list(.everything)
        guard !words.isEmpty, let service = scope.dependencies.services.remoteSearch,
            try await service.canSearch(list, for: scope.reader)
        else { return RemoteSearchStatus() }
        guard scope.intent.allowsSideEffects else {
            return RemoteSearchStatus(isPossible: true, needsConfirmation: true)
        }
        guard scope.query["local"] != "1" else { return RemoteSearchStatus(isPossible: true, isPending: true) }
        let pages = min(maxPages, max(1, scope.rowLimit / scope.pageSize))
        let search = RemoteSearchCache.Key(words: words, list: list)
        let (reader, finds) = (scope.reader, scope.dependencies.remoteSearches)
        // A search that begins anew asks anew.
        let known =
            pages == 1 ? RemoteSearchCache.Entry() : finds.entry(search, for: reader) ?? RemoteSearchCache.Entry()
        let answer = await withTimeout { () async -> Result<RemoteSearchStatus, LibraryError> in
            do throws(LibraryError) {
                let (answer, found) = try await collectPages(search, known, service, reader, pages: pages)
                finds.store(found, of: search, for: reader)
                return .success(answer)
            } catch { return .failure(error) }
        }
        guard let answer else {
            return RemoteSearchStatus(isPossible: true, failures: [Strings.searchTimedOut(scope.edition.title)])
        }
        return try answer.get()
    }

    /// What was found before, and the pages that are wanted beyond it.
    private static func collectPages(
        _ search: RemoteSearchCache.Key, _ known: RemoteSearchCache.Entry, _ service: RemoteSearchService,
        _ reader: ReaderID, pages: Int
    ) async throws(LibraryError) -> (RemoteSearchStatus, RemoteSearchCache.Entry) {
        var answer = RemoteSearchStatus(isPossible: true)
        var found = known
        answer.rows = try await service.rows(of: found.pages.prefix(pages).flatMap(\.self), for: reader)
        while found.pages.count < pages, found.pages.isEmpty || found.nextCursor != nil, answer.failures.isEmpty {
            let finds = try await service.find(search.words, in: search.list, for: reader, after: found.nextCursor)
            answer.rows += finds.rows
            answer.failures += finds.failures.map { Strings.searchFailure($0.error, at: $0.host) }
            // What failed is asked for again from where it stood.
            guard answer.failures.isEmpty else { break }
            found.pages.append(finds.rows.map(\.id))
            found.nextCursor = finds.next
        }
        answer.hasMore = (found.nextCursor != nil || found.pages.count > pages) && pages < maxPages
        return (answer, found)
    }

    /// Nil when it takes too long; what is under way then is given up.
    private static func withTimeout<Answer: Sendable>(
        _ work: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        await withTaskGroup(of: Answer?.self) { group in
            group.addTask { await work() }
            group.addTask {
                // Woken early only when the other has answered.
                do { try await Task.sleep(for: timeout) } catch { return nil }
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
