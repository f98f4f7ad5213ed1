import Foundation
import News
import URLs

/// A channel that may be fetched, with the values that its request needs.
struct DueChannel: Sendable {
    let id: Int64
    let source: Int64
    let kind: SourceKind
    /// The address of the source; for a feed, the channel's own.
    let site: WebAddress
    let address: WebAddress
    let title: String
    var reason: RefreshReason
    let state: OnDemandFetchState
    /// True if the channel has no validators, so that responses are full.
    let isUnconditional: Bool
    /// True if the origin announced a new address.
    let hasPendingMove: Bool
}

/// A channel that only this process may fetch now.
struct LeasedChannel: Sendable {
    let channel: DueChannel
    var lease: FetchLease
}

/// Leases due channels (decision 9) so that no two processes fetch one channel, or from one host.
struct DueChannelQueue {
    let transaction: Transaction
    let now: Date
    let policy: PollingPolicy
    /// The channels to lease; nil for all.
    let channels: [Int64]?
    /// The latest due time; nil for now. An earlier time excludes channels that become due during a round.
    var dueBy: Date?

    /// The maximum number of channels of one host, fetched one by one; few enough that no lease expires.
    static let groupSize = 8

    private var leases: FetchLeaseStore {
        FetchLeaseStore(transaction: transaction, now: now, policy: .refresh(policy), pollingPolicy: policy)
    }

    func next() throws -> LeasedChannel? {
        try groups(hosts: 1, ofEach: 1).first?.first
    }

    /// Leases channels by host: the longest due first, from hosts without a lease.
    ///
    /// Leased channels count as fetched now and due after the minimum interval (decision 8), in case this process dies.
    /// Unused leases are rolled back.
    func groups(hosts: Int, ofEach size: Int = Self.groupSize) throws -> [[LeasedChannel]] {
        var groups: [[LeasedChannel]] = []
        var suspects = try CrashSuspects(transaction: transaction).channels(at: now)
        while groups.count < hosts, let host = try nextHost(suspects) {
            let group = try leaseChannels(host, atMost: size, suspects)
            if !group.isEmpty { groups.append(group) }
            // The suspect that was just leased must be counted.
            if !suspects.ids.isEmpty { suspects = try CrashSuspects(transaction: transaction).channels(at: now) }
        }
        return groups
    }

    private func nextHost(_ suspects: CrashSuspects.Channels) throws -> String? {
        try transaction.text(
            """
            select c.host from channel c
            where c.due_at <= ? and c.claimed_until <= ?\(channelCondition)\(suspectCondition(suspects))
              and not exists (select 1 from channel o where o.host = c.host and o.claimed_until > ?)
            order by c.due_at limit 1
            """, [.date(dueBy ?? now), .date(now), .date(now)])
    }

    private func leaseChannels(_ host: String, atMost size: Int, _ suspects: CrashSuspects.Channels) throws
        -> [LeasedChannel]
    {
        var due = try dueChannels(of: host, atMost: size, without: suspectCondition(suspects))
        // A suspect is fetched alone, so that a crash identifies it.
        if let first = due.first, suspects.ids.contains(first.id) {
            due = [first]
        } else {
            due.removeAll { suspects.ids.contains($0.id) }
        }
        return try due.compactMap { id, channel in
            guard let channel else {
                // A newer version may have stored an address that this one cannot parse; the channel is left to it.
                try transaction.run("update channel set due_at = null, claimed_until = 0 where id = ?", [.number(id)])
                return nil
            }
            let lease = try leases.lease(
                .channel(id), host: host, channel.state, reason: channel.reason, dueAt: nextDueAt(for: channel))
            return LeasedChannel(channel: channel, lease: lease)
        }
    }

    private static let makeDueHorizon: TimeInterval = 60

