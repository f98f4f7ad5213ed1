import Library
import News

/// What origins that can be searched add to what is found here.
struct OriginAnswer: Sendable {
    /// Whether an origin can be asked at all.
    var isPossible = false
    /// Whether it is still to be asked: script shows first what is here.
    var isPending = false
    /// Whether it is asked only when a person presses the button, as nothing of theirs led here.
    var isUnasked = false
    var rows: [StoryRow] = []
    var hasMore = false
    /// A sentence for each origin that could not be searched.
    var failures: [String] = []

    /// Without script everything is one answer, which does not wait longer than this.
    static let patience = Duration.seconds(5)
    /// Further pages are asked for by their depth, so many at most.
    static let mostPages = 10

    /// Asks the origins of the edition, as many pages as the address is deep.
    static func ask(_ words: String, for visit: Visit) async throws(LibraryError) -> OriginAnswer {
        let list = visit.list(.everything)
        guard !words.isEmpty, let desk = visit.house.backstage.originSearch,
            try await desk.canSearch(list, for: visit.reader)
        else { return OriginAnswer() }
        guard visit.intent.mayHaveEffects else { return OriginAnswer(isPossible: true, isUnasked: true) }
        guard visit.query["local"] != "1" else { return OriginAnswer(isPossible: true, isPending: true) }
        let pages = min(mostPages, max(1, visit.depth / visit.step))
        let search = FoundPages.Search(words: words, list: list)
        let (reader, finds) = (visit.reader, visit.house.finds)
        // A search that begins anew asks anew.
        let known = pages == 1 ? FoundPages.Found() : finds.recall(search, for: reader) ?? FoundPages.Found()
        let answer = await withinPatience { () async -> Result<OriginAnswer, LibraryError> in
            do throws(LibraryError) {
                let (answer, found) = try await gather(search, known, desk, reader, pages: pages)
                finds.keep(found, of: search, for: reader)
                return .success(answer)
            } catch { return .failure(error) }
        }
        guard let answer else {
            return OriginAnswer(isPossible: true, failures: [Words.searchedTooLong(visit.edition.title)])
        }
        return try answer.get()
    }

    /// What was found before, and the pages that are wanted beyond it.
    private static func gather(
        _ search: FoundPages.Search, _ known: FoundPages.Found, _ desk: OriginSearchDesk, _ reader: ReaderID, pages: Int
    ) async throws(LibraryError) -> (OriginAnswer, FoundPages.Found) {
        var answer = OriginAnswer(isPossible: true)
        var found = known
        answer.rows = try await desk.rows(of: found.pages.prefix(pages).flatMap(\.self), for: reader)
        while found.pages.count < pages, found.pages.isEmpty || found.next != nil, answer.failures.isEmpty {
            let finds = try await desk.find(search.words, in: search.list, for: reader, after: found.next)
            answer.rows += finds.rows
            answer.failures += finds.failures.map { Words.notSearched($0.error, at: $0.host) }
            // What failed is asked for again from where it stood.
            guard answer.failures.isEmpty else { break }
            found.pages.append(finds.rows.map(\.id))
            found.next = finds.next
        }
        answer.hasMore = (found.next != nil || found.pages.count > pages) && pages < mostPages
        return (answer, found)
    }

    /// Nil when it takes too long; what is under way then is given up.
    private static func withinPatience<Answer: Sendable>(
        _ work: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        await withTaskGroup(of: Answer?.self) { group in
            group.addTask { await work() }
            group.addTask {
                // Woken early only when the other has answered.
                do { try await Task.sleep(for: patience) } catch { return nil }
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
