import Foundation
public import News

extension Refresher {
    /// Fetches each due channel once.
    /// - Parameters:
    ///   - only: the channels; nil for all.
    ///   - reason: any reason but `.due` makes channels due first, within limits.
    ///   - awaitsAll: true to also await and count channels leased elsewhere, for a person who waits.
    @discardableResult
    public func runOnce(
        only: [ChannelID]? = nil, reason: RefreshReason = .due, awaitsAll: Bool = false
    ) async -> RefreshSummary {
        let counter = RefreshCounter()
        do {
            let round = try await startRound(only, reason, awaitsAll: awaitsAll)
            if !round.due.isEmpty {
                report(.started(total: round.due.count))
                await fetchDue(round, counter, maxConcurrent: min(Self.maxConcurrent, round.due.count))
                if awaitsAll { try await awaitConcurrentRefreshes(round, counter) }
            }
            if awaitsAll { await counter.addSkipped(try await skippedChannels(round)) }
        } catch { await counter.recordError(error) }
        return await counter.summary
    }

    /// Makes channels due, and reads the due channels before another worker leases any.
    private func startRound(
        _ only: [ChannelID]?, _ reason: RefreshReason, awaitsAll: Bool
    ) async throws(LibraryError) -> ManualRefresh {
        let now = context.now()
        let work = { @Sendable [policy] (transaction: Transaction) throws -> ManualRefresh in
            if reason != .due {
                for reader in try transaction.numbers("select id from reader") {
                    let requester = DueMarker(
                        transaction: transaction, reader: reader, now: now, minimumInterval: policy.manualMinimum)
                    _ = try requester.request(only?.map(\.rawValue), reason: reason)
                }
            }
            let queue = DueChannelQueue(
                transaction: transaction, now: now, policy: policy, channels: only?.map(\.rawValue))
            if awaitsAll { try queue.makeDueNow() }
            return ManualRefresh(
                only: only, startedAt: now, lastLogID: try ConcurrentRefreshes.currentLogID(transaction),
                due: Set(try queue.dueChannels()))
        }
        if reason == .due, !awaitsAll { return try await context.database.read(work) }
        return try await context.writeAndNotify(.refetchable, work)
    }

    /// Waits for channels that are fetched elsewhere, and fetches those that remain.
    private func awaitConcurrentRefreshes(_ round: ManualRefresh, _ counter: RefreshCounter) async throws(LibraryError)
    {
        // Another process may have died with a lease.
        let deadline = ContinuousClock.now + min(policy.leaseDuration, Self.maxPause)
        while !Task.isCancelled, ContinuousClock.now < deadline {
            let changes = library.changes()
            let rest = round.due.subtracting(await counter.counted)
            guard !rest.isEmpty else { return }
            let (refreshes, pending) = try await context.database.read {
                [now = context.now()] transaction in
                let others = ConcurrentRefreshes(transaction: transaction, now: now, lastLogID: round.lastLogID)
                return (try others.refreshes(of: rest), try others.pending(rest, by: round.startedAt))
            }
            for refresh in refreshes where await counter.add(refresh) { report(.finished(refresh)) }
            if pending.subtracting(await counter.counted).isEmpty { return }
            await fetchDue(round, counter, maxConcurrent: 1)
            await ChangeNotifier.wait(.seconds(1), orUntil: changes)
        }
    }

    private func skippedChannels(_ round: ManualRefresh) async throws(LibraryError) -> SkippedChannelCounts {
        let now = context.now()
        return try await context.database.read { transaction in
            try SkippedChannelCounts(transaction, now: now, only: round.only?.map(\.rawValue))
        }
    }
}

/// A round of refreshes that a command or a person requested.
struct ManualRefresh: Sendable {
    /// The channels of the round; nil for all.
    var only: [ChannelID]?
    /// The start of the round; channels that become due later belong to the next round.
    var startedAt: Date
    /// The newest log ID at the start.
    var lastLogID: Int64
    /// The channels that were due at the start.
    var due: Set<Int64>
}

/// Reads results of a round's channels that other workers leased, for manual refreshes.
struct ConcurrentRefreshes {
    let transaction: Transaction
    let now: Date
    /// The newest log ID at the start of the round.
    let lastLogID: Int64

    static func currentLogID(_ transaction: Transaction) throws -> Int64 {
        try transaction.number("select max(id) from refresh_log") ?? 0
    }

    func refreshes(of channels: Set<Int64>) throws -> [ChannelRefresh] {
        try transaction.all(
            """
            select l.channel_id, c.title, \(RefreshLogEntry.columns)
            from refresh_log l join channel c on c.id = l.channel_id
            where l.id > ? and l.reason is not null and l.outcome <> '\(RefreshLogEntry.skippedCode)' order by l.id
            """, [.number(lastLogID)]
        ) { row -> ChannelRefresh? in
            guard case .refreshed(let outcome) = RefreshLogEntry(row).event else { return nil }
            return ChannelRefresh(
                channel: ChannelID(rawValue: row.number("channel_id")), title: row.text("title"), outcome: outcome)
        }.compactMap(\.self).filter { channels.contains($0.channel.rawValue) }
    }

    /// Returns the channels that are leased or still due, such as those whose host is busy.
    func pending(_ channels: Set<Int64>, by: Date) throws -> Set<Int64> {
        Set(
            try transaction.numbers(
                "select id from channel where claimed_until > ? or due_at <= ?", [.date(now), .date(by)])
        ).intersection(channels)
    }
}

/// The numbers of channels that a manual round did not fetch.
struct SkippedChannelCounts: Sendable {
    var waiting: Int
    /// The number of new channels that are not due yet.
    var notYetFetched: Int
    var notYetFetchedUntil: Date?

    /// - Parameter only: the channels; nil for all subscribed ones.
    init(_ transaction: Transaction, now: Date, only: [Int64]?) throws {
        let these = only.map { " and c.id in (" + $0.map(String.init).joined(separator: ", ") + ")" } ?? ""
        let found = try transaction.first(
            """
            select coalesce(sum(case when c.backoff_until > ? then 1 else 0 end), 0) as waiting,
              coalesce(sum(case when c.last_attempt_at is null and c.due_at > ? and coalesce(c.backoff_until, 0) <= ?
                then 1 else 0 end), 0) as not_yet_fetched,
              max(case when c.last_attempt_at is null then c.due_at end) as not_yet_fetched_until
            from channel c where c.state <> '\(ChannelHealthState.gone.rawValue)'\(these)
              and exists (select 1 from subscription u where u.channel_id = c.id)
            """, [.date(now), .date(now), .date(now)]
        ) {
            (
                waiting: $0.int("waiting"), notYetFetched: $0.int("not_yet_fetched"),
                until: $0.optionalDate("not_yet_fetched_until")
            )
        }
        waiting = found?.waiting ?? 0
        notYetFetched = found?.notYetFetched ?? 0
        notYetFetchedUntil = notYetFetched > 0 ? found?.until : nil
    }
}
