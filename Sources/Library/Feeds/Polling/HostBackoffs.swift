public import Foundation
import Synchronization

/// The back-offs of hosts for the HTTP client, stored in the database so that every process honours them.
///
/// A request costs no query, as stored back-offs are cached for a second. Invariant: a returned back-off was stored
/// within the last second or recorded by this process.
public final class HostBackoffs: Sendable {
    private struct Cache {
        var readAt: ContinuousClock.Instant?
        var stored: [String: Date] = [:]
        /// The back-offs that this process recorded, kept until the database is read again, as another process may have
        /// lifted them.
        var recorded: [String: (end: Date, storedAt: ContinuousClock.Instant?)] = [:]
        var earlier: Earlier?

        func end(of host: String) -> Date? { [stored[host], recorded[host]?.end].compactMap(\.self).max() }

        /// Returns the end of an earlier back-off, once the clock is as late as the earlier clock was.
        func earlierEnd(of host: String, at moment: Date) -> Date? {
            guard let earlier, moment >= earlier.clock else { return nil }
            return earlier.waits[host]
        }
    }

    /// Back-offs that were recorded by a clock ahead of the present one. The repair of the database shifts them to the
    /// present clock; if that clock was only behind and is set right later, the shifted back-offs would end too soon.
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

    /// Returns the end of a host's back-off; nil outside one. The host includes the port unless it is the default.
    /// Database errors are reported elsewhere, and the fetcher keeps back-offs too.
    public func end(of host: String) async -> Date? {
        let isFresh = cache.withLock { cache in cache.readAt.map { .now - $0 < Self.cacheLifetime } ?? false }
        if !isFresh { await refreshCache() }
        let moment = now()
        return cache.withLock { cache in
            let ends = [cache.end(of: host), cache.earlierEnd(of: host, at: moment)]
            return ends.compactMap(\.self).filter { $0 > moment }.max()
        }
    }

    /// Records a host's back-off, at most `PollingPolicy.maxBackoff` long.
    public func record(_ host: String, until retryAt: Date) async {
        let (moment, policy) = (now(), policy)
        let end = min(retryAt, moment.addingTimeInterval(policy.maxBackoff.seconds))
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

    /// Forgets cached and recorded back-offs after the clock was set back; the database is read again.
    func reset() { cache.withLock { $0 = Cache(earlier: $0.earlier) } }

    func keep(_ earlier: Earlier) { cache.withLock { $0.earlier = earlier } }

    private func refreshCache() async {
        let (moment, policy, readAt) = (now(), policy, ContinuousClock.now)
        do {
            let stored = try await database.read { transaction in
                try HostBackoffTable(transaction: transaction, now: moment, policy: policy).all()
            }
            cache.withLock { cache in
                // A back-off stored before the read is in `stored`, unless another process lifted it.
                cache.recorded = cache.recorded.filter { _, own in
                    own.end > moment && own.storedAt.map { $0 >= readAt } ?? true
                }
                (cache.readAt, cache.stored) = (readAt, stored)
            }
        } catch { return }
    }
}

/// The table of back-offs per host (Retry-After). A back-off covers all that is fetched from the host, including
/// channels added later, and survives restarts.
struct HostBackoffTable {
    let transaction: Transaction
    let now: Date
    let policy: PollingPolicy

    /// Returns the end of a host's back-off; nil outside one.
    func waitUntil(_ host: String) throws -> Date? {
        try transaction.date(
            "select backoff_until from host_backoff where host = ? and backoff_until > ?", [.text(host), .date(now)])
    }

    func all() throws -> [String: Date] {
        let waits = try transaction.all(
            "select host, backoff_until from host_backoff where backoff_until > ?", [.date(now)]
        ) { ($0.text("host"), $0.date("backoff_until")) }
        return Dictionary(waits) { $1 }
    }

    /// Records a back-off and postpones the host's channels.
    /// - Parameter requester: the channel that received the back-off, whose own schedule is stored elsewhere.
    func recordBackoff(_ host: String, until retryAt: Date, requester: Int64? = nil) throws {
        let until = min(retryAt, now.addingTimeInterval(policy.maxBackoff.seconds))
        guard until > now else { return }
        try transaction.run("delete from host_backoff where backoff_until <= ?", [.date(now)])
        try transaction.run(
            """
            insert into host_backoff (host, backoff_until) values (?, ?)
            on conflict (host) do update set backoff_until = excluded.backoff_until
              where excluded.backoff_until > host_backoff.backoff_until
            """, [.text(host), .date(until)])
        try transaction.run(
            "update channel set backoff_until = ? where host = ? and coalesce(backoff_until, 0) < ?",
            [.date(until), .text(host), .date(until)])
        try postponeChannels(host, until: until, requester: requester)
    }

    /// Ends a host's back-off and makes its channels due.
    func lift(_ host: String) throws {
        try transaction.run("delete from host_backoff where host = ?", [.text(host)])
        try transaction.run(
            "update channel set backoff_until = null, due_at = ? where host = ? and backoff_until > ?",
            [.date(now), .text(host), .date(now)])
    }

    /// Postpones the host's due channels and spreads them after the back-off.
    private func postponeChannels(_ host: String, until: Date, requester: Int64?) throws {
        let skipped = try transaction.numbers(
            """
            select id from channel where host = ? and id <> ? and due_at < ? and claimed_until <= ? order by due_at
            """, [.text(host), .number(requester ?? 0), .date(until), .date(now)])
        let step = min(10, Double(policy.minimum.milliseconds) / 100_000)
        for (index, channel) in skipped.enumerated() {
            try RefreshLog(transaction: transaction, channel: channel).appendSkipped(nil, at: now, because: .hostBusy)
            try transaction.run(
                "update channel set due_at = ?, polling_reason = ? where id = ?",
                [
                    .date(until.addingTimeInterval(Double(index) * step)), .text(PollingReason.hostBusy.rawValue),
                    .number(channel),
                ])
        }
    }
}
