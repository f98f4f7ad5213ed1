import Foundation
public import News

/// Asks the channels that are due, a few at once and one at a time for each host. `serve` runs it, and a command does
/// when none runs: work is claimed in the database, so that both may.
public struct Refresher: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog
    private let bounds: PollingBounds
    private let atOnce: Int
    private let jitter: @Sendable () -> Double
    private let report: @Sendable (RefreshEvent) -> Void

    /// The longest pause between two looks at what is due.
    private static let longestPause: Duration = .seconds(30)

    /// - Parameters:
    ///   - bounds: nil for the Library's own.
    ///   - atOnce: how many channels are asked at the same time.
    ///   - jitter: 0 ..< 1, so that channels do not come due together.
    ///   - report: called from several tasks, in no order between channels.
    public init(
        library: NewsLibrary, catalog: SourceCatalog, bounds: PollingBounds? = nil, atOnce: Int = 8,
        jitter: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        report: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) {
        self.library = library
        self.catalog = catalog
        self.bounds = bounds ?? library.house.bounds
        self.atOnce = max(1, atOnce)
        self.jitter = jitter
        self.report = report
    }

    /// Asks what is due now, each channel once.
    /// - Parameters:
    ///   - only: these channels; nil for all.
    ///   - reason: `.due` asks what the schedule says; any other first makes due what may be asked.
    ///   - isWhole: also waits for what other hands are asking meanwhile, and counts it: for a person who wants to
    ///     know what came of it.
    @discardableResult
    public func runOnce(
        only: [ChannelID]? = nil, reason: RefreshReason = .due, isWhole: Bool = false
    ) async -> RefreshSummary {
        let tally = Tally()
        do {
            let round = try await begin(only, reason, isWhole: isWhole)
            if !round.due.isEmpty {
                report(.started(total: round.due.count))
                await workTogether(round, tally, atOnce: min(atOnce, round.due.count))
                if isWhole { try await awaitOthers(round, tally) }
            }
            if isWhole { await tally.note(try await leftAlone(round)) }
        } catch { await tally.stop(error) }
        let summary = await tally.summary
        report(.done(summary))
        return summary
    }

    /// Refreshes and keeps house until the task is cancelled. A free hand takes what is due at once, however long
    /// another waits for a slow origin; with nothing due it sleeps until the next channel is, at most 30 s, and wakes
    /// when anything changes.
    public func run() async {
        var keeping = Housekeeping(house: library.house)
        let (hands, asking, tally) = (Hands(), asking, Tally(isKept: false))
        await withDiscardingTaskGroup { group in
            group.addTask { await asking.keepMinutes(tally) }
            while !Task.isCancelled {
                let changes = library.changes()
                var trouble = await hands.takeTrouble()
                if trouble == nil { trouble = await tally.takeTrouble() }
                let free = atOnce - (await hands.busy)
                if trouble == nil, free > 0, !Task.isCancelled {
                    do {
                        for claims in try await claim(nil, by: nil, hosts: free) {
                            await hands.begin()
                            group.addTask { await hands.end(await attempt(claims, asking, tally)) }
                        }
                    } catch { trouble = LibraryError(error) }
                }
                guard !Task.isCancelled else { return }
                trouble = await keeping.whenDue() ?? trouble
                // In trouble (a full disk, another process that writes for long) changes must not make us spin.
                if trouble != nil {
                    await pause(.seconds(5), orUntil: nil)
                } else if await hands.busy < atOnce {
                    await pause(nil, orUntil: changes)
                } else {
                    await pause(.milliseconds(100), orUntil: nil)
                }
            }
        }
        await asking.writeMinutes(tally)
    }

    /// How many hosts the loop is asking. Invariant: every beginning has one end.
    private actor Hands {
        private(set) var busy = 0
        private var trouble: LibraryError?

        func begin() { busy += 1 }

        func end(_ failure: LibraryError?) {
            busy -= 1
            trouble = failure ?? trouble
        }

        func takeTrouble() -> LibraryError? {
            defer { trouble = nil }
            return trouble
        }
    }

    private func attempt(_ claims: [Claim], _ asking: Asking, _ tally: Tally) async -> LibraryError? {
        do {
            try await asking.ask(claims, tally)
            return nil
        } catch { return error }
    }

    private var asking: Asking {
        Asking(house: library.house, catalog: catalog, bounds: bounds, jitter: jitter, report: report)
    }

    /// What one round is about.
    private struct Round: Sendable {
        var only: [ChannelID]?
        /// When it began: what becomes due later belongs to the next one.
        var startedAt: Date
        /// The newest line of the log then.
        var since: Int64
        var due: Set<Int64>
    }

    /// Makes due what may be asked, and notes which channels these are before anybody can take one away.
    private func begin(
        _ only: [ChannelID]?, _ reason: RefreshReason, isWhole: Bool
    ) async throws(LibraryError) -> Round {
        let now = library.house.now()
        let work = { @Sendable [bounds] (session: Session) throws -> Round in
            if reason != .due {
                for reader in try session.all("select id from reader", [], { $0.number() }) {
                    let wishes = RefreshWishes(session: session, reader: reader, now: now, least: bounds.asked)
                    _ = try wishes.make(only?.map(\.rawValue), reason: reason)
                }
            }
            let claiming = Claiming(session: session, now: now, bounds: bounds, only: only?.map(\.rawValue))
            if isWhole { try claiming.hasten() }
            return Round(
                only: only, startedAt: now, since: try OtherHands.mark(session), due: Set(try claiming.due()))
        }
        if reason == .due, !isWhole { return try await library.house.store.read(work) }
        return try await library.house.change(.refetchable, work)
    }

    /// Asks what may be asked, so many hosts at once; claims are made for twice as many in one transaction.
    private func workTogether(_ round: Round, _ tally: Tally, atOnce: Int) async {
        let asking = asking
        async let _: Void = asking.keepMinutes(tally)
        await withTaskGroup(of: Void.self) { group in
            var (waiting, busy): ([[Claim]], Int) = ([], 0)
            while !Task.isCancelled {
                if waiting.isEmpty, await tally.summary.trouble == nil {
                    // Hosts whose last answers are not written down yet may have more to ask.
                    await asking.writeMinutes(tally)
                    do { waiting = try await claim(round.only, by: round.startedAt, hosts: 2 * atOnce) } catch {
                        await tally.stop(LibraryError(error))
                    }
                }
                while busy < atOnce, !waiting.isEmpty, await tally.summary.trouble == nil {
                    let claims = waiting.removeFirst()
                    busy += 1
                    group.addTask {
                        do { try await asking.ask(claims, tally) } catch { await tally.stop(LibraryError(error)) }
                    }
                }
                guard busy > 0 else { break }
                await group.next()
                busy -= 1
            }
            asking.giveBack(waiting.flatMap(\.self))
        }
        await asking.writeMinutes(tally)
    }

    /// Waits until each channel of the round was asked by somebody; what others leave is asked here after all.
    private func awaitOthers(_ round: Round, _ tally: Tally) async throws(LibraryError) {
        // What a process that died had claimed is not waited for to the end.
        let deadline = ContinuousClock.now + min(bounds.claim, Self.longestPause)
        while !Task.isCancelled, ContinuousClock.now < deadline {
            let changes = library.changes()
            let rest = round.due.subtracting(await tally.done)
            guard !rest.isEmpty else { return }
            let (deeds, pending) = try await library.house.store.read { [now = library.house.now()] session in
                let others = OtherHands(session: session, now: now, since: round.since)
                return (try others.deeds(of: rest), try others.pending(rest, by: round.startedAt))
            }
            for deed in deeds where await tally.add(deed) {
                report(
                    .finished(
                        ChannelID(rawValue: deed.channel), title: deed.title, new: deed.decision.newStories,
                        outcome: deed.decision.outcome, words: deed.decision.words))
            }
            if pending.subtracting(await tally.done).isEmpty { return }
            await workTogether(round, tally, atOnce: 1)
            await pause(.seconds(1), orUntil: changes)
        }
    }

    private func claim(_ only: [ChannelID]?, by: Date?, hosts: Int) async throws(LibraryError) -> [[Claim]] {
        let now = library.house.now()
        let claims = try await library.house.store.write(.refetchable) { [bounds] session in
            try Claiming(session: session, now: now, bounds: bounds, only: only?.map(\.rawValue), by: by)
                .groups(hosts: hosts)
        }
        if !claims.isEmpty { library.house.pulse.beat() }
        return claims
    }

    /// What the round's channels still wait for, for a person who wants to know.
    private func leftAlone(_ round: Round) async throws(LibraryError) -> LeftAlone {
        let now = library.house.now()
        return try await library.house.store.read { session in
            try LeftAlone(session, now: now, only: round.only?.map(\.rawValue))
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
            let now = library.house.now().milliseconds
            let due = try await library.house.store.read { session in
                // What is claimed elsewhere is due when its claim ends.
                try session.number(
                    "select min(case when claimed_until > due_at then claimed_until else due_at end) from channel where due_at is not null"
                )
            }
            guard let due else { return Self.longestPause }
            return min(Self.longestPause, max(.milliseconds(150), .milliseconds(due - now)))
        } catch { return Self.longestPause }
    }
}
