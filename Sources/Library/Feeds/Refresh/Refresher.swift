import Foundation
import News

/// Fetches due channels, several hosts at a time. May run in several processes, as leases are in the database.
public struct Refresher: Sendable {
    let library: NewsLibrary
    let jitter: @Sendable () -> Double
    let report: @Sendable (RefreshEvent) -> Void

    /// Hosts.
    static let maxConcurrent = 8
    /// Between checks for due channels.
    static let maxPause: Duration = .seconds(30)

    var context: LibraryContext { library.context }
    var policy: PollingPolicy { context.pollingPolicy }

    /// - Parameters:
    ///   - library: with the sources to fetch from.
    ///   - jitter: 0 ..< 1; spreads channels.
    ///   - report: called concurrently.
    public init(
        library: NewsLibrary, jitter: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        report: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) {
        self.library = library
        self.jitter = jitter
        self.report = report
    }

    /// Refreshes and runs maintenance until cancelled. Idle, it sleeps until a channel is due, at most 30 s, or a
    /// change.
    public func run() async {
        await fetchDue(nil, RefreshCounter(countsChannels: false), maxConcurrent: Self.maxConcurrent)
    }

    private enum Event: Sendable {
        /// A host's channels were fetched.
        case fetched
        /// A channel may be due.
        case woken
    }

    /// Fetches from `maxConcurrent` hosts at once; for a round a transaction leases twice as many.
    /// - Parameter round: nil for whatever becomes due, with maintenance, until cancelled.
    func fetchDue(_ round: RefreshRound?, _ counter: RefreshCounter, maxConcurrent: Int) async {
        let run = RefreshRun(round: round, counter: counter)
        async let _: Void = flushPeriodically(run)
        var maintenance = DailyMaintenance(context: context)
        await withTaskGroup(of: Event.self) { group in
            var (waiting, busy, isSleeping) = ([[LeasedChannel]](), 0, false)
            while !Task.isCancelled {
                // Before the look at what is due, so that no change is missed.
                let changes = round == nil && !isSleeping ? library.changes() : nil
                if waiting.isEmpty, busy < maxConcurrent {
                    // What waits for its turn counts as fetched, should the process die.
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

    /// The channels to fetch next, by host; none after an error.
    private func leaseNext(_ run: RefreshRun, hosts: Int) async -> [[LeasedChannel]] {
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

    /// Change notifications must not cause a busy loop.
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

/// What the tasks of one run of the loop share.
struct RefreshRun: Sendable {
    /// Nil for whatever becomes due.
    let round: RefreshRound?
    let counter: RefreshCounter
    let batcher = WriteBatcher()
}
