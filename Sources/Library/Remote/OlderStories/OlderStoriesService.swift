import Foundation
public import News

/// Asks origins for the stories that follow those which the Library has, when a reader wants more of a list than that.
///
/// An origin whose lists go on gives a cursor with each page (`ChannelResponse.next`), and the channel keeps the one
/// behind its oldest story. Work is claimed in the database as in a refresh, so that nobody asks for one page twice.
public struct OlderStoriesService: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog

    /// So many pages are asked for at once while they bring nothing that was not known: an origin whose list has grown
    /// at the top gives the same stories again.
    static let maxPages = 5

    public init(library: NewsLibrary, catalog: SourceCatalog) {
        self.library = library
        self.catalog = catalog
    }

    /// Asks for one more page of a list. Of several channels the one is asked whose stories reach back least: up to
    /// there the list is complete.
    /// - Throws: `LibraryError`; what the origin says is in the answer.
    public func fetch(_ list: StoryList, for reader: ReaderID) async throws(LibraryError) -> OlderStories {
        var answer = OlderStories()
        for _ in 0..<Self.maxPages {
            let now = library.context.now()
            let policy = library.context.pollingPolicy
            let found = try await library.context.database.write(.refetchable) { transaction in
                try OlderStoriesLeaseStore(transaction: transaction, reader: reader.rawValue, now: now).acquire(
                    list, policy: policy)
            }
            switch found {
            case .exhausted: return try await finished(answer, list, reader)
            case .inProgress:
                answer.isInProgress = true
                return try await finished(answer, list, reader)
            case .backingOff(let until):
                answer.failure = .busy(until: until)
                return try await finished(answer, list, reader)
            case .acquired(let page):
                let (brought, failure) = try await fetchPage(page)
                (answer.addedCount, answer.failure) = (answer.addedCount + brought, failure)
            }
            if answer.addedCount > 0 || answer.failure != nil { break }
        }
        return try await finished(answer, list, reader)
    }

    private func fetchPage(_ page: OlderStoriesLeaseStore.Lease) async throws(LibraryError) -> (
        brought: Int, failure: SourceError?
    ) {
        let result = await load(of: page)
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

    private func load(of page: OlderStoriesLeaseStore.Lease) async -> Result<ChannelResponse, SourceError> {
        guard let source = catalog.source(of: page.kind, at: page.site) else {
            return .failure(.notAllowed(why: "this version does not know the kind “\(page.kind.rawValue)”"))
        }
        let request = ChannelRequest(address: page.address, reason: .manual, title: page.title, after: page.cursor)
        do { return .success(try await source.stories(in: request)) } catch { return .failure(error) }
    }

    private func record(_ answer: ChannelResponse, of page: OlderStoriesLeaseStore.Lease) async throws(LibraryError)
        -> Int
    {
        let now = library.context.now()
        var prepared: [PreparedStory] = []
        for story in answer.stories ?? [] { prepared.append(try PreparedStory(story, now: now)) }
        return try await library.context.writeAndNotify(.refetchable) { [prepared] transaction in
            try OlderStoriesLeaseStore.save(
                prepared, next: answer.next, rank: answer.firstRank, of: page, transaction, now: now)
        }
    }

    private func finished(
        _ answer: OlderStories, _ list: StoryList, _ reader: ReaderID
    ) async throws(LibraryError) -> OlderStories {
        try await library.context.database.read { transaction in
            var answer = answer
            answer.hasMore = try OlderStoriesLeaseStore.hasOlderStories(list, reader: reader.rawValue, transaction)
            answer.asOf = try NewStoryCounts(transaction: transaction, reader: reader.rawValue).highestStoryID()
                .map { StoryID(rawValue: $0) }
            return answer
        }
    }

    /// Not awaited, since a cancelled task could not.
    private func release(_ page: OlderStoriesLeaseStore.Lease) {
        do {
            try library.context.database.writeSync(.refetchable) { try OlderStoriesLeaseStore.release(page, $0) }
        } catch {
            // The claim runs out by itself.
            return
        }
        library.context.notifier.notify()
    }
}

/// What came of asking origins for the stories that follow a list's last.
public struct OlderStories: Sendable {
    /// How many stories came into the list.
    public var addedCount: Int
    /// Whether the origins have more still.
    public var hasMore: Bool
    /// The highest story now: what a list that is to show what came has to be asked as of.
    public var asOf: StoryID?
    /// Why nothing came, or not everything; nil when all went well.
    public var failure: SourceError?
    /// Somebody else is asking for the same at the moment.
    public var isInProgress: Bool

    public init(
        addedCount: Int = 0, hasMore: Bool = false, asOf: StoryID? = nil, failure: SourceError? = nil,
        isInProgress: Bool = false
    ) {
        self.addedCount = addedCount
        self.hasMore = hasMore
        self.asOf = asOf
        self.failure = failure
        self.isInProgress = isInProgress
    }
}
