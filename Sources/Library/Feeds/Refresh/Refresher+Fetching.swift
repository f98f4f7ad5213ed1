import Foundation
import News

extension Refresher {
    /// Fetches the channels of one host one after the other.
    func fetch(_ group: [LeasedChannel], _ run: RefreshLoopState) async throws(LibraryError) {
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
                guard try await fetch(&leased, before: rest, run) else { return }
            } catch {
                end(leased)
                rollBack(rest)
                throw error
            }
        }
    }

    /// Fetches a channel; returns false if the rest, whose leases were rolled back, must not be fetched now.
    private func fetch(_ leased: inout LeasedChannel, before rest: [LeasedChannel], _ run: RefreshLoopState)
        async throws(LibraryError) -> Bool
    {
        let started = ContinuousClock.now
        let channel = leased.channel
        let (fetched, lease) = await context.withExtendedLease(leased.lease, under: .refresh(policy)) {
            await self.response(of: channel)
        }
        leased.lease = lease
        let download = fetched.downloadedPack
        // Downloading a pack, and then storing its media, may take longer than a lease lasts.
        guard try await renew(&leased, for: download) else { return true }
        let loader = DownloadedPackLoader(context: context, channel: leased.channel)
        let (response, pack) = try await loader.load(fetched)
        guard try await renew(&leased, for: download) else { return true }
        guard !Task.isCancelled else {
            end(leased)
            rollBack(rest)
            return false
        }
        let result = try UnstoredRefreshResult(
            response, to: leased, at: context.now(), duration: started.duration(to: .now), jitter: jitter(), pack: pack)
        if result.canBatch {
            try await store(await run.batcher.add(result), run)
        } else {
            try await store(result, rollingBack: result.isBusy ? rest : [], run)
        }
        // A download that was not stored stays for the next fetch.
        download?.remove()
        return !result.isBusy
    }

    /// Renews the lease of a downloaded pack; returns false if another process has the channel now. A cancelled fetch
    /// stores nothing and renews nothing.
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

    /// Renews leases that have waited, as a request counts from before it is sent (decision 8). The result lacks
    /// channels that another process has taken.
    private func renewedLeases(_ leased: [LeasedChannel]) async throws(LibraryError) -> [LeasedChannel] {
        let now = context.now()
        guard let first = leased.first,
            now.timeIntervalSince(first.lease.leasedAt) > DueChannelQueue.renewalThreshold(policy).seconds
        else { return leased }
        return try await context.database.write(.refetchable) { [policy] transaction in
            try DueChannelQueue(transaction: transaction, now: now, policy: policy, channels: nil).renew(leased)
        }
    }

    // MARK: Ending leases

    /// Ends a lease whose request may have been sent.
    func end(_ leased: LeasedChannel) { context.finish([leased.lease], FetchLeaseStore.end) }

    /// Ends leases whose requests were not sent.
    func rollBack(_ leased: [LeasedChannel]) { context.finish(leased.map(\.lease), FetchLeaseStore.rollBack) }
}

extension Result<ChannelResponse, SourceError> {
    fileprivate var downloadedPack: DownloadedPack? {
        if case .success(let response) = self { response.pack } else { nil }
    }
}
