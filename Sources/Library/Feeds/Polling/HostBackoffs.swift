public import Foundation
import Synchronization

/// Hosts' back-offs for the HTTP client: in the database, so that every process honours them.
///
/// A request costs no query: what was read is kept for a second. Invariant: a returned back-off was stored within the
/// last second or recorded by this process.
public final class HostBackoffs: Sendable {
    private struct Cache {
        var readAt: ContinuousClock.Instant?
        var stored: [String: Date] = [:]
        /// Recorded by this process, until the database has been read since: another process may have lifted it.
        var recorded: [String: (end: Date, storedAt: ContinuousClock.Instant?)] = [:]
        var earlier: Earlier?

        func end(of host: String) -> Date? { [stored[host], recorded[host]?.end].compactMap(\.self).max() }

        /// Once the clock is there again.
        func earlierEnd(of host: String, at moment: Date) -> Date? {
            guard let earlier, moment >= earlier.clock else { return nil }
            return earlier.waits[host]
        }
    }

    /// What hosts had asked for by a clock that was ahead of this one. The database has been repaired: if this clock was only
    /// behind, and is set right, what it says is over too soon.
    struct Earlier: Sendable {
        let clock: Date
        var waits: [String: Date]
    }

    private let database: LibraryDatabase
    private let notifier: ChangeNotifier
    private let now: @Sendable () -> Date
    private let policy: PollingPolicy
    private let cache = Mutex(Cache())
    private static let cacheLifetime = Duration.seconds(1)

    init(
        database: LibraryDatabase, notifier: ChangeNotifier, now: @escaping @Sendable () -> Date, policy: PollingPolicy
    ) {
        self.database = database
        self.notifier = notifier
        self.now = now
        self.policy = policy
    }

    /// Until when a host must be left alone (port unless default); nil outside a back-off. Database errors are reported
    /// elsewhere, and the fetcher keeps back-offs too.
    public func end(of host: String) async -> Date? {
        let isFresh = cache.withLock { cache in cache.readAt.map { .now - $0 < Self.cacheLifetime } ?? false }
        if !isFresh { await refreshCache() }
        let moment = now()
        return cache.withLock { cache in
            let ends = [cache.end(of: host), cache.earlierEnd(of: host, at: moment)]
            return ends.compactMap(\.self).filter { $0 > moment }.max()
        }
    }

    /// Records a host's back-off.
    public func record(_ host: String, until retryAt: Date) async {
        let (moment, policy) = (now(), policy)
        let end = min(retryAt, moment.addingTimeInterval(HostBackoffTable.maxBackoff))
        cache.withLock { cache in cache.recorded[host] = (max(end, cache.end(of: host) ?? end), nil) }
        do {
            try await database.write(.refetchable) { transaction in
                try HostBackoffTable(transaction: transaction, now: moment, policy: policy)
                    .recordBackoff(host, until: end)
            }
            let storedAt = ContinuousClock.now
            cache.withLock { cache in cache.recorded[host]?.storedAt = storedAt }
            notifier.notify()
        } catch { return }
    }

    /// Forgets a host's back-off, which the database no longer has.
    func forget(_ host: String) {
        cache.withLock { cache in
            (cache.readAt, cache.stored[host], cache.recorded[host]) = (nil, nil, nil)
            cache.earlier?.waits[host] = nil
        }
    }

    /// Forgets what was read and recorded: the clock was set back. The database says what holds.
    func reset() { cache.withLock { $0 = Cache(earlier: $0.earlier) } }

    func keep(_ earlier: Earlier) { cache.withLock { $0.earlier = earlier } }

    private func refreshCache() async {
        let (moment, policy, readAt) = (now(), policy, ContinuousClock.now)
        do {
            let stored = try await database.read { transaction in
                try HostBackoffTable(transaction: transaction, now: moment, policy: policy).all()
            }
            cache.withLock { cache in
                // What was stored before the read is in it, unless it was lifted.
                cache.recorded = cache.recorded.filter { _, own in
                    own.end > moment && own.storedAt.map { $0 >= readAt } ?? true
                }
                (cache.readAt, cache.stored) = (readAt, stored)
            }
        } catch { return }
    }
}

/// Back-off per host (Retry-After), for everything fetched from it; survives restarts and covers later channels.
struct HostBackoffTable {
    let transaction: Transaction
    let now: Date
    let policy: PollingPolicy

    /// Seconds; an erroneous Retry-After must not block for ever.
    static let maxBackoff: TimeInterval = 7 * 86400

    /// Nil outside a back-off.
    func waitUntil(_ host: String) throws -> Date? {
        try transaction.date(
            "select wait_until from host_backoff where host = ? and wait_until > ?", [.text(host), .date(now)])
    }

    func all() throws -> [String: Date] {
        let waits = try transaction.all(
            "select host, wait_until from host_backoff where wait_until > ?", [.date(now)]
        ) { ($0.text("host"), $0.date("wait_until")) }
        return Dictionary(waits) { $1 }
    }

    /// - Parameter requester: the channel that received it, recorded elsewhere.
    func recordBackoff(_ host: String, until retryAt: Date, requester: Int64? = nil) throws {
        let until = min(retryAt, now.addingTimeInterval(Self.maxBackoff))
        guard until > now else { return }
        try transaction.run("delete from host_backoff where wait_until <= ?", [.date(now)])
        try transaction.run(
            """
            insert into host_backoff (host, wait_until) values (?, ?)
            on conflict (host) do update set wait_until = excluded.wait_until
              where excluded.wait_until > host_backoff.wait_until
            """, [.text(host), .date(until)])
        try transaction.run(
            "update channel set wait_until = ? where host = ? and coalesce(wait_until, 0) < ?",
            [.date(until), .text(host), .date(until)])
        try postponeChannels(host, until: until, requester: requester)
    }

    /// Ends a host's back-off; its channels are due.
    func lift(_ host: String) throws {
        try transaction.run("delete from host_backoff where host = ?", [.text(host)])
        try transaction.run(
            "update channel set wait_until = null, due_at = ? where host = ? and wait_until > ?",
            [.date(now), .text(host), .date(now)])
    }

    /// Spreads postponed channels afterwards.
    private func postponeChannels(_ host: String, until: Date, requester: Int64?) throws {
        let skipped = try transaction.numbers(
            """
            select id from channel where host = ? and id <> ? and due_at < ? and claimed_until <= ? order by due_at
            """, [.text(host), .number(requester ?? 0), .date(until), .date(now)])
        let step = min(10, Double(policy.minimum.milliseconds) / 100_000)
        for (index, channel) in skipped.enumerated() {
            try RefreshLog(transaction: transaction, channel: channel).appendSkipped(nil, at: now, because: .hostBusy)
            try transaction.run(
                "update channel set due_at = ?, reason = ? where id = ?",
                [
                    .date(until.addingTimeInterval(Double(index) * step)), .text(PollingReason.hostBusy.rawValue),
                    .number(channel),
                ])
        }
    }
}
