public import Foundation
public import News

/// Fetches stories' full texts from their pages: when a person opens or requests one, and in the background for
/// channels set to `always`. Each page is fetched once and stored; failed pages are retried with growing delays.
/// Fetches are leased in the database, so that no two processes fetch the same page.
public struct FullTextService: Sendable {
    /// The result of fetching one story's full text.
    public enum Outcome: Sendable, Hashable {
        /// Stored, and longer than the feed's text.
        case fetched
        /// The page has no more text than the feed.
        case notLonger
        /// It was fetched before.
        case alreadyFetched
        /// It is being fetched already.
        case inProgress
        /// Not fetched because of a back-off. `until`: its end; nil when only a manual fetch is possible.
        case deferred(until: Date?)
        /// The channel is set to `never`.
        case disabled
        case failed(why: FetchFailure, until: Date?)
    }

    private let library: NewsLibrary
    private let catalog: SourceCatalog
    private let policy: FullTextPolicy

    /// The longest delay between two checks for due pages.
    private static let maxPause: Duration = .seconds(60)

    public init(library: NewsLibrary, catalog: SourceCatalog, policy: FullTextPolicy = .standard) {
        self.library = library
        self.catalog = catalog
        self.policy = policy
    }

    /// Fetches one story's full text now, unless it is stored or the policy forbids it.
    /// - Parameter isAsked: whether a person requested it explicitly; false when the story was only opened, so that
    ///   back-off after failures applies.
    /// - Throws: `.notThere` when there is no such story, or it has no page.
    public func fetch(_ story: StoryID, isAsked: Bool) async throws(LibraryError) -> Outcome {
        let now = library.context.now()
        let result = try await library.context.database.write(.refetchable) { [policy] transaction in
            try FullTextLeaseStore(transaction: transaction, now: now, policy: policy).acquire(
                story.rawValue, isAsked: isAsked)
        }
        switch result {
        case .skipped(let outcome): return outcome
        case .acquired(let lease): return try await fetch(lease)
        }
    }

    /// Fetches for channels set to `always`, until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            let changes = library.changes()
            let pause = await runOnce()
            guard !Task.isCancelled else { return }
            await wait(pause, orUntil: changes)
        }
    }

    /// Fetches the due pages, several at once but one at a time per host.
    /// - Returns: the delay until more is due; nil when only a change can bring more.
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
            // A full disk, or another process with a long write: retried later.
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
            // A failed manual fetch during the back-off does not lengthen it.
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
                try HostBackoff(transaction: transaction, now: now, policy: pollingPolicy)
                    .recordBackoff(HostKey.key(of: lease.page), until: until)
            }
            let status = Library.RefreshOutcome.failed(error).status
            return .failed(why: FetchFailure(code: error.code, status: status), until: retryAt)
        }
    }

    /// Restores the schedule of an interrupted fetch. Not awaited: a cancelled task could not wait.
    private func release(_ lease: FullTextLease) {
        do { try library.context.database.writeSync(.refetchable) { try FullTextLeaseStore.release(lease, $0) } } catch
        {
            // The lease expires by itself.
            return
        }
    }

    private func delayUntilNextDue() async throws(LibraryError) -> Duration? {
        let now = library.context.now()
        let due = try await library.context.database.read { [policy] transaction in
            try FullTextLeaseStore(transaction: transaction, now: now, policy: policy).nextDue()
        }
        guard let due else { return nil }
        // A due page that was not leased waits for its host.
        let wait = Duration.milliseconds(due.milliseconds - now.milliseconds)
        return min(Self.maxPause, max(wait, policy.hostInterval, .milliseconds(200)))
    }

    private func wait(_ pause: Duration?, orUntil changes: AsyncStream<Void>) async {
        await withTaskGroup(of: Void.self) { group in
            if let pause {
                group.addTask {
                    // Cancelled: the wait is over.
                    do { try await Task.sleep(for: pause) } catch { return }
                }
            }
            group.addTask { for await _ in changes { return } }
            await group.next()
            group.cancelAll()
        }
    }
}
