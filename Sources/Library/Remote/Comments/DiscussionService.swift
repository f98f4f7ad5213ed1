public import Foundation
import Markup
public import News
import URLs

/// Stores threads and fetches stale ones. Leases in the database limit concurrent readers to one request.
public struct DiscussionService: Sendable {
    /// The result of `refresh`.
    public enum Outcome: Sendable, Equatable {
        /// `new`: how many comments were unknown.
        case fetched(new: Int)
        case unchanged
        case upToDate
        case inProgress
        case tooSoon
        case backingOff(until: Date)
        /// No discussions at this source.
        case unsupported
        case failed(SourceError)
    }

    private let library: NewsLibrary
    private let catalog: SourceCatalog
    private let policy: DiscussionPolicy

    public init(library: NewsLibrary, catalog: SourceCatalog, policy: DiscussionPolicy = .standard) {
        self.library = library
        self.catalog = catalog
        self.policy = policy
    }

    private var context: LibraryContext { library.context }

    /// Whether a source has discussions.
    public func isSupported(by source: StorySource) -> Bool { capability(of: source) != nil }

    /// Whether a source has profiles.
    public func hasProfiles(of source: StorySource) -> Bool {
        catalog.source(of: source.kind, at: source.site)?.profiles != nil
    }

    private func capability(of source: StorySource) -> DiscussionCapability? {
        catalog.source(of: source.kind, at: source.site)?.discussion
    }

    /// Reads the stored thread.
    /// - Throws: `.notThere` for an unknown or purged story.
    public func thread(of story: StoryID, for reader: ReaderID) async throws(LibraryError) -> ThreadDetails {
        let (now, policy) = (context.now(), policy)
        return try await context.database.read { transaction in
            try ThreadQuery(transaction: transaction, reader: reader.rawValue, now: now, policy: policy)
                .details(of: story.rawValue)
        }
    }

    /// Records a view; later comments are new.
    /// - Returns: whether a new visit begins.
    @discardableResult
    public func recordVisit(_ story: StoryID, for reader: ReaderID) async throws(LibraryError) -> Bool {
        let now = context.now()
        let update = try await context.database.read { transaction in
            try ThreadReadState(transaction: transaction, reader: reader.rawValue, now: now).nextUpdate(story.rawValue)
        }
        guard update != .unchanged else { return false }
        try await context.database.write(.refetchable) { transaction in
            // A concurrent request may have recorded the visit.
            try ThreadReadState(transaction: transaction, reader: reader.rawValue, now: now).record(story.rawValue)
        }
        if update != .continues { context.notifier.notify(for: reader) }
        return update == .startsNew
    }

    /// Fetches a thread unless it is fresh or the policy forbids it; stores comments as they arrive.
    /// - Parameter reason: `.manual` fetches even a fresh thread.
    @discardableResult
    public func refresh(_ story: StoryID, reason: RefreshReason) async throws(LibraryError) -> Outcome {
        let (now, policy) = (context.now(), policy)
        let source = try await context.database.read { try StorySource.find(story: story.rawValue, $0) }
        guard let source else { throw .notThere }
        guard let capability = capability(of: source) else { return .unsupported }
        let result = try await context.database.write(.refetchable) { transaction in
            try DiscussionLeaseStore(transaction: transaction, now: now, policy: policy).acquire(
                story.rawValue, reason: reason)
        }
        switch result {
        case .skipped(let outcome): return outcome
        case .acquired(let lease): return try await fetch(lease, capability)
        }
    }

    /// Waits for a fetch in progress, or the timeout.
    public func wait(for story: StoryID) async throws(LibraryError) {
        let deadline = ContinuousClock.now + policy.timeout
        while ContinuousClock.now < deadline {
            let now = context.now().milliseconds
            let isFetching = try await context.database.read { transaction in
                try transaction.exists(
                    "select 1 from discussion where story_id = ? and claimed_until > ?",
                    [.number(story.rawValue), .number(now)])
            }
            guard isFetching else { return }
            do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
        }
    }

    private func fetch(_ lease: DiscussionLease, _ capability: DiscussionCapability) async throws(LibraryError)
        -> Outcome
    {
        let result = await response(to: lease, capability)
        guard !Task.isCancelled else {
            release(lease)
            return .inProgress
        }
        let (now, policy) = (context.now(), policy)
        do {
            return try await context.writeAndNotify(.refetchable) { transaction in
                let writer = DiscussionWriter(transaction: transaction, now: now, policy: policy)
                return switch result {
                case .success(let response): try writer.recordResponse(response, of: lease)
                case .failure(let error): try writer.recordFailure(error, of: lease)
                }
            }
        } catch {
            release(lease)
            throw error
        }
    }

    private func response(
        to lease: DiscussionLease, _ capability: DiscussionCapability
    ) async -> Result<DiscussionResponse, SourceError> {
        let timeout = policy.timeout
        let timeoutError = SourceError.unreachable(
            why: "\(lease.source.site.host) did not give all comments within \(timeout.components.seconds) seconds.")
        let progress = PartialThreadWriter(context: context, lease: lease, policy: policy)
        return await withTaskGroup(of: Result<DiscussionResponse, SourceError>.self) { group in
            group.addTask { await Self.load(lease.request, capability, progress) }
            group.addTask {
                // Cancelled by the response.
                do { try await Task.sleep(for: timeout) } catch { return .failure(timeoutError) }
                return .failure(timeoutError)
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .failure(timeoutError)
        }
    }

    private static func load(
        _ request: DiscussionRequest, _ capability: DiscussionCapability, _ progress: PartialThreadWriter
    ) async -> Result<DiscussionResponse, SourceError> {
        do {
            return .success(try await capability.thread(for: request) { partial in await progress.write(partial) })
        } catch { return .failure(error) }
    }

    /// Synchronous: a cancelled task cannot await.
    private func release(_ lease: DiscussionLease) {
        do { try context.database.writeSync(.refetchable) { try DiscussionLeaseStore.release(lease, $0) } } catch {
            // The lease expires.
            return
        }
    }
}
