import Foundation
import News

/// Fetches leased channels and stores the results.
struct ChannelFetcher: Sendable {
    let context: LibraryContext
    let jitter: @Sendable () -> Double
    let report: @Sendable (RefreshEvent) -> Void
    let batcher = WriteBatcher()

    private var policy: PollingPolicy { context.pollingPolicy }

    // MARK: Fetching

    /// Fetches one host's channels one after the other.
    func fetch(_ group: [LeasedChannel], _ counter: RefreshCounter) async throws(LibraryError) {
        var rest = group
        while !rest.isEmpty {
            guard !Task.isCancelled else { return rollBack(rest) }
            do { rest = try await renewedLeases(rest) } catch {
                rollBack(rest)
                throw error
            }
            guard !rest.isEmpty else { return }
            var leased = rest.removeFirst()
            do {
                guard try await fetch(&leased, before: rest, counter) else { return }
            } catch {
                end(leased)
                rollBack(rest)
                throw error
            }
        }
    }

    /// False if the rest, rolled back, must not be fetched now.
    private func fetch(_ leased: inout LeasedChannel, before rest: [LeasedChannel], _ counter: RefreshCounter)
        async throws(LibraryError) -> Bool
    {
        let started = ContinuousClock.now
        let fetched = await response(of: leased.channel)
        let download = fetched.downloadedPack
        // A download, and then storing its media, may take longer than a lease lasts.
        guard try await renew(&leased, for: download) else { return true }
        let (response, pack) = try await DownloadedPackLoader(context: context, channel: leased.channel).load(fetched)
        guard try await renew(&leased, for: download) else { return true }
        guard !Task.isCancelled else {
            end(leased)
            rollBack(rest)
            return false
        }
        let result = try PendingResult(
            response, to: leased, at: context.now(), duration: started.duration(to: .now), jitter: jitter(), pack: pack)
        if result.canBatch {
            try await write(await batcher.add(result), counter)
        } else {
            try await write(result, rollingBack: result.isBusy ? rest : [], counter)
        }
        // What was not stored is used by the next fetch.
        download?.remove()
        return !result.isBusy
    }

    /// False if another process has the channel now. A cancelled fetch stores nothing, and renews nothing.
    private func renew(_ leased: inout LeasedChannel, for download: DownloadedPack?) async throws(LibraryError) -> Bool
    {
        guard download != nil, !Task.isCancelled else { return true }
        guard let renewed = try await renewedLeases([leased]).first else { return false }
        leased = renewed
        return true
    }

    private func response(of channel: DueChannel) async -> Result<ChannelResponse, SourceError> {
        guard let source = context.sources.source(of: channel.kind, at: channel.site) else {
            return .failure(.notAllowed(FailureCause(.unknownKind(channel.kind.rawValue), at: channel.title)))
        }
        let request = ChannelRequest(
            address: channel.address, reason: channel.reason, sourceState: channel.state.sourceState,
            title: channel.title)
        do { return .success(try await source.stories(in: request)) } catch { return .failure(error) }
    }

    /// A request counts from before it is sent (decision 8), so leases that waited are renewed; channels taken by
    /// another process are left to it.
    private func renewedLeases(_ leased: [LeasedChannel]) async throws(LibraryError) -> [LeasedChannel] {
        let now = context.now()
        guard let first = leased.first,
            now.timeIntervalSince(first.lease.leasedAt) > DueChannelQueue.renewalThreshold(policy).seconds
        else { return leased }
        return try await context.database.write(.refetchable) { [policy] transaction in
            try DueChannelQueue(transaction: transaction, now: now, policy: policy, channels: nil).renew(leased)
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
            for result in batch { end(result.leased) }
            throw error
        }
        for (result, outcome) in zip(batch, outcomes) {
            await reportOutcome(outcome, of: result.leased.channel, counter)
        }
    }

