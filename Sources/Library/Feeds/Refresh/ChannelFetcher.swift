import Foundation
import News

/// Fetches leased channels and stores the results.
struct ChannelFetcher: Sendable {
    let context: LibraryContext
    let catalog: SourceCatalog
    let policy: PollingPolicy
    let jitter: @Sendable () -> Double
    let report: @Sendable (RefreshEvent) -> Void
    let batcher = WriteBatcher()

    // MARK: Fetching

    /// Fetches one host's channels one after the other.
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

    /// False if the rest, rolled back, must not be fetched now.
    private func fetch(_ lease: ChannelLease, before rest: [ChannelLease], _ counter: RefreshCounter)
        async throws(LibraryError) -> Bool
    {
        report(.fetching(ChannelID(rawValue: lease.channel), title: lease.title))
        let started = ContinuousClock.now
        let response = await response(of: lease)
        guard !Task.isCancelled else {
            release(lease)
            rollBack(rest)
            return false
        }
        let result = try PendingResult(
            response, to: lease, at: context.now(), duration: started.duration(to: .now), jitter: jitter())
        guard result.canBatch else {
            try await write(result, rollingBack: result.isBusy ? rest : [], counter)
            return !result.isBusy
        }
        try await write(await batcher.add(result), counter)
        return true
    }

    private func response(of lease: ChannelLease) async -> Result<ChannelResponse, SourceError> {
        guard let source = catalog.source(of: lease.kind, at: lease.site) else {
            return .failure(.notAllowed(FailureCause(.unknownKind(lease.kind.rawValue), at: lease.title)))
        }
        let request = ChannelRequest(
            address: lease.address, reason: lease.reason, sourceState: lease.sourceState, title: lease.title)
        do { return .success(try await source.stories(in: request)) } catch { return .failure(error) }
    }

    /// A request counts from before it is sent (decision 8), so leases that waited are renewed; channels taken by
    /// another process are left to it.
    private func renewedLeases(_ leases: [ChannelLease]) async throws(LibraryError) -> [ChannelLease] {
        let now = context.now()
        guard let first = leases.first,
            now.milliseconds - first.leasedAt > DueChannelQueue.renewalThreshold(policy).milliseconds
        else {
            return leases
        }
        return try await context.database.write(.refetchable) { [policy] transaction in
            try DueChannelQueue(transaction: transaction, now: now, policy: policy, channels: nil).renew(leases)
        }
    }

    // MARK: Storing results

    func runPeriodicFlush(_ counter: RefreshCounter) async {
        for await _ in batcher.batchStarted {
            // Cancelled: the canceller flushes the rest.
            do { try await Task.sleep(for: WriteBatcher.maxDelay) } catch { return }
            await flush(counter)
        }
    }

    /// Writes pending results, also after cancellation.
    func flush(_ counter: RefreshCounter) async {
        do { try await write(await batcher.drain(), counter) } catch { await counter.recordError(error) }
    }

    private func write(_ batch: [PendingResult], _ counter: RefreshCounter) async throws(LibraryError) {
        guard !batch.isEmpty else { return }
        let outcomes: [RefreshOutcome]
        do { outcomes = try await recordBatch(batch) } catch {
            for result in batch { release(result.lease) }
            throw error
        }
        for (result, outcome) in zip(batch, outcomes) { await reportOutcome(outcome, of: result.lease, counter) }
    }

    private func recordBatch(_ batch: [PendingResult]) async throws(LibraryError) -> [RefreshOutcome] {
        let work = { @Sendable [policy] (transaction: Transaction) throws -> [RefreshOutcome] in
            try batch.map { try $0.record(transaction, policy: policy) }
        }
        do { return try await context.writeAndNotify(.refetchable, work) } catch {
            guard Task.isCancelled else { throw error }
            // Cancelled tasks cannot await.
            let outcomes = try context.database.writeSync(.refetchable, work)
            context.notifier.notify()
            return outcomes
        }
    }

    private func write(_ result: PendingResult, rollingBack rest: [ChannelLease], _ counter: RefreshCounter)
        async throws(LibraryError)
    {
        let outcome = try await context.writeAndNotify(.refetchable) { [policy] transaction in
            for lease in rest { try DueChannelQueue.rollBack(lease, transaction) }
            return try result.record(transaction, policy: policy)
        }
        await reportOutcome(outcome, of: result.lease, counter)
    }

    private func reportOutcome(_ outcome: RefreshOutcome, of lease: ChannelLease, _ counter: RefreshCounter) async {
        await counter.add(outcome, channel: lease.channel, title: lease.title)
        let new = if case .succeeded(let new, _) = outcome { new } else { 0 }
        report(
            .finished(
                ChannelID(rawValue: lease.channel), title: lease.title, new: new, outcome: outcome.code,
                message: outcome.message))
    }

    // MARK: Ending leases

    /// Ends a lease whose request may have been sent. Synchronous: cancelled tasks cannot await.
    private func release(_ lease: ChannelLease) { endLeases([lease], DueChannelQueue.release) }

    /// Ends leases whose requests were not sent.
    func rollBack(_ leases: [ChannelLease]) { endLeases(leases, DueChannelQueue.rollBack) }

    private func endLeases(_ leases: [ChannelLease], _ end: @Sendable (ChannelLease, Transaction) throws -> Void) {
        guard !leases.isEmpty else { return }
        do {
            try context.database.writeSync(.refetchable) { transaction in
                for lease in leases { try end(lease, transaction) }
            }
        } catch {
            // The leases expire by themselves.
            return
        }
        context.notifier.notify()
    }
}
