import Foundation
import News

/// Fetches due channels, several hosts at a time. Several processes may run one each, as leases are in the database.
public struct Refresher: Sendable {
    let library: NewsLibrary
    let jitter: @Sendable () -> Double
    let report: @Sendable (RefreshEvent) -> Void

    /// The maximum number of hosts that are fetched at once.
    static let maxConcurrent = 8
    /// The maximum pause between checks for due channels.
    static let maxPause: Duration = .seconds(30)

    var context: LibraryContext { library.context }
    var policy: PollingPolicy { context.pollingPolicy }

    /// - Parameters:
    ///   - library: the library, with the sources to fetch from.
    ///   - jitter: returns random numbers in 0 ..< 1 that spread channels.
    ///   - report: receives events; called concurrently.
    public init(
        library: NewsLibrary, jitter: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        report: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) {
        self.library = library
        self.jitter = jitter
        self.report = report
    }

    /// Refreshes and runs maintenance until cancelled. When idle, sleeps until a channel is due or a change occurs, at
    /// most 30 s.
    public func run() async {
        await fetchDue(nil, RefreshCounter(countsChannels: false), maxConcurrent: Self.maxConcurrent)
    }

    private enum Event: Sendable {
        /// The end of fetching a host's channels.
        case fetched
        /// A wake-up, as a channel may be due.
        case woken
    }

    /// Fetches from `maxConcurrent` hosts at once; for a round, one transaction leases twice as many.
    /// - Parameter round: the round; nil to fetch whatever becomes due, with maintenance, until cancelled.
    func fetchDue(_ round: ManualRefresh?, _ counter: RefreshCounter, maxConcurrent: Int) async {
        let run = RefreshLoopState(round: round, counter: counter)
        async let _: Void = flushPeriodically(run)
        var maintenance = DailyMaintenance(context: context)
        await withTaskGroup(of: Event.self) { group in
            var (waiting, busy, isSleeping) = ([[LeasedChannel]](), 0, false)
            while !Task.isCancelled {
                // The changes are observed before due channels are read, so that no change is missed.
                let changes = round == nil && !isSleeping ? library.changes() : nil
                if waiting.isEmpty, busy < maxConcurrent {
                    // Leased channels that wait for their turn would count as fetched if the process died, so the loop
                    // leases no more hosts than it can fetch from.
                    let hosts = round == nil ? maxConcurrent - busy : 2 * maxConcurrent
                    waiting = await leaseNext(run, hosts: hosts)
                }
                while busy < maxConcurrent, !waiting.isEmpty, await counter.summary.error == nil {
                    let leased = waiting.removeFirst()
                    busy += 1
                    group.addTask(executorPreference: context.sources.executor, priority: .utility) {
                        do { try await fetch(leased, run) } catch { await counter.recordError(LibraryError(error)) }
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
            rollBack(waiting.flatMap(\.self))
        }
        await flush(run)
    }

    /// Leases the channels to fetch next, by host; returns an empty list after an error.
    private func leaseNext(_ run: RefreshLoopState, hosts: Int) async -> [[LeasedChannel]] {
        guard await run.counter.summary.error == nil else { return [] }
        // Hosts with unwritten results may have more due channels.
        if run.round != nil { await flush(run) }
        let now = context.now()
        do {
            let leased = try await context.database.write(.refetchable) { [policy] transaction in
                try DueChannelQueue(
                    transaction: transaction, now: now, policy: policy, channels: run.round?.only?.map(\.rawValue),
                    dueBy: run.round?.startedAt
                ).groups(hosts: hosts)
            }
            if !leased.isEmpty { context.notifier.notify() }
            return leased
        } catch {
            await run.counter.recordError(error)
            return []
        }
    }

    /// Sleeps for a fixed time, as change notifications must not cause a busy loop.
    private func sleepAfterFailure() async -> Event {
        await ChangeNotifier.wait(.seconds(5), orUntil: nil)
        return .woken
    }

    private func sleepUntilDue(orUntil changes: AsyncStream<Void>) async -> Event {
        await ChangeNotifier.wait(await untilNextDue(), orUntil: changes)
        return .woken
    }

    private func untilNextDue() async -> Duration {
        do {
            let now = context.now().milliseconds
            let due = try await context.database.read { transaction in
                // A leased channel is due when its lease expires.
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

/// The state that the tasks of one run of the loop share.
struct RefreshLoopState: Sendable {
    /// The round; nil for whatever becomes due.
    let round: ManualRefresh?
    let counter: RefreshCounter
    let batcher = WriteBatcher()
}
