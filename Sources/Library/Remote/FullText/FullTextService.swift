public import Foundation
public import News

/// Fetches stories' whole texts from their pages: when a person opens or asks for one, and in the background for
/// channels that want them all. Each page is asked once and remembered; pages that could not be had are asked again
/// after growing waits. Work is claimed in the database, so that no two processes ask one page.
public struct FullTextService: Sendable {
    /// What came of asking for one story.
    public enum Outcome: Sendable, Hashable {
        /// The whole text is there and longer than what the channel gave.
        case fetched
        /// The page holds no more than the channel gave.
        case notLonger
        /// It was fetched before.
        case alreadyFetched
        /// Somebody else is fetching it.
        case inProgress
        /// It is not asked now; when it may be, nil when only a person's wish makes it so.
        case deferred(until: Date?)
        /// The channel is to be shown as it is.
        case disabled
        case failed(why: FetchFailure, until: Date?)
    }

    private let library: NewsLibrary
    private let catalog: SourceCatalog
    private let policy: FullTextPolicy

    /// The longest pause between two looks at what is due.
    private static let maxPause: Duration = .seconds(60)

    public init(library: NewsLibrary, catalog: SourceCatalog, policy: FullTextPolicy = .standard) {
        self.library = library
        self.catalog = catalog
        self.policy = policy
    }

    /// Fetches one story's whole text now, unless it is there or may not be asked for.
    /// - Parameter isAsked: a person pressed the button; false when the story was only opened, so that waits after
    ///   failures hold.
    /// - Throws: `.notThere` when there is no such story, or it has no page.
    public func fetch(_ story: StoryID, isAsked: Bool) async throws(LibraryError) -> Outcome {
        let now = library.context.now()
        let answer = try await library.context.database.write(.refetchable) { [policy] transaction in
            try FullTextLeaseStore(transaction: transaction, now: now, policy: policy).acquire(
                story.rawValue, isAsked: isAsked)
        }
        switch answer {
        case .skipped(let outcome): return outcome
        case .acquired(let lease): return try await fetch(lease)
        }
    }

    /// Fetches for channels that want every whole text, until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            let changes = library.changes()
            let pause = await runOnce()
            guard !Task.isCancelled else { return }
            await wait(pause, orUntil: changes)
        }
    }

    /// Fetches what is due now, a few at once and one at a time for each host.
    /// - Returns: how long to wait before there is more to do; nil when only a change can bring more.
    @discardableResult
    public func runOnce() async -> Duration? {
        do {
            let now = library.context.now()
            let (isWanted, isUnplanned) = try await library.context.database.read { [policy] transaction in
                let leases = FullTextLeaseStore(transaction: transaction, now: now, policy: policy)
                guard try leases.hasAlwaysChannels() else { return (false, false) }
                return (true, try !leases.unscheduled().isEmpty)
            }
            guard isWanted else { return nil }
            if isUnplanned {
                try await library.context.database.write(.refetchable) { [policy] transaction in
                    try FullTextLeaseStore(transaction: transaction, now: now, policy: policy).scheduleNew()
                }
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<policy.maxConcurrent { group.addTask { await fetchDue() } }  // bounded: at least one
            }
            return try await delayUntilNextDue()
        } catch {
            // A full disk, or another process that writes for long: looked at again later.
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
        let answer = await loadText(of: lease)
        guard !Task.isCancelled else {
            release(lease)
            return .inProgress
        }
        do { return try await save(answer, of: lease) } catch {
            release(lease)
            throw error
        }
    }

    private func loadText(of lease: FullTextLease) async -> Result<FullText, SourceError> {
        guard let ability = catalog.source(of: lease.kind, at: lease.site)?.fullText else {
            return .failure(.notAllowed(why: "stories of this kind have no page to take more from"))
        }
        do { return .success(try await ability.text(of: lease.page)) } catch { return .failure(error) }
    }

    private func save(
        _ answer: Result<FullText, SourceError>, of lease: FullTextLease
    ) async throws(LibraryError) -> Outcome {
        let now = library.context.now()
        switch answer {
        case .success(let text):
            let full = try PreparedFullText(text)
            return try await library.context.writeAndNotify(.refetchable) { transaction in
                try FullTextWriter(transaction: transaction).write(lease.story, full, now: now)
                let given = try transaction.count("select words from story where id = ?", [.number(lease.story)])
                return full.wordCount > given ? .fetched : .notLonger
            }
        case .failure(let error):
            // A person's own try, made before the wait was over, lengthens no wait.
            let failures = lease.preservedRetry == nil ? lease.failures + 1 : lease.failures
            var again = policy.retryAt(after: error, failures: failures, at: now)
            if let preservedRetry = lease.preservedRetry, again != nil {
                again = preservedRetry.retryAt.map { max($0, now) }
            }
            if case .busy(let until) = error {
                again = policy.retryAt(after: .busy(until: until), failures: 0, at: now)
            }
            try await library.context.writeAndNotify(.refetchable) {
                [again, pollingPolicy = library.context.pollingPolicy] transaction in
                try FullTextWriter(transaction: transaction).recordFailure(
                    lease.story, error, failures: failures, again: again)
                guard case .busy(let until) = error else { return }
                try HostBackoff(transaction: transaction, now: now, policy: pollingPolicy)
                    .recordBackoff(HostKey.key(of: lease.page), until: until)
            }
            let status = Library.RefreshOutcome.failed(error).status
            return .failed(why: FetchFailure(code: error.code, status: status), until: again)
        }
    }

    /// What was interrupted is as due as before. Not awaited, since a cancelled task could not.
    private func release(_ lease: FullTextLease) {
        do { try library.context.database.writeSync(.refetchable) { try FullTextLeaseStore.release(lease, $0) } } catch
        {
            // The claim runs out by itself.
            return
        }
    }

    private func delayUntilNextDue() async throws(LibraryError) -> Duration? {
        let now = library.context.now()
        let due = try await library.context.database.read { [policy] transaction in
            try FullTextLeaseStore(transaction: transaction, now: now, policy: policy).nextDue()
        }
        guard let due else { return nil }
        // What is due and was not taken waits for its host.
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