    private func recordBatch(_ batch: [PendingResult]) async throws(LibraryError) -> [RefreshOutcome] {
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

    private func write(_ result: PendingResult, rollingBack rest: [LeasedChannel], _ counter: RefreshCounter)
        async throws(LibraryError)
    {
        // The media of the version before are removed, so the new one must be on disk.
        let durability: Durability = result.pack == nil ? .refetchable : .readerAction
        let outcome = try await context.writeAndNotify(durability) { [context] transaction in
            for waiting in rest { try FetchLeaseStore.rollBack(waiting.lease, transaction) }
            return try RefreshResultWriter(transaction, context, result).record()
        }
        if result.pack != nil { try await context.removeOrphanedMedia() }
        await reportOutcome(outcome, of: result.leased.channel, counter)
    }

    private func reportOutcome(_ outcome: RefreshOutcome, of channel: DueChannel, _ counter: RefreshCounter) async {
        let refresh = ChannelRefresh(channel: ChannelID(rawValue: channel.id), title: channel.title, outcome: outcome)
        await counter.add(refresh)
        report(.finished(refresh))
    }

    // MARK: Ending leases

    /// Ends a lease whose request may have been sent. Synchronous: cancelled tasks cannot await.
    private func end(_ leased: LeasedChannel) { endLeases([leased], FetchLeaseStore.end) }

    /// Ends leases whose requests were not sent.
    func rollBack(_ leased: [LeasedChannel]) { endLeases(leased, FetchLeaseStore.rollBack) }

    private func endLeases(_ leased: [LeasedChannel], _ end: @Sendable (FetchLease, Transaction) throws -> Void) {
        guard !leased.isEmpty else { return }
        do {
            try context.database.writeSync(.refetchable) { transaction in
                for channel in leased { try end(channel.lease, transaction) }
            }
        } catch {
            // The leases expire by themselves.
            return
        }
        context.notifier.notify()
    }
}

/// A response before it is stored.
struct PendingResult: Sendable {
    let leased: LeasedChannel
    var response: Result<ChannelResponse, SourceError>
    var stories: [PreparedStory]
    var receivedAt: Date
    var duration: Duration
    var jitter: Double
    /// The version of a pack that is installed with it; its media are stored.
    var pack: PreparedPack?

    init(
        _ response: Result<ChannelResponse, SourceError>, to leased: LeasedChannel, at now: Date, duration: Duration,
        jitter: Double, pack: PreparedPack? = nil
    ) throws(LibraryError) {
        self.leased = leased
        self.response = response
        receivedAt = now
        self.duration = duration
        self.jitter = jitter
        self.pack = pack
        stories = []
        if case .success(let success) = response {
            for story in success.stories ?? [] { stories.append(try PreparedStory(story, now: now)) }
        }
    }

    /// Stored at once; the host gets no further request.
    var isBusy: Bool {
        if case .failure(.busy) = response { true } else { false }
    }

    /// Nothing visible changed. The request counts even if the process dies (decision 9).
    var canBatch: Bool {
        switch response {
        case .failure: !isBusy
        case .success(let success):
            success.stories == nil && success.channels == nil && success.metadata == nil && success.movedTo == nil
                && pack == nil
                && !leased.channel.hasPendingMove
        }
    }
}

extension Result<ChannelResponse, SourceError> {
    fileprivate var downloadedPack: DownloadedPack? {
        if case .success(let response) = self { response.pack } else { nil }
    }
}

/// Batches results without new stories.
///
/// Invariant: each is drained once; `batchStarted` yields with the first.
actor WriteBatcher {
    private var pending: [PendingResult] = []
    private let continuation: AsyncStream<Void>.Continuation
    nonisolated let batchStarted: AsyncStream<Void>

    static let maxBatchSize = 64
    static let maxDelay: Duration = .milliseconds(250)

    init() {
        (batchStarted, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// All pending results if the batch is full.
    func add(_ result: PendingResult) -> [PendingResult] {
        pending.append(result)
        if pending.count >= Self.maxBatchSize { return drain() }
        if pending.count == 1 { continuation.yield() }
        return []
    }

    func drain() -> [PendingResult] {
        defer { pending = [] }
        return pending
    }
}
