public import Foundation
import Markup
public import News

/// What people say under stories: kept, so that it can be read when the origin is away, and asked for when a reader opens
/// it and it is no longer fresh. Work is claimed in the database, so that a thread is asked for once however many look.
public struct DiscussionService: Sendable {
    /// What came of asking for a thread.
    public enum Outcome: Sendable, Equatable {
        /// It came; so many comments were not known.
        case fetched(new: Int)
        /// Its origin says that it is as it was.
        case unchanged
        /// It is here, and fresh.
        case upToDate
        /// Somebody else is asking.
        case inProgress
        /// It was asked for a moment ago.
        case tooSoon
        /// Its origin wants to be left alone.
        case backingOff(until: Date)
        /// Stories of this kind are discussed nowhere that can be asked.
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

    /// Whether stories of a source can be discussed here.
    public func isSupported(by source: StorySource) -> Bool { capability(of: source) != nil }

    /// Whether people of a source have pages here.
    public func hasProfiles(of source: StorySource) -> Bool {
        catalog.source(of: source.kind, at: source.site)?.profiles != nil
    }

    private func capability(of source: StorySource) -> DiscussionCapability? {
        catalog.source(of: source.kind, at: source.site)?.discussion
    }

    /// A story's thread as it is kept, in one read.
    /// - Throws: `.notThere` when there is no such story, or it was purged.
    public func thread(of story: StoryID, for reader: ReaderID) async throws(LibraryError) -> ThreadDetails {
        let (now, policy) = (context.now(), policy)
        return try await context.database.read { transaction in
            try ThreadQuery(transaction: transaction, reader: reader.rawValue, now: now, policy: policy)
                .details(of: story.rawValue)
        }
    }

    /// Notes that a reader sees a thread as it is kept now; what comes later is new to them.
    /// - Returns: whether another visit begins, so that other comments are new than before.
    @discardableResult
    public func recordVisit(_ story: StoryID, for reader: ReaderID) async throws(LibraryError) -> Bool {
        let now = context.now()
        let step = try await context.database.read { transaction in
            try ThreadReadState(transaction: transaction, reader: reader.rawValue, now: now).nextUpdate(story.rawValue)
        }
        guard step != .unchanged else { return false }
        try await context.database.write(.refetchable) { transaction in
            // Looked at again: another request of the same reader may have been quicker.
            try ThreadReadState(transaction: transaction, reader: reader.rawValue, now: now).record(story.rawValue)
        }
        if step != .continues { context.notifier.notify(for: reader) }
        return step == .startsNew
    }

    /// Asks the origin for a thread now, unless it is here and fresh or may not be asked for. What comes is kept as it
    /// comes, so that the first comments can be read before the last are here. Takes `DiscussionPolicy.patience` at most.
    /// - Parameter reason: `.asked` when a person pressed the button: then what is fresh is asked for again.
    @discardableResult
    public func refresh(_ story: StoryID, reason: RefreshReason) async throws(LibraryError) -> Outcome {
        let (now, policy) = (context.now(), policy)
        let source = try await context.database.read { try StorySource.find(story: story.rawValue, $0) }
        guard let source else { throw .notThere }
        guard let ability = capability(of: source) else { return .unsupported }
        let answer = try await context.database.write(.refetchable) { transaction in
            try DiscussionLeaseStore(transaction: transaction, now: now, policy: policy).acquire(
                story.rawValue, reason: reason)
        }
        switch answer {
        case .skipped(let outcome): return outcome
        case .acquired(let lease): return try await fetch(lease, ability)
        }
    }

    /// Waits until whoever asks for a thread has done so, for no longer than the bounds allow.
    public func wait(for story: StoryID) async throws(LibraryError) {
        let patience = ContinuousClock.now + policy.timeout
        while ContinuousClock.now < patience {
            let now = context.now().milliseconds
            let isUnderWay = try await context.database.read { transaction in
                try transaction.number(
                    "select 1 from discussion where story_id = ? and claimed_until > ?",
                    [.number(story.rawValue), .number(now)]) != nil
            }
            guard isUnderWay else { return }
            do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
        }
    }

    private func fetch(_ lease: DiscussionLease, _ ability: DiscussionCapability) async throws(LibraryError) -> Outcome
    {
        let answer = await response(to: lease, ability)
        guard !Task.isCancelled else {
            release(lease)
            return .inProgress
        }
        let (now, policy) = (context.now(), policy)
        do {
            return try await context.writeAndNotify(.refetchable) { transaction in
                let writer = DiscussionWriter(transaction: transaction, now: now, policy: policy)
                return switch answer {
                case .success(let answer): try writer.recordResponse(answer, of: lease)
                case .failure(let error): try writer.recordFailure(error, of: lease)
                }
            }
        } catch {
            release(lease)
            throw error
        }
    }

    /// Whichever comes first: the answer, or the end of the patience.
    private func response(
        to lease: DiscussionLease, _ ability: DiscussionCapability
    ) async -> Result<DiscussionResponse, SourceError> {
        let patience = policy.timeout
        let late = SourceError.unreachable(
            why: "\(lease.source.site.host) did not give all comments within \(patience.components.seconds) seconds.")
        let progress = PartialThreadWriter(context: context, lease: lease, policy: policy)
        return await withTaskGroup(of: Result<DiscussionResponse, SourceError>.self) { group in
            group.addTask { await Self.load(lease.request, ability, progress) }
            group.addTask {
                // Cancelled: the answer is here.
                do { try await Task.sleep(for: patience) } catch { return .failure(late) }
                return .failure(late)
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .failure(late)
        }
    }

    private static func load(
        _ request: DiscussionRequest, _ ability: DiscussionCapability, _ progress: PartialThreadWriter
    ) async -> Result<DiscussionResponse, SourceError> {
        do {
            return .success(try await ability.thread(for: request) { answer in await progress.write(answer) })
        } catch { return .failure(error) }
    }

    /// Not awaited, since a cancelled task could not.
    private func release(_ lease: DiscussionLease) {
        do { try context.database.writeSync(.refetchable) { try DiscussionLeaseStore.release(lease, $0) } } catch {
            // The claim runs out by itself.
            return
        }
    }
}
