import Foundation
import News

/// Asks channels that were claimed, and writes down what came of it.
struct ChannelFetcher: Sendable {
    let context: LibraryContext
    let catalog: SourceCatalog
    let bounds: PollingPolicy
    let jitter: @Sendable () -> Double
    let report: @Sendable (RefreshEvent) -> Void
    let batcher = WriteBatcher()

    // MARK: Asking

    /// Asks the channels of one host, one after the other.
    func fetch(_ group: [ChannelLease], _ counter: RefreshCounter) async throws(LibraryError) {
        var rest = group
        while !rest.isEmpty {
            guard !Task.isCancelled else { return rollBack(rest) }
            do { rest = try await renewedLeases(rest) } catch {
                rollBack(rest)
                throw error
            }
            guard !rest.isEmpty else { return }
            let lease = rest.removeFirst()
            do {
                guard try await fetch(lease, before: rest, counter) else { return }
            } catch {
                release(lease)
                rollBack(rest)
                throw error
            }
        }
    }

    /// - Returns: false when the rest is not to be asked now, and was given back.
    private func fetch(_ lease: ChannelLease, before rest: [ChannelLease], _ counter: RefreshCounter)
        async throws(LibraryError) -> Bool
    {
        report(.fetching(ChannelID(rawValue: lease.channel), title: lease.title))
        let started = ContinuousClock.now
        let answer = await response(of: lease)
        guard !Task.isCancelled else {
            release(lease)
            rollBack(rest)
            return false
        }
        let answered = try PendingResult(
            answer, to: lease, at: context.now(), duration: started.duration(to: .now), jitter: jitter())
        guard answered.canBatch else {
            try await write(answered, givingBack: answered.isBusy ? rest : [], counter)
            return !answered.isBusy
        }
        try await write(await batcher.add(answered), counter)
        return true
    }

    private func response(of lease: ChannelLease) async -> Result<ChannelResponse, SourceError> {
        guard let source = catalog.source(of: lease.kind, at: lease.site) else {
            return .failure(.notAllowed(why: "this version does not know the kind “\(lease.kind.rawValue)”"))
        }
        let request = ChannelRequest(
            address: lease.address, reason: lease.reason, sourceState: lease.sourceState, title: lease.title)
        do { return .success(try await source.stories(in: request)) } catch { return .failure(error) }
    }

    /// A question counts from the moment before it is sent (decision 8): what has waited for its turn behind slow ones
    /// is claimed anew. What another process has taken since is left to it.
    private func renewedLeases(_ leases: [ChannelLease]) async throws(LibraryError) -> [ChannelLease] {
        let now = context.now()
        guard let first = leases.first,
            now.milliseconds - first.leasedAt > DueChannelQueue.renewalThreshold(bounds).milliseconds
        else {
            return leases
        }
        return try await context.database.write(.refetchable) { [bounds] transaction in
            try DueChannelQueue(transaction: transaction, now: now, bounds: bounds, channels: nil).renew(leases)
        }
    }

    // MARK: Writing down

    /// Writes down what has waited long enough, until the task is cancelled.
    func runPeriodicFlush(_ counter: RefreshCounter) async {
        for await _ in batcher.batchStarted {
            // Cancelled: who cancelled writes the rest down.
            do { try await Task.sleep(for: WriteBatcher.maxDelay) } catch { return }
            await flush(counter)
        }
    }

    /// Writes down whatever waits, also when the task was cancelled.
    func flush(_ counter: RefreshCounter) async {
        do { try await write(await batcher.drain(), counter) } catch { await counter.recordError(error) }
    }

    /// Several answers that brought nothing new, in one transaction.
    private func write(_ batch: [PendingResult], _ counter: RefreshCounter) async throws(LibraryError) {
        guard !batch.isEmpty else { return }
        let outcomes: [RefreshOutcome]
        do { outcomes = try await recordBatch(batch) } catch {
            for answered in batch { release(answered.lease) }
            throw error
        }
        for (answered, outcome) in zip(batch, outcomes) { await reportOutcome(outcome, of: answered.lease, counter) }
    }

    private func recordBatch(_ batch: [PendingResult]) async throws(LibraryError) -> [RefreshOutcome] {
        let work = { @Sendable [bounds] (transaction: Transaction) throws -> [RefreshOutcome] in
            try batch.map { try $0.record(transaction, bounds: bounds) }
        }
        do { return try await context.writeAndNotify(.refetchable, work) } catch {
            guard Task.isCancelled else { throw error }
            // A cancelled task cannot await the database; the answers are kept all the same.
            let outcomes = try context.database.writeSync(.refetchable, work)
            context.notifier.notify()
            return outcomes
        }
    }

    /// One answer with everything it brought, in a transaction of its own.
    private func write(_ answered: PendingResult, givingBack rest: [ChannelLease], _ counter: RefreshCounter)
        async throws(LibraryError)
    {
        let outcome = try await context.writeAndNotify(.refetchable) { [bounds] transaction in
            for lease in rest { try DueChannelQueue.rollBack(lease, transaction) }
            return try answered.record(transaction, bounds: bounds)
        }
        await reportOutcome(outcome, of: answered.lease, counter)
    }

    private func reportOutcome(_ outcome: RefreshOutcome, of lease: ChannelLease, _ counter: RefreshCounter) async {
        await counter.add(outcome, channel: lease.channel, title: lease.title)
        let new = if case .succeeded(let new, _) = outcome { new } else { 0 }
        report(
            .finished(
                ChannelID(rawValue: lease.channel), title: lease.title, new: new, outcome: outcome.code,
                words: outcome.message))
    }

    // MARK: Letting go

    /// A question that may have been sent counts; its channel is free again. Not awaited, since a cancelled task could
    /// not.
    private func release(_ lease: ChannelLease) { endLeases([lease], DueChannelQueue.release) }

    /// What was claimed and certainly not asked is as due as before.
    func rollBack(_ leases: [ChannelLease]) { endLeases(leases, DueChannelQueue.rollBack) }

    private func endLeases(_ leases: [ChannelLease], _ how: @Sendable (ChannelLease, Transaction) throws -> Void) {
        guard !leases.isEmpty else { return }
        do {
            try context.database.writeSync(.refetchable) { transaction in
                for lease in leases { try how(lease, transaction) }
            }
        } catch {
            // The claims run out by themselves.
            return
        }
        context.notifier.notify()
    }
}
