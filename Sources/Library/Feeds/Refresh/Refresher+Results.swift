import News

extension Refresher {
    func flushPeriodically(_ run: RefreshLoopState) async {
        for await _ in run.batcher.batchStarted {
            // If the task is cancelled, the canceller flushes the rest.
            do { try await Task.sleep(for: WriteBatcher.maxDelay) } catch { return }
            await flush(run)
        }
    }

    /// Writes pending results, also after cancellation.
    func flush(_ run: RefreshLoopState) async {
        do { try await store(await run.batcher.drain(), run) } catch { await run.counter.recordError(error) }
    }

    func store(_ batch: [UnstoredRefreshResult], _ run: RefreshLoopState) async throws(LibraryError) {
        guard !batch.isEmpty else { return }
        let outcomes: [RefreshOutcome]
        do { outcomes = try await recordBatch(batch) } catch {
            for result in batch { end(result.leased) }
            throw error
        }
        for (result, outcome) in zip(batch, outcomes) {
            await reportOutcome(outcome, of: result.leased.channel, run)
        }
    }

    private func recordBatch(_ batch: [UnstoredRefreshResult]) async throws(LibraryError) -> [RefreshOutcome] {
        let work = { @Sendable [context] (transaction: Transaction) throws -> [RefreshOutcome] in
            try batch.map { try RefreshResultWriter(transaction, context, $0).record() }
        }
        do { return try await context.writeAndNotify(.refetchable, work) } catch {
            guard Task.isCancelled else { throw error }
            // Cancelled tasks cannot await.
            let outcomes = try context.database.writeSync(.refetchable, work)
            context.notifier.notify()
            return outcomes
        }
    }

    func store(_ result: UnstoredRefreshResult, rollingBack rest: [LeasedChannel], _ run: RefreshLoopState)
        async throws(LibraryError)
    {
        // Media of the previous version are removed, so the new version must be durable.
        let durability: Durability = result.pack == nil ? .refetchable : .readerAction
        let result = try await storingOldest(result)
        let outcome = try await context.writeAndNotify(durability) { [context] transaction in
            for waiting in rest { try FetchLeaseStore.rollBack(waiting.lease, transaction) }
            return try RefreshResultWriter(transaction, context, result).record()
        }
        if result.pack != nil { try await context.removeOrphanedMedia() }
        await reportOutcome(outcome, of: result.leased.channel, run)
    }

    /// Stores the stories that a hub sent.
    func storePushed(_ result: UnstoredRefreshResult) async throws(LibraryError) {
        let result = try await storingOldest(result)
        _ = try await context.writeAndNotify(.refetchable) { [context] transaction in
            try RefreshResultWriter(transaction, context, result).recordPushed()
        }
    }

    /// Stores the oldest stories of a large result; returns the rest for the last transaction.
    private func storingOldest(_ result: UnstoredRefreshResult) async throws(LibraryError) -> UnstoredRefreshResult {
        var (rest, previous) = (result, result)
        while let stories = rest.takeOldest() {
            let imported = try await context.database.write(.refetchable) { [context, previous] transaction in
                try RefreshResultWriter(transaction, context, previous).importStories(stories)
            }
            rest.imported = rest.imported + imported
            rest.hasFollowedKeys = true
            previous = rest
        }
        return rest
    }

    private func reportOutcome(_ outcome: RefreshOutcome, of channel: DueChannel, _ run: RefreshLoopState) async {
        let refresh = ChannelRefresh(channel: ChannelID(rawValue: channel.id), title: channel.title, outcome: outcome)
        await run.counter.add(refresh)
        report(.finished(refresh))
    }
}
