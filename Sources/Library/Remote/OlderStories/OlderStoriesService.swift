import Foundation
public import News

/// Fetches older stories at the end of a list.
///
/// The channel stores the cursor (`ChannelResponse.next`) after its oldest story. Leases in the database prevent
/// duplicate fetches.
public struct OlderStoriesService: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog

    /// Pages fetched at once while they only overlap stored stories, as after a list has grown.
    static let maxPages = 5

    public init(library: NewsLibrary, catalog: SourceCatalog) {
        self.library = library
        self.catalog = catalog
    }

    /// Fetches a page of the channel whose stored stories reach back least: the list is complete only that far.
    /// - Throws: `LibraryError`; the origin's errors are in the result.
    public func fetch(_ list: StoryList, for reader: ReaderID) async throws(LibraryError) -> OlderStories {
        var result = OlderStories()
        for _ in 0..<Self.maxPages {
            let now = library.context.now()
            let policy = library.context.pollingPolicy
            let leaseResult = try await library.context.database.write(.refetchable) { transaction in
                try OlderStoriesLeaseStore(transaction: transaction, reader: reader.rawValue, now: now).acquire(
                    list, policy: policy)
            }
            switch leaseResult {
            case .exhausted: return try await finished(result, list, reader)
            case .inProgress:
                result.isInProgress = true
                return try await finished(result, list, reader)
            case .backingOff(let until):
                result.failure = .busy(until: until)
                return try await finished(result, list, reader)
            case .acquired(let page):
                let (added, failure) = try await fetchPage(page)
                (result.addedCount, result.failure) = (result.addedCount + added, failure)
            }
            if result.addedCount > 0 || result.failure != nil { break }
        }
        return try await finished(result, list, reader)
    }

    private func fetchPage(_ page: OlderStoriesLeaseStore.Lease) async throws(LibraryError) -> (
        added: Int, failure: SourceError?
    ) {
        let result = await load(of: page)
        guard !Task.isCancelled, case .success(let response) = result else {
            release(page)
            if case .failure(let error) = result { return (0, error) }
            return (0, nil)
        }
        do { return (try await record(response, of: page), nil) } catch {
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

    private func record(_ response: ChannelResponse, of page: OlderStoriesLeaseStore.Lease) async throws(LibraryError)
        -> Int
    {
        let now = library.context.now()
        var prepared: [PreparedStory] = []
        for story in response.stories ?? [] { prepared.append(try PreparedStory(story, now: now)) }
        return try await library.context.writeAndNotify(.refetchable) { [prepared] transaction in
            try OlderStoriesLeaseStore.save(
                prepared, next: response.next, firstRank: response.firstRank, of: page, transaction, now: now)
        }
    }

    private func finished(
        _ result: OlderStories, _ list: StoryList, _ reader: ReaderID
    ) async throws(LibraryError) -> OlderStories {
        try await library.context.database.read { transaction in
            var result = result
            result.hasMore = try OlderStoriesLeaseStore.hasOlderStories(list, reader: reader.rawValue, transaction)
            result.asOf = try NewStoryCounts(transaction: transaction, reader: reader.rawValue).highestStoryID()
                .map { StoryID(rawValue: $0) }
            return result
        }
    }

    /// Synchronous: a cancelled task cannot await.
    private func release(_ page: OlderStoriesLeaseStore.Lease) {
        do {
            try library.context.database.writeSync(.refetchable) { try OlderStoriesLeaseStore.release(page, $0) }
        } catch {
            // The lease expires.
            return
        }
        library.context.notifier.notify()
    }
}

/// The result of `fetch`.
public struct OlderStories: Sendable {
    public var addedCount: Int
    public var hasMore: Bool
    /// The highest story id, which includes the new stories.
    public var asOf: StoryID?
    /// Why not everything was fetched.
    public var failure: SourceError?
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
