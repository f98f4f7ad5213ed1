import Foundation
import News
import URLs

/// A channel that only this process may fetch now.
struct ChannelLease: Sendable {
    var channel: Int64
    var kind: SourceKind
    /// For a feed, the channel's own.
    var site: WebAddress
    var address: WebAddress
    var title: String
    var sourceState: SourceState?
    var reason: RefreshReason
    var failures: Int
    /// No validators: responses are full.
    var isUnconditional: Bool
    var source: Int64
    /// A new address was announced.
    var hasPendingMove: Bool
    /// For a rollback.
    var previous: PreviousState
    var leasedAt: Int64
    /// Expiry; identifies the lease.
    var token: Int64

    struct PreviousState: Sendable {
        var dueAt: Int64?
        var lastAttemptAt: Int64?
        var reason: String
    }
}

/// Leases due channels (decision 9): no two processes fetch one channel, or from one host.
struct DueChannelQueue {
    let transaction: Transaction
    let now: Date
    let policy: PollingPolicy
    /// Nil for all.
    let channels: [Int64]?
    /// Nil for now. Excludes channels that become due during a round.
    var dueBy: Date?

    /// Channels of one host, fetched one by one; few enough that no lease expires.
    static let groupSize = 8

    func next() throws -> ChannelLease? {
        try groups(hosts: 1, ofEach: 1).first?.first
    }

