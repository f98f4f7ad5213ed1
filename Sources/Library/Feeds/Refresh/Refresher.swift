import Foundation
public import News

/// Fetches due channels, several hosts at a time. May run in several processes, as leases are in the database.
public struct Refresher: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog
    private let policy: PollingPolicy
    private let maxConcurrent: Int
    private let jitter: @Sendable () -> Double
    private let report: @Sendable (RefreshEvent) -> Void

    /// Between checks for due channels.
    private static let maxPause: Duration = .seconds(30)

    /// - Parameters:
    ///   - pollingPolicy: nil for the Library's.
    ///   - maxConcurrent: hosts.
    ///   - jitter: 0 ..< 1; spreads channels.
    ///   - report: called concurrently.
    public init(
        library: NewsLibrary, catalog: SourceCatalog, pollingPolicy: PollingPolicy? = nil, maxConcurrent: Int = 8,
        jitter: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        report: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) {
        self.library = library
        self.catalog = catalog
        self.policy = pollingPolicy ?? library.context.pollingPolicy
        self.maxConcurrent = max(1, maxConcurrent)
        self.jitter = jitter
        self.report = report
    }

    /// Fetches each due channel once.
    /// - Parameters:
    ///   - only: nil for all.
    ///   - reason: any but `.due` makes channels due first, within limits.
    ///   - awaitsAll: also awaits and counts channels leased elsewhere, for a person who waits.
    @discardableResult
    public func runOnce(
        only: [ChannelID]? = nil, reason: RefreshReason = .due, awaitsAll: Bool = false
    ) async -> RefreshSummary {
        let counter = RefreshCounter()
        do {
            let round = try await startRound(only, reason, awaitsAll: awaitsAll)
            if !round.due.isEmpty {
                report(.started(total: round.due.count))
                await fetchDue(round, counter, maxConcurrent: min(maxConcurrent, round.due.count))
                if awaitsAll { try await awaitConcurrentRefreshes(round, counter) }
            }
            if awaitsAll { await counter.addSkipped(try await skippedChannels(round)) }
        } catch { await counter.recordError(error) }
        let summary = await counter.summary
        report(.done(summary))
        return summary
    }

    /// Refreshes and runs maintenance until cancelled. Idle, it sleeps until a channel is due, at most 30 s, or a
    /// change.
    public func run() async {
        await fetchDue(nil, RefreshCounter(countsChannels: false), maxConcurrent: maxConcurrent)
    }

    private var fetcher: ChannelFetcher {
        ChannelFetcher(context: library.context, catalog: catalog, policy: policy, jitter: jitter, report: report)
    }

    private struct RefreshRound: Sendable {
        var only: [ChannelID]?
        /// Channels due later belong to the next round.
        var startedAt: Date
        var lastLogID: Int64
        var due: Set<Int64>
    }

    /// Makes channels due, and records the due ones before another worker leases any.
    private func startRound(
        _ only: [ChannelID]?, _ reason: RefreshReason, awaitsAll: Bool
    ) async throws(LibraryError) -> RefreshRound {
        let now = library.context.now()
        let work = { @Sendable [policy] (transaction: Transaction) throws -> RefreshRound in
            if reason != .due {
                for reader in try transaction.numbers("select id from reader") {
                    let requester = RefreshRequester(
                        transaction: transaction, reader: reader, now: now, minimumInterval: policy.manualMinimum)
                    _ = try requester.request(only?.map(\.rawValue), reason: reason)
                }
            }
            let queue = DueChannelQueue(
                transaction: transaction, now: now, policy: policy, channels: only?.map(\.rawValue))
            if awaitsAll { try queue.makeDueNow() }
            return RefreshRound(
                only: only, startedAt: now, lastLogID: try ConcurrentRefreshes.currentLogID(transaction),
                due: Set(try queue.dueChannels()))
        }
        if reason == .due, !awaitsAll { return try await library.context.database.read(work) }
        return try await library.context.writeAndNotify(.refetchable, work)
    }

    private enum Event: Sendable {
        /// A host's channels were fetched.
        case fetched
        /// A channel may be due.
        case woken
    }

    /// Fetches from `maxConcurrent` hosts at once; a transaction leases twice as many.
    /// - Parameter round: nil for whatever becomes due, with maintenance, until cancelled.
    private func fetchDue(_ round: RefreshRound?, _ counter: RefreshCounter, maxConcurrent: Int) async {
        let fetcher = fetcher
        async let _: Void = fetcher.runPeriodicFlush(counter)
        var maintenance = DailyMaintenance(context: library.context)
        await withTaskGroup(of: Event.self) { group in
            var (waiting, busy, isSleeping) = ([[LeasedChannel]](), 0, false)
            while !Task.isCancelled {
                // Before the look at what is due, so that no change is missed.
                let changes = round == nil && !isSleeping ? library.changes() : nil
                if waiting.isEmpty, busy < maxConcurrent {
                    waiting = await leaseNext(round, fetcher, counter, hosts: 2 * maxConcurrent)
                }
                while busy < maxConcurrent, !waiting.isEmpty, await counter.summary.error == nil {
                    let leased = waiting.removeFirst()
                    busy += 1
                    group.addTask {
                        do { try await fetcher.fetch(leased, counter) } catch {
                            await counter.recordError(LibraryError(error))
                        }
                        return .fetched
                    }
                }
                if let changes, busy < maxConcurrent {
                    let failure = await maintenance.runIfDue()
                    let hasFailed = await counter.takeError() != nil || failure != nil
                    isSleeping = true
                    group.addTask { await hasFailed ? sleepAfterFailure() : sleepUntilDue(orUntil: changes) }
                }
                guard busy > 0 || isSleeping, let event = await group.next() else { break }
                if event == .fetched { busy -= 1 } else { isSleeping = false }
            }
            fetcher.rollBack(waiting.flatMap(\.self))
        }
        await fetcher.flush(counter)
    }

    /// The channels to fetch next, by host; none after an error.
    private func leaseNext(
        _ round: RefreshRound?, _ fetcher: ChannelFetcher, _ counter: RefreshCounter, hosts: Int
    ) async -> [[LeasedChannel]] {
        guard await counter.summary.error == nil else { return [] }
        // Hosts with unwritten results may have more due channels.
        if round != nil { await fetcher.flush(counter) }
        let now = library.context.now()
        do {
            let leased = try await library.context.database.write(.refetchable) { [policy] transaction in
                try DueChannelQueue(
                    transaction: transaction, now: now, policy: policy, channels: round?.only?.map(\.rawValue),
                    dueBy: round?.startedAt
                ).groups(hosts: hosts)
            }
            if !leased.isEmpty { library.context.notifier.notify() }
            return leased
        } catch {
            await counter.recordError(error)
            return []
        }
    }

    /// Change notifications must not cause a busy loop.
    private func sleepAfterFailure() async -> Event {
        await ChangeNotifier.wait(.seconds(5), orUntil: nil)
        return .woken
    }

    private func sleepUntilDue(orUntil changes: AsyncStream<Void>) async -> Event {
        await ChangeNotifier.wait(await untilNextDue(), orUntil: changes)
        return .woken
    }

    /// Awaits channels fetched elsewhere, and fetches those that remain.
    private func awaitConcurrentRefreshes(_ round: RefreshRound, _ counter: RefreshCounter) async throws(LibraryError) {
        // A process may have died.
        let deadline = ContinuousClock.now + min(policy.leaseDuration, Self.maxPause)
        while !Task.isCancelled, ContinuousClock.now < deadline {
            let changes = library.changes()
            let rest = round.due.subtracting(await counter.counted)
            guard !rest.isEmpty else { return }
            let (refreshes, pending) = try await library.context.database.read {
                [now = library.context.now()] transaction in
                let others = ConcurrentRefreshes(transaction: transaction, now: now, lastLogID: round.lastLogID)
                return (try others.refreshes(of: rest), try others.pending(rest, by: round.startedAt))
            }
            for refresh in refreshes where await counter.add(refresh) { report(.finished(refresh)) }
            if pending.subtracting(await counter.counted).isEmpty { return }
            await fetchDue(round, counter, maxConcurrent: 1)
            await ChangeNotifier.wait(.seconds(1), orUntil: changes)
        }
    }

    private func skippedChannels(_ round: RefreshRound) async throws(LibraryError) -> SkippedChannels {
        let now = library.context.now()
        return try await library.context.database.read { transaction in
            try SkippedChannels(transaction, now: now, only: round.only?.map(\.rawValue))
        }
    }

    private func untilNextDue() async -> Duration {
        do {
            let now = library.context.now().milliseconds
            let due = try await library.context.database.read { transaction in
                // A leased channel is due when the lease expires.
                try transaction.number(
                    """
                    select min(case when claimed_until > due_at then claimed_until else due_at end)
                    from channel where due_at is not null
                    """)
            }
            guard let due else { return Self.maxPause }
            return min(Self.maxPause, max(.milliseconds(150), .milliseconds(due - now)))
        } catch { return Self.maxPause }
    }
}
