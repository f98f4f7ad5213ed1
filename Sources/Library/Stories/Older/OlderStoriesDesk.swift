import Foundation
public import News

/// Asks origins for the stories that follow those which the Library has, when a reader wants more of a list than that.
///
/// An origin whose lists go on gives a cursor with each page (`ChannelAnswer.next`), and the channel keeps the one
/// behind its oldest story. Work is claimed in the database as in a refresh, so that nobody asks for one page twice.
public struct OlderStoriesDesk: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog

    /// So many pages are asked for at once while they bring nothing that was not known: an origin whose list has grown
    /// at the top gives the same stories again.
    static let mostPages = 5

    public init(library: NewsLibrary, catalog: SourceCatalog) {
        self.library = library
        self.catalog = catalog
    }

    /// Asks for one more page of a list. Of several channels the one is asked whose stories reach back least: up to
    /// there the list is complete.
    /// - Throws: `LibraryError`; what the origin says is in the answer.
    public func fetch(_ list: StoryList, for reader: ReaderID) async throws(LibraryError) -> OlderStories {
        var answer = OlderStories()
        for _ in 0..<Self.mostPages {
            let now = library.house.now()
            let bounds = library.house.bounds
            let found = try await library.house.store.write(.refetchable) { session in
                try OlderPages(session: session, reader: reader.rawValue, now: now).claim(list, bounds: bounds)
            }
            switch found {
            case .none: return try await finished(answer, list, reader)
            case .underWay:
                answer.isUnderWay = true
                return try await finished(answer, list, reader)
            case .waiting(let until):
                answer.failure = .busy(until: until)
                return try await finished(answer, list, reader)
            case .claimed(let page):
                let (brought, failure) = try await ask(page)
                (answer.brought, answer.failure) = (answer.brought + brought, failure)
            }
            if answer.brought > 0 || answer.failure != nil { break }
        }
        return try await finished(answer, list, reader)
    }

    private func ask(_ page: OlderPages.Claim) async throws(LibraryError) -> (brought: Int, failure: SourceError?) {
        let result = await result(of: page)
        guard !Task.isCancelled, case .success(let answer) = result else {
            release(page)
            if case .failure(let error) = result { return (0, error) }
            return (0, nil)
        }
        do { return (try await record(answer, of: page), nil) } catch {
            release(page)
            throw error
        }
    }

    private func result(of page: OlderPages.Claim) async -> Result<ChannelAnswer, SourceError> {
        guard let source = catalog.source(of: page.kind, at: page.site) else {
            return .failure(.notAllowed(why: "this version does not know the kind “\(page.kind.rawValue)”"))
        }
        let request = ChannelRequest(address: page.address, reason: .asked, title: page.title, after: page.cursor)
        do { return .success(try await source.stories(in: request)) } catch { return .failure(error) }
    }

    private func record(_ answer: ChannelAnswer, of page: OlderPages.Claim) async throws(LibraryError) -> Int {
        let now = library.house.now()
        var prepared: [PreparedStory] = []
        for story in answer.stories ?? [] { prepared.append(try PreparedStory(story, now: now)) }
        return try await library.house.change(.refetchable) { [prepared] session in
            try OlderPages.record(
                prepared, next: answer.next, rank: answer.firstRank, of: page, session, now: now)
        }
    }

    private func finished(
        _ answer: OlderStories, _ list: StoryList, _ reader: ReaderID
    ) async throws(LibraryError) -> OlderStories {
        try await library.house.store.read { session in
            var answer = answer
            answer.hasMore = try OlderPages.goesOn(list, reader: reader.rawValue, session)
            answer.through = try Arrivals(session: session, reader: reader.rawValue).highest()
                .map { StoryID(rawValue: $0) }
            return answer
        }
    }

    /// Not awaited, since a cancelled task could not.
    private func release(_ page: OlderPages.Claim) {
        do { try library.house.store.writeNow(.refetchable) { try OlderPages.release(page, $0) } } catch {
            // The claim runs out by itself.
            return
        }
        library.house.pulse.beat()
    }
}