    /// Makes channels that were never fetched due now if they would be within a minute, as a person waits.
    func makeDueNow() throws {
        try transaction.run(
            "update channel set due_at = ? where id in (select c.id from channel c where c.last_attempt_at is null"
                + " and coalesce(c.backoff_until, 0) <= ? and c.due_at > ? and c.due_at <= ?\(channelCondition))",
            [.date(now), .date(now), .date(now), .date(now.addingTimeInterval(Self.makeDueHorizon))])
    }

    func dueChannels() throws -> [Int64] {
        try transaction.numbers(
            "select c.id from channel c where c.due_at <= ?\(channelCondition)", [.date(dueBy ?? now)])
    }

    /// Returns the time after leasing within which a request may be sent without renewal.
    static func renewalThreshold(_ policy: PollingPolicy) -> Duration { min(.seconds(1), policy.leaseDuration / 2) }

    /// Returns the due time: the minimum interval after the latest possible request.
    private func nextDueAt(for channel: DueChannel) -> Date {
        let interval = policy.minimumInterval(isUnconditional: channel.isUnconditional) + Self.renewalThreshold(policy)
        return now.addingTimeInterval(interval.seconds)
    }

    /// Renews leases that no other process has taken.
    func renew(_ leased: [LeasedChannel]) throws -> [LeasedChannel] {
        try leased.compactMap { waiting in
            try leases.renew(waiting.lease, dueAt: nextDueAt(for: waiting.channel)).map {
                LeasedChannel(channel: waiting.channel, lease: $0)
            }
        }
    }

    private var channelCondition: String {
        channels.map { " and c.id in (" + $0.map(String.init).joined(separator: ", ") + ")" } ?? ""
    }

    private func suspectCondition(_ suspects: CrashSuspects.Channels) -> String {
        guard suspects.isAnyLeased else { return "" }
        return " and not exists (select 1 from crash_suspect x"
            + " where x.kind = '\(CrashSuspects.Kind.channel.rawValue)' and x.target_id = c.id)"
    }

    private func dueChannels(of host: String, atMost size: Int, without suspects: String) throws
        -> [(id: Int64, channel: DueChannel?)]
    {
        try transaction.all(
            """
            select \(DueChannel.columns) from channel c join source s on s.id = c.source_id
            where c.host = ? and c.due_at <= ? and c.claimed_until <= ?\(channelCondition)\(suspects)
            order by c.due_at limit ?
            """, [.text(host), .date(dueBy ?? now), .date(now), .number(size)]
        ) { (id: $0.number("id"), channel: DueChannel($0)) }
    }
}

extension DueChannel {
    fileprivate static let columns = """
        s.address as source_address, c.address as channel_address, c.id, s.kind, c.title, c.source_state,
        c.due_reason, c.consecutive_failures, c.is_unconditional, c.source_id,
        case when c.moved_to is null then 0 else 1 end as has_pending_move, c.due_at, c.last_attempt_at
        """

    /// Returns a channel; nil if there is none, or if its address is unparsable.
    static func read(_ id: Int64, _ transaction: Transaction) throws -> DueChannel? {
        try transaction.first(
            "select \(columns) from channel c join source s on s.id = c.source_id where c.id = ?", [.number(id)]
        ) { DueChannel($0) }.flatMap(\.self)
    }

    /// Decodes a row; nil for an unparsable address.
    fileprivate init?(_ row: SQLRow) {
        guard let site = WebAddress(row.text("source_address")), let address = WebAddress(row.text("channel_address"))
        else { return nil }
        self.init(
            id: row.number("id"), source: row.number("source_id"), kind: SourceKind(rawValue: row.text("kind")),
            site: site, address: address, title: row.text("title"),
            reason: RefreshReason(rawValue: row.text("due_reason")) ?? .due,
            state: OnDemandFetchState(
                lastAttemptAt: row.optionalDate("last_attempt_at"), dueAt: row.optionalDate("due_at"),
                failures: row.int("consecutive_failures"),
                sourceState: row.optionalBytes("source_state").map { SourceState(bytes: $0) }),
            isUnconditional: row.bool("is_unconditional"), hasPendingMove: row.bool("has_pending_move"))
    }
}
