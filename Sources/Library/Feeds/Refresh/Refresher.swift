import Foundation
public import News

/// Fetches due channels: a few at a time, one per host. Runs in `serve`, and in a command when no server runs; channels
/// are leased in the database, so that both may run at once.
public struct Refresher: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog
    private let bounds: PollingPolicy
    private let maxConcurrent: Int
    private let jitter: @Sendable () -> Double
    private let report: @Sendable (RefreshEvent) -> Void

    /// The longest pause between two checks for due channels.
    private static let maxPause: Duration = .seconds(30)

    /// - Parameters:
    ///   - bounds: nil for the Library's own.
    ///   - maxConcurrent: how many hosts are fetched from at the same time.
    ///   - jitter: 0 ..< 1; keeps channels from coming due together.
    ///   - report: called from several tasks, in no order between channels.
    public init(
        library: NewsLibrary, catalog: SourceCatalog, bounds: PollingPolicy? = nil, maxConcurrent: Int = 8,
        jitter: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        report: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) {
        self.library = library
        self.catalog = catalog
        self.bounds = bounds ?? library.context.pollingPolicy
        self.maxConcurrent = max(1, maxConcurrent)
        self.jitter = jitter
        self.report = report
    }

    /// Fetches what is due now, each channel once.
    /// - Parameters:
    ///   - only: these channels; nil for all.
    ///   - reason: `.due` follows the schedule; any other first makes due what may be fetched.
    ///   - isWhole: also awaits and counts channels leased elsewhere meanwhile, for a person who waits for the result.
    @discardableResult
    public func runOnce(
        only: [ChannelID]? = nil, reason: RefreshReason = .due, isWhole: Bool = false
    ) async -> RefreshSummary {
        let counter = RefreshCounter()
        do {
            let round = try await startRound(only, reason, isWhole: isWhole)
            if !round.due.isEmpty {
                report(.started(total: round.due.count))
                await fetchDue(round, counter, maxConcurrent: min(maxConcurrent, round.due.count))
                if isWhole { try await awaitConcurrentRefreshes(round, counter) }
            }
            if isWhole { await counter.addSkipped(try await skippedChannels(round)) }
        } catch { await counter.recordError(error) }
        let summary = await counter.summary
        report(.done(summary))
        return summary
    }

    /// Refreshes and runs maintenance until the task is cancelled. A free worker takes due channels at once, however
    /// slow the others' origins are; with nothing due it sleeps until the next channel is, at most 30 s, and wakes on
    /// any change.
    public func run() async {
        var maintenance = DailyMaintenance(context: library.context)
        let (workers, fetcher, counter) = (ActiveWorkers(), fetcher, RefreshCounter(countsChannels: false))
        await withDiscardingTaskGroup { group in
            group.addTask { await fetcher.runPeriodicFlush(counter) }
            while !Task.isCancelled {
                let changes = library.changes()
                var failure = await workers.takeError()
                if failure == nil { failure = await counter.takeError() }
                let free = maxConcurrent - (await workers.count)
                if failure == nil, free > 0, !Task.isCancelled {
                    do {
                        for leases in try await leaseDue(nil, by: nil, hosts: free) {
                            await workers.begin()
                            group.addTask { await workers.end(await fetch(leases, fetcher, counter)) }
                        }
                    } catch { failure = LibraryError(error) }
                }
                guard !Task.isCancelled else { return }
                failure = await maintenance.runIfDue() ?? failure
                // After an error (a full disk, a long write of another process) change notifications must not cause a
                // busy loop.
                if failure != nil {
                    await pause(.seconds(5), orUntil: nil)
                } else if await workers.count < maxConcurrent {
                    await pause(nil, orUntil: changes)
                } else {
                    await pause(.milliseconds(100), orUntil: nil)
                }
            }
        }
        await fetcher.flush(counter)
    }

    /// Counts the hosts being fetched from. Invariant: every `begin` has one `end`.
    private actor ActiveWorkers {
        private(set) var count = 0
        private var error: LibraryError?

        func begin() { count += 1 }

        func end(_ failure: LibraryError?) {
            count -= 1
            error = failure ?? error
        }

        func takeError() -> LibraryError? {
            defer { error = nil }
            return error
        }
    }

    private func fetch(_ leases: [ChannelLease], _ fetcher: ChannelFetcher, _ counter: RefreshCounter) async
        -> LibraryError?
    {
        do {
            try await fetcher.fetch(leases, counter)
            return nil
        } catch { return error }
    }

    private var fetcher: ChannelFetcher {
        ChannelFetcher(context: library.context, catalog: catalog, bounds: bounds, jitter: jitter, report: report)
    }

    /// One call of `runOnce`.
    private struct RefreshRound: Sendable {
        var only: [ChannelID]?
        /// Channels that become due later belong to the next round.
        var startedAt: Date
        /// The newest log id at that time.
        var lastLogID: Int64
        var due: Set<Int64>
    }

    /// Makes due what may be fetched, and records the due channels before another worker leases any.
    private func startRound(
        _ only: [ChannelID]?, _ reason: RefreshReason, isWhole: Bool
    ) async throws(LibraryError) -> RefreshRound {
        let now = library.context.now()
        let work = { @Sendable [bounds] (transaction: Transaction) throws -> RefreshRound in
            if reason != .due {
                for reader in try transaction.all("select id from reader", [], { $0.number() }) {
                    let requester = RefreshRequester(
                        transaction: transaction, reader: reader, now: now, minimumInterval: bounds.manualMinimum)
                    _ = try requester.request(only?.map(\.rawValue), reason: reason)
                }
            }
            let queue = DueChannelQueue(
                transaction: transaction, now: now, bounds: bounds, channels: only?.map(\.rawValue))
            if isWhole { try queue.makeDueNow() }
            return RefreshRound(
                only: only, startedAt: now, lastLogID: try ConcurrentRefreshes.currentLogID(transaction),
                due: Set(try queue.dueChannels()))
        }
        if reason == .due, !isWhole { return try await library.context.database.read(work) }
        return try await library.context.writeAndNotify(.refetchable, work)
    }

    /// Fetches due channels from `maxConcurrent` hosts at once; one transaction leases those of twice as many.
    private func fetchDue(_ round: RefreshRound, _ counter: RefreshCounter, maxConcurrent: Int) async {
        let fetcher = fetcher
        async let _: Void = fetcher.runPeriodicFlush(counter)
        await withTaskGroup(of: Void.self) { group in
            var (waiting, busy): ([[ChannelLease]], Int) = ([], 0)
            while !Task.isCancelled {
                if waiting.isEmpty, await counter.summary.error == nil {
                    // Hosts with unwritten results may have more channels due.
                    await fetcher.flush(counter)
                    do { waiting = try await leaseDue(round.only, by: round.startedAt, hosts: 2 * maxConcurrent) } catch
                    {
                        await counter.recordError(LibraryError(error))
                    }
                }
                while busy < maxConcurrent, !waiting.isEmpty, await counter.summary.error == nil {
                    let leases = waiting.removeFirst()
                    busy += 1
                    group.addTask {
                        do { try await fetcher.fetch(leases, counter) } catch {
                            await counter.recordError(LibraryError(error))
                        }
                    }
                }
                guard busy > 0 else { break }
                await group.next()
                busy -= 1
            }
            fetcher.rollBack(waiting.flatMap(\.self))
        }
        await fetcher.flush(counter)
    }

    /// Waits until each channel of the round was fetched by somebody; fetches those that remain.
    private func awaitConcurrentRefreshes(_ round: RefreshRound, _ counter: RefreshCounter) async throws(LibraryError) {
        // Leases of a process that died are not awaited to their end.
        let deadline = ContinuousClock.now + min(bounds.leaseDuration, Self.maxPause)
        while !Task.isCancelled, ContinuousClock.now < deadline {
            let changes = library.changes()
            let rest = round.due.subtracting(await counter.counted)
            guard !rest.isEmpty else { return }
            let (refreshes, pending) = try await library.context.database.read {
                [now = library.context.now()] transaction in
                let others = ConcurrentRefreshes(transaction: transaction, now: now, lastLogID: round.lastLogID)
                return (try others.refreshes(of: rest), try others.pending(rest, by: round.startedAt))
            }
            for refresh in refreshes where await counter.add(refresh) {
                report(
                    .finished(
                        ChannelID(rawValue: refresh.channel), title: refresh.title, new: refresh.entry.newStories,
                        outcome: refresh.entry.outcome, words: refresh.entry.words))
            }
            if pending.subtracting(await counter.counted).isEmpty { return }
            await fetchDue(round, counter, maxConcurrent: 1)
            await pause(.seconds(1), orUntil: changes)
        }
    }

    private func leaseDue(_ only: [ChannelID]?, by: Date?, hosts: Int) async throws(LibraryError) -> [[ChannelLease]] {
        let now = library.context.now()
        let leases = try await library.context.database.write(.refetchable) { [bounds] transaction in
            try DueChannelQueue(
                transaction: transaction, now: now, bounds: bounds, channels: only?.map(\.rawValue), dueBy: by
            )
            .groups(hosts: hosts)
        }
        if !leases.isEmpty { library.context.notifier.notify() }
        return leases
    }

    /// The round's channels that were not fetched, and why.
    private func skippedChannels(_ round: RefreshRound) async throws(LibraryError) -> SkippedChannels {
        let now = library.context.now()
        return try await library.context.database.read { transaction in
            try SkippedChannels(transaction, now: now, only: round.only?.map(\.rawValue))
        }
    }

    private func pause(_ fixed: Duration?, orUntil changes: AsyncStream<Void>?) async {
        let pause = if let fixed { fixed } else { await untilNextDue() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // Cancelled: the pause is over.
                do { try await Task.sleep(for: pause) } catch { return }
            }
            if let changes {
                group.addTask { for await _ in changes { return } }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func untilNextDue() async -> Duration {
        do {
            let now = library.context.now().milliseconds
            let due = try await library.context.database.read { transaction in
                // A channel leased elsewhere is due when its lease expires.
                try transaction.number(
                    "select min(case when claimed_until > due_at then claimed_until else due_at end) from channel where due_at is not null"
                )
            }
            guard let due else { return Self.maxPause }
            return min(Self.maxPause, max(.milliseconds(150), .milliseconds(due - now)))
        } catch { return Self.maxPause }
    }
}
