public import Foundation
public import News
import URLs

/// The result of a request that tries the key of a keyed API.
public enum APIKeyTrial: Sendable, Equatable {
    /// A successful request, with the number of new stories.
    case works(new: Int)
    /// A failed request; `retryAt` is the time of the next automatic attempt, if known.
    case failed(FetchFailure, retryAt: Date?)
    /// No request was sent, because the plan has none left until the given time.
    case planSpent(until: Date)
    /// No request was sent, because no channel of the edition reads from this service.
    case nothingToFetch
}

extension NewsLibrary {
    /// Fetches one channel of an edition from a service regardless of its schedule, and stores its stories. The trial
    /// uses one request of the plan. If the key works, channels that failed for want of a key are queued for a fetch
    /// too.
    public func tryKey(
        of service: KeyedAPIAddress, in edition: EditionID, for reader: ReaderID
    ) async throws(LibraryError) -> APIKeyTrial {
        let lastLogID = try await context.database.read { try ConcurrentRefreshes.currentLogID($0) }
        var channels = try await channels(of: service, in: edition, for: reader)
        if channels.isEmpty {
            // An edition that was never opened has no channels yet.
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
        // The host requested a pause, or another process is about to fetch the channel.
        return .failed(known?.failure ?? FetchFailure(code: .busy), retryAt: known?.nextTryAt)
    }

    private func channels(
        of service: KeyedAPIAddress, in edition: EditionID, for reader: ReaderID
    ) async throws(LibraryError) -> [Subscription] {
        try await editions.sections(of: edition, for: reader).flatMap(\.channels).filter {
            $0.kind == service.kind && $0.address.origin == service.site.origin
        }
    }

    /// Fetches the channel and returns the outcome; nil if it was not fetched within 30 seconds. A fetch that a running
    /// server makes meanwhile counts as the trial, so that the trial costs one request.
    private func fetchNow(
        _ channel: ChannelID, since lastLogID: Int64
    ) async throws(LibraryError) -> RefreshOutcome? {
        if let outcome = try await concurrentOutcome(of: channel, since: lastLogID).outcome { return outcome }
        let now = context.now()
        // Other processes are not notified before the fetch begins, because a running server could fetch the channel
        // first.
        _ = try await context.database.write(.refetchable) { transaction in
            try transaction.run(
                """
                update channel set due_at = ?, due_reason = ? where id = ? and claimed_until <= ?
                  and coalesce(backoff_until, 0) <= ?
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

    /// Returns the latest outcome in the log, whichever process fetched it, and true if a fetch is in progress.
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