    /// Leases channels by host: the longest due first, of hosts without a lease.
    ///
    /// They count as fetched now and due after the minimum interval (decision 8), in case this process dies. Unused
    /// leases are rolled back.
    func groups(hosts: Int, ofEach size: Int = Self.groupSize) throws -> [[ChannelLease]] {
        var groups: [[ChannelLease]] = []
        var suspects = try CrashSuspects(transaction: transaction).channels(at: now)
        while groups.count < hosts, let host = try nextHost(suspects) {
            let group = try leaseChannels(host, atMost: size, suspects)
            if !group.isEmpty { groups.append(group) }
            // The suspect just leased must be counted.
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
        -> [ChannelLease]
    {
        let token = now.milliseconds + policy.leaseDuration.milliseconds
        var leases: [ChannelLease] = []
        var group = try dueLeases(of: host, atMost: size, token: token, without: suspectCondition(suspects))
        // A suspect is fetched alone, to prove it.
        if let first = group.first, suspects.ids.contains(first.channel) {
            group = [first]
        } else {
            group.removeAll { suspects.ids.contains($0.channel) }
        }
        for (channel, lease) in group {
            guard let lease else {
                // Unparsable address of a newer version: left to it.
                try transaction.run(
                    "update channel set due_at = null, claimed_until = 0 where id = ?", [.number(channel)])
                continue
            }
            try transaction.run(
                """
                update channel set claimed_until = ?, asked_at = ?, due_at = ?,
                  reason = 'was asked, and its answer was not kept' where id = ?
                """,
                [
                    .number(token), .date(now), .number(nextDueAt(isUnconditional: lease.isUnconditional)),
                    .number(channel),
                ])
            leases.append(lease)
        }
        return leases
    }

    private static let makeDueHorizon: TimeInterval = 60

    /// Makes never fetched channels due that would be within a minute: a person waits.
    func makeDueNow() throws {
        try transaction.run(
            "update channel set due_at = ? where id in (select c.id from channel c where c.asked_at is null"
                + " and coalesce(c.wait_until, 0) <= ? and c.due_at > ? and c.due_at <= ?\(channelCondition))",
            [.date(now), .date(now), .date(now), .date(now.addingTimeInterval(Self.makeDueHorizon))])
    }

    func dueChannels() throws -> [Int64] {
        try transaction.numbers(
            "select c.id from channel c where c.due_at <= ?\(channelCondition)", [.date(dueBy ?? now)])
    }

    /// How long after leasing a request may be sent without renewal.
    static func renewalThreshold(_ policy: PollingPolicy) -> Duration { min(.seconds(1), policy.leaseDuration / 2) }

    /// The minimum interval after the latest possible request.
    private func nextDueAt(isUnconditional: Bool) -> Int64 {
        now.milliseconds
            + (policy.minimumInterval(isUnconditional: isUnconditional) + Self.renewalThreshold(policy)).milliseconds
    }

    /// Renews leases that no other process has taken.
    func renew(_ leases: [ChannelLease]) throws -> [ChannelLease] {
        let token = now.milliseconds + policy.leaseDuration.milliseconds
        return try leases.compactMap { lease in
            let isOurs = try transaction.run(
                "update channel set claimed_until = ?, asked_at = ?, due_at = ? where id = ? and claimed_until = ?",
                [
                    .number(token), .date(now), .number(nextDueAt(isUnconditional: lease.isUnconditional)),
                    .number(lease.channel),
                    .number(lease.token),
                ])
            guard isOurs == 1 else { return nil }
            var renewed = lease
            (renewed.leasedAt, renewed.token) = (now.milliseconds, token)
            return renewed
        }
    }

    /// Ends a lease whose request may have been sent.
    static func release(_ lease: ChannelLease, _ transaction: Transaction) throws {
        try transaction.run(
            "update channel set claimed_until = 0 where id = ? and claimed_until = ?",
            [.number(lease.channel), .number(lease.token)])
    }

    /// Ends a lease whose request was not sent, and restores the schedule.
    static func rollBack(_ lease: ChannelLease, _ transaction: Transaction) throws {
        try transaction.run(
            """
            update channel set claimed_until = 0, asked_at = ?, due_at = ?, reason = ?
            where id = ? and claimed_until = ?
            """,
            [
                .number(lease.previous.lastAttemptAt), .number(lease.previous.dueAt), .text(lease.previous.reason),
                .number(lease.channel), .number(lease.token),
            ])
    }

    private var channelCondition: String {
        channels.map { " and c.id in (" + $0.map(String.init).joined(separator: ", ") + ")" } ?? ""
    }

    private func suspectCondition(_ suspects: CrashSuspects.Channels) -> String {
        guard suspects.isAnyLeased else { return "" }
        return " and not exists (select 1 from crash_suspect x"
            + " where x.kind = '\(CrashSuspects.Kind.channel.rawValue)' and x.id = c.id)"
    }

    private func dueLeases(
        of host: String, atMost size: Int, token: Int64, without suspects: String
    ) throws -> [(channel: Int64, lease: ChannelLease?)] {
        try transaction.all(
            """
            select s.address as source_address, c.address as channel_address, c.id, s.kind, c.title, c.memory,
              c.due_for, c.failures, c.asks_whole, c.source_id,
              case when c.moved_to is null then 0 else 1 end as has_pending_move, c.due_at, c.asked_at, c.reason
            from channel c join source s on s.id = c.source_id
            where c.host = ? and c.due_at <= ? and c.claimed_until <= ?\(channelCondition)\(suspects)
            order by c.due_at limit ?
            """, [.text(host), .date(dueBy ?? now), .date(now), .number(size)]
        ) { (channel: $0.number("id"), lease: makeLease($0, token: token)) }
    }

    /// Nil for an unparsable address.
    private func makeLease(_ row: SQLRow, token: Int64) -> ChannelLease? {
        guard let site = WebAddress(row.text("source_address")), let address = WebAddress(row.text("channel_address"))
        else { return nil }
        return ChannelLease(
            channel: row.number("id"), kind: SourceKind(rawValue: row.text("kind")), site: site, address: address,
            title: row.text("title"), sourceState: row.optionalBytes("memory").map { SourceState(bytes: $0) },
            reason: RefreshReason(rawValue: row.text("due_for")) ?? .due, failures: row.int("failures"),
            isUnconditional: row.bool("asks_whole"), source: row.number("source_id"),
            hasPendingMove: row.bool("has_pending_move"),
            previous: .init(
                dueAt: row.optionalNumber("due_at"), lastAttemptAt: row.optionalNumber("asked_at"),
                reason: row.text("reason")),
            leasedAt: now.milliseconds, token: token)
    }
}
