import Foundation
public import News

/// Asks the channels that are due, a few at once and one at a time for each host. `serve` runs it, and a command does
/// when none runs: work is claimed in the database, so that both may.
public struct Refresher: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog
    private let bounds: PollingBounds
    private let atOnce: Int
    private let report: @Sendable (RefreshEvent) -> Void

    /// The longest pause between two looks at what is due.
    private static let longestPause: Duration = .seconds(30)

    /// - Parameters:
    ///   - atOnce: how many channels are asked at the same time.
    ///   - report: called from several tasks, in no order between channels.
    public init(
        library: NewsLibrary, catalog: SourceCatalog, bounds: PollingBounds = .standard, atOnce: Int = 8,
        report: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) {
        self.library = library
        self.catalog = catalog
        self.bounds = bounds
        self.atOnce = max(1, atOnce)
        self.report = report
    }

    /// Asks until nothing is due any more.
    /// - Parameters:
    ///   - only: these channels; nil for all.
    ///   - reason: `.due` asks what the schedule says; any other first makes due what may be asked.
    @discardableResult
    public func runOnce(only: [ChannelID]? = nil, reason: RefreshReason = .due) async -> RefreshSummary {
        let tally = Tally()
        do {
            if reason != .due { try await makeDue(only, reason) }
            let due = try await library.house.store.read { [bounds, now = library.house.now()] session in
                try Claiming(session: session, now: now, bounds: bounds, only: only?.map(\.rawValue)).dueCount()
            }
            guard due > 0 else { return await tally.summary }
            report(.started(total: due))
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<min(atOnce, due) { group.addTask { await work(only, tally) } }
            }
        } catch { await tally.stop(error) }
        let summary = await tally.summary
        report(.done(summary))
        return summary
    }

    /// Refreshes and keeps house until the task is cancelled: sleeps until the next channel is due, at most 30 s, and
    /// wakes when anything changes.
    public func run() async {
        var keeping = Housekeeping(house: library.house)
        while !Task.isCancelled {
            let changes = library.changes()
            let summary = await runOnce()
            guard !Task.isCancelled else { return }
            let trouble = await keeping.whenDue() ?? summary.trouble
            // In trouble (a full disk, another process that writes for long) changes must not make us spin.
            if trouble != nil { await pause(.seconds(5), orUntil: nil) } else { await pause(nil, orUntil: changes) }
        }
    }

    private func makeDue(_ only: [ChannelID]?, _ reason: RefreshReason) async throws(LibraryError) {
        let now = library.house.now()
        _ = try await library.house.change { [bounds] session in
            for reader in try session.all("select id from reader", [], { $0.number() }) {
                let wishes = RefreshWishes(session: session, reader: reader, now: now, least: bounds.asked)
                _ = try wishes.make(only?.map(\.rawValue), reason: reason)
            }
        }
    }

    /// One of the workers: asks one channel after the other while any may be asked.
    private func work(_ only: [ChannelID]?, _ tally: Tally) async {
        while !Task.isCancelled {
            do {
                guard let claim = try await claim(only) else { return }
                try await ask(claim, tally)
            } catch {
                await tally.stop(LibraryError(error))
                return
            }
        }
    }

    private func claim(_ only: [ChannelID]?) async throws(LibraryError) -> Claim? {
        let now = library.house.now()
        let claim = try await library.house.store.write { [bounds] session in
            try Claiming(session: session, now: now, bounds: bounds, only: only?.map(\.rawValue)).next()
        }
        if claim != nil { library.house.pulse.beat() }
        return claim
    }

    private func ask(_ claim: Claim, _ tally: Tally) async throws(LibraryError) {
        let id = ChannelID(rawValue: claim.channel)
        report(.asking(id, title: claim.title))
        let started = ContinuousClock.now
        let answer = await answer(of: claim)
        guard !Task.isCancelled else { return release(claim) }
        let outcome: Outcome
        do { outcome = try await record(answer, of: claim, took: started.duration(to: .now)) } catch {
            release(claim)
            throw error
        }
        await tally.add(outcome, title: claim.title)
        let new = if case .answered(let new, _) = outcome { new } else { 0 }
        report(.finished(id, title: claim.title, new: new, outcome: outcome.code, words: outcome.words))
    }

    private func answer(of claim: Claim) async -> Result<ChannelAnswer, SourceError> {
        guard let source = catalog.source(of: claim.kind, at: claim.site) else {
            return .failure(.notAllowed(why: "this version does not know the kind “\(claim.kind.rawValue)”"))
        }
        let request = ChannelRequest(address: claim.address, reason: claim.reason, memory: claim.memory)
        do { return .success(try await source.stories(in: request)) } catch { return .failure(error) }
    }

    private func record(
        _ answer: Result<ChannelAnswer, SourceError>, of claim: Claim, took: Duration
    ) async throws(LibraryError) -> Outcome {
        let now = library.house.now()
        var stories: [PreparedStory] = []
        if case .success(let answer) = answer {
            for story in answer.stories ?? [] { stories.append(try PreparedStory(story, now: now)) }
        }
        let jitter = Double.random(in: 0..<1)
        return try await library.house.change { [bounds, stories] session in
            let record = RefreshRecord(
                session: session, claim: claim, bounds: bounds, now: now, took: took, jitter: jitter)
            switch answer {
            case .success(let answer): return try record.answered(answer, stories: stories)
            case .failure(let error): return try record.failed(error)
            }
        }
    }

    /// What was interrupted is as due as before. Not awaited, since a cancelled task could not.
    private func release(_ claim: Claim) {
        do { try library.house.store.writeNow { try Claiming.release(claim, $0) } } catch {
            // The claim runs out by itself.
            return
        }
        library.house.pulse.beat()
    }

    private func pause(_ fixed: Duration?, orUntil changes: AsyncStream<Int64>?) async {
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
            return min(Self.longestPause, max(.milliseconds(100), .milliseconds(due - now)))
        } catch { return Self.longestPause }
    }
}
