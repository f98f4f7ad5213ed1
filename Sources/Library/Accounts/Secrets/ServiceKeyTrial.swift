public import Foundation
public import News
import URLs

/// What came of the request that tried a service's key.
public enum ServiceKeyTrial: Sendable, Equatable {
    /// With how many new stories.
    case works(new: Int)
    /// - Parameter retryAt: when it is tried again by itself, if known.
    case failed(FetchFailure, retryAt: Date?)
    /// The plan has no request left at present, so none was sent.
    case planSpent(until: Date)
    /// Nothing of the service is read yet.
    case nothingToFetch
}

extension NewsLibrary {
    /// Fetches one list of an edition from a service, whenever it was last fetched, and stores its stories. One request of
    /// the plan. If the key works, lists that failed for want of it are fetched soon as well.
    public func tryKey(
        of service: ServiceAddress, in edition: EditionID, for reader: ReaderID
    ) async throws(LibraryError) -> ServiceKeyTrial {
        let lastLogID = try await context.database.read { try ConcurrentRefreshes.currentLogID($0) }
        var channels = try await channels(of: service, in: edition, for: reader)
        if channels.isEmpty {
            // An edition that was never opened.
            try await editions.refreshIfStale(edition, for: reader)
            channels = try await self.channels(of: service, in: edition, for: reader)
        }
        guard let channel = channels.first else { return .nothingToFetch }
        if let until = try await requestBudgets.status(of: service.site).nextRequestAt {
            return .planSpent(until: until)
        }
        let outcome = try await fetchNow(channel.id, since: lastLogID)
        if case .succeeded(let new, _) = outcome {
            let refused = channels.filter { $0.id != channel.id && $0.health.lastError == .keyNeeded }.map(\.id)
            if !refused.isEmpty {
                _ = try await refreshing.requestRefresh(
                    refused, reason: .manual, for: reader, minimumInterval: .zero)
            }
            return .works(new: new)
        }
        let known = try await refreshing.failures(for: reader, of: edition).channels.first { $0.id == channel.id }
        if case .failed(let failure) = outcome { return .failed(failure, retryAt: known?.nextTryAt) }
        // Its host asked us to wait, or another process is about to fetch it.
        return .failed(known?.failure ?? FetchFailure(code: .busy), retryAt: known?.nextTryAt)
    }

    private func channels(
        of service: ServiceAddress, in edition: EditionID, for reader: ReaderID
    ) async throws(LibraryError) -> [Subscription] {
        try await editions.sections(of: edition, for: reader).flatMap(\.channels).filter {
            $0.kind == service.kind && $0.address.origin == service.site.origin
        }
    }

    /// Nil if it could not be fetched. What a running server fetches meanwhile is the trial, so that it costs one request.
    private func fetchNow(
        _ channel: ChannelID, since lastLogID: Int64
    ) async throws(LibraryError) -> RefreshOutcome? {
        if let outcome = try await concurrentOutcome(of: channel, since: lastLogID).outcome { return outcome }
        let now = context.now()
        // Nobody is notified before the round has begun, or a running server could have fetched it by then.
        _ = try await context.database.write(.refetchable) { transaction in
            try transaction.run(
                """
                update channel set due_at = ?, due_for = ? where id = ? and claimed_until <= ?
                  and coalesce(wait_until, 0) <= ?
                """,
                [
                    .date(now), .text(RefreshReason.manual.rawValue), .number(channel.rawValue), .date(now), .date(now),
                ])
        }
        let summary = await Refresher(library: self).runOnce(only: [channel], awaitsAll: true)
        if let error = summary.error { throw error }
        let deadline = ContinuousClock.now + .seconds(30)
        while !Task.isCancelled, ContinuousClock.now < deadline {
            let changes = changes()
            let (outcome, isLeased) = try await concurrentOutcome(of: channel, since: lastLogID)
            if outcome != nil || !isLeased { return outcome }
            await ChangeNotifier.wait(.seconds(1), orUntil: changes)
        }
        return nil
    }

    /// The latest outcome in the log, whoever fetched it, and whether it is being fetched.
    private func concurrentOutcome(
        of channel: ChannelID, since lastLogID: Int64
    ) async throws(LibraryError) -> (outcome: RefreshOutcome?, isLeased: Bool) {
        let now = context.now()
        return try await context.database.read { transaction in
            let refreshes = ConcurrentRefreshes(transaction: transaction, now: now, lastLogID: lastLogID)
            return (
                outcome: try refreshes.refreshes(of: [channel.rawValue]).last?.outcome,
                isLeased: try transaction.exists(
                    "select 1 from channel where id = ? and claimed_until > ?",
                    [.number(channel.rawValue), .date(now)])
            )
        }
    }
}
