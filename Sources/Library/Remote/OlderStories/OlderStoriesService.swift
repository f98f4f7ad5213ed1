import Foundation
public import News

/// A service that fetches older stories at the end of a list.
///
/// The channel stores the cursor (`ChannelResponse.next`) after its oldest story.
public struct OlderStoriesService: Sendable {
    let context: LibraryContext

    /// The number of pages fetched at once while pages only overlap stored stories, as after a list has grown.
    static let maxPages = 5

    private var fetcher: OnDemandFetcher {
        // A page shares its channel's lease, so that no refresh moves the list meanwhile.
        let polling = context.pollingPolicy
        return OnDemandFetcher(
            context: context,
            policy: FetchPolicy(
                timeout: .seconds(120), leaseDuration: polling.leaseDuration, manualMinimum: .zero,
                retryDelay: polling.minimum))
    }

    /// A response with its stories prepared outside the transaction.
    private struct PreparedResponse: Sendable {
        var response: ChannelResponse
        var stories: [PreparedStory]
        var hasPermanentKeys: Bool
    }

    /// Fetches a page of the channel whose stored stories reach back least, since the list is complete only that far.
    /// - Throws: `LibraryError`; the origin's errors are in the result.
    public func fetch(_ list: StoryList, for reader: ReaderID) async throws(LibraryError) -> OlderStoriesResult {
        var result = OlderStoriesResult()
        for _ in 0..<Self.maxPages {
            switch try await fetchPage(list, reader) {
            case .fetched(let new): result.addedCount += new
            case .inProgress: result.isInProgress = true
            case .backingOff: result.failure = FetchFailure(code: .busy)
            case .failed(let failure, _): result.failure = failure
            default: return result
            }
            if result.addedCount > 0 || result.failure != nil || result.isInProgress { break }
        }
        return result
    }

    private func fetchPage(_ list: StoryList, _ reader: ReaderID) async throws(LibraryError) -> FetchOutcome {
        try await fetcher.fetch(
            acquire: { try OlderStoriesQueue(leases: $0, reader: reader.rawValue).acquire(list) },
            load: { [context] page, lease in
                guard let source = context.sources.source(of: page.kind, at: page.site) else {
                    throw SourceError.notAllowed(FailureCause(.unknownKind(page.kind.rawValue), at: lease.host))
                }
                let response = try await source.stories(
                    in: ChannelRequest(address: page.address, reason: .manual, title: page.title, after: page.cursor))
                let now = context.now()
                return PreparedResponse(
                    response: response, stories: try (response.stories ?? []).map { try PreparedStory($0, now: now) },
                    hasPermanentKeys: source.hasPermanentKeys)
            },
            save: { prepared, attempt, leases in
                let added = try OlderStoriesQueue.save(
                    prepared.stories, next: prepared.response.next, firstRank: prepared.response.firstRank,
                    followsChangedKeys: !prepared.hasPermanentKeys, of: attempt.request, leases)
                try leases.recordSuccess(of: attempt.lease)
                return .fetched(new: added)
            })
    }
}

/// The result of fetching older stories.
public struct OlderStoriesResult: Sendable {
    /// The number of stories added.
    public var addedCount = 0
    /// The failure that ended the fetch; nil if there was none.
    public var failure: FetchFailure?
    /// True if another fetch or refresh of the channel is in progress.
    public var isInProgress = false
}
