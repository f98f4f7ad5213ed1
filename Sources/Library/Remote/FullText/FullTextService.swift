public import Foundation
public import News
import URLs

/// Fetches full texts on opening, on request, and in the background for channels set to `always`. Stores each page once
/// and retries failures. Leases in the database prevent duplicate fetches.
public struct FullTextService: Sendable {
    /// The result of a fetch.
    public enum Outcome: Sendable, Hashable {
        case fetched
        case notLonger
        case alreadyFetched
        case inProgress
        /// `until`: the end of the back-off; nil for manual fetches only.
        case deferred(until: Date?)
        case disabled
        case failed(why: FetchFailure, until: Date?)
    }

    private let library: NewsLibrary
    private let catalog: SourceCatalog
    private let policy: FullTextPolicy

    private static let maxPause: Duration = .seconds(60)

    public init(library: NewsLibrary, catalog: SourceCatalog, policy: FullTextPolicy = .standard) {
        self.library = library
        self.catalog = catalog
        self.policy = policy
    }

    /// Fetches a full text unless it is stored or the policy forbids it.
    /// - Parameter isManual: false when the story was only opened: back-off applies.
    /// - Throws: `.notThere` without such a story or a page.
    public func fetch(_ story: StoryID, isManual: Bool) async throws(LibraryError) -> Outcome {
        let now = library.context.now()
        let result = try await library.context.database.write(.refetchable) { [policy] transaction in
            try FullTextLeaseStore(transaction: transaction, now: now, policy: policy).acquire(
                story.rawValue, isManual: isManual)
        }
        switch result {
        case .skipped(let outcome): return outcome
        case .acquired(let lease): return try await fetch(lease)
        }
    }

    /// Fetches for channels set to `always` until cancelled.
    public func run() async {
        while !Task.isCancelled {
            let changes = library.changes()
            let pause = await runOnce()
            guard !Task.isCancelled else { return }
            await wait(pause, orUntil: changes)
        }
    }

    /// Fetches the due pages concurrently, one at a time per host.
    /// - Returns: the delay until the next; nil if only changes bring more.
    @discardableResult
    public func runOnce() async -> Duration? {
        do {
            let now = library.context.now()
            let (hasAlwaysChannels, hasUnscheduled) = try await library.context.database.read { [policy] transaction in
                let leases = FullTextLeaseStore(transaction: transaction, now: now, policy: policy)
                guard try leases.hasAlwaysChannels() else { return (false, false) }
                return (true, try !leases.unscheduled().isEmpty)
            }
            guard hasAlwaysChannels else { return nil }
            if hasUnscheduled {
                try await library.context.database.write(.refetchable) { [policy] transaction in
                    try FullTextLeaseStore(transaction: transaction, now: now, policy: policy).scheduleNew()
                }
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<policy.maxConcurrent { group.addTask { await fetchDue() } }  // bounded: at least one
            }
            return try await delayUntilNextDue()
        } catch {
            // A full disk, or another process writing.
            return Self.maxPause
        }
    }

    private func fetchDue() async {
        while !Task.isCancelled {
            do {
                let now = library.context.now()
                let lease = try await library.context.database.write(.refetchable) { [policy] transaction in
                    try FullTextLeaseStore(transaction: transaction, now: now, policy: policy).acquireNext()
                }
                guard let lease else { return }
                _ = try await fetch(lease)
            } catch { return }
        }
    }

    private func fetch(_ lease: FullTextLease) async throws(LibraryError) -> Outcome {
        let result = await loadText(of: lease)
        guard !Task.isCancelled else {
            release(lease)
            return .inProgress
        }
        do { return try await save(result, of: lease) } catch {
            release(lease)
            throw error
        }
    }

    private func loadText(of lease: FullTextLease) async -> Result<FullText, SourceError> {
        guard let capability = catalog.source(of: lease.kind, at: lease.site)?.fullText else {
            return .failure(.notAllowed(why: "stories of this kind have no page to take more from"))
        }
        do { return .success(try await capability.text(of: lease.page)) } catch { return .failure(error) }
    }

    private func save(
        _ result: Result<FullText, SourceError>, of lease: FullTextLease
    ) async throws(LibraryError) -> Outcome {
        let now = library.context.now()
        switch result {
        case .success(let text):
            let full = try PreparedFullText(text)
            return try await library.context.writeAndNotify(.refetchable) { transaction in
                try FullTextWriter(transaction: transaction).write(lease.story, full, now: now)
                let feedWordCount = try transaction.count(
                    "select words from story where id = ?", [.number(lease.story)])
                return full.wordCount > feedWordCount ? .fetched : .notLonger
            }
        case .failure(let error):
            // A failed manual fetch does not lengthen the back-off.
            let failures = lease.preservedRetry == nil ? lease.failures + 1 : lease.failures
            var retryAt = policy.retryAt(after: error, failures: failures, at: now)
            if let preservedRetry = lease.preservedRetry, retryAt != nil {
                retryAt = preservedRetry.retryAt.map { max($0, now) }
            }
            if case .busy(let until) = error {
                retryAt = policy.retryAt(after: .busy(until: until), failures: 0, at: now)
            }
            try await library.context.writeAndNotify(.refetchable) {
                [retryAt, pollingPolicy = library.context.pollingPolicy] transaction in
                try FullTextWriter(transaction: transaction).recordFailure(
                    lease.story, error, failures: failures, retryAt: retryAt)
                guard case .busy(let until) = error else { return }
                try HostBackoffTable(transaction: transaction, now: now, policy: pollingPolicy)
                    .recordBackoff(lease.page.hostKey, until: until)
            }
            let status = Library.RefreshOutcome.failed(error).status
            return .failed(why: FetchFailure(code: error.code, status: status), until: retryAt)
        }
    }

    /// Restores the schedule. Synchronous: a cancelled task cannot await.
    private func release(_ lease: FullTextLease) {
        do { try library.context.database.writeSync(.refetchable) { try FullTextLeaseStore.release(lease, $0) } } catch
        {
            // The lease expires.
            return
        }
    }

    private func delayUntilNextDue() async throws(LibraryError) -> Duration? {
        let now = library.context.now()
        let due = try await library.context.database.read { [policy] transaction in
            try FullTextLeaseStore(transaction: transaction, now: now, policy: policy).nextDue()
        }
        guard let due else { return nil }
        // A due page without a lease waits for its host.
        let wait = Duration.milliseconds(due.milliseconds - now.milliseconds)
        return min(Self.maxPause, max(wait, policy.hostInterval, .milliseconds(200)))
    }

    private func wait(_ pause: Duration?, orUntil changes: AsyncStream<Void>) async {
        await withTaskGroup(of: Void.self) { group in
            if let pause {
                group.addTask {
                    // Cancelled by a change.
                    do { try await Task.sleep(for: pause) } catch { return }
                }
            }
            group.addTask { for await _ in changes { return } }
            await group.next()
            group.cancelAll()
        }
    }
}
