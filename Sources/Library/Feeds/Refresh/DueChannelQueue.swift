import Foundation
import Markup
import News

/// A channel that this process, and no other, may ask now.
struct ChannelLease: Sendable {
    var channel: Int64
    var kind: SourceKind
    /// The source's, which for a feed is the channel's.
    var site: WebAddress
    var address: WebAddress
    var title: String
    var sourceState: SourceState?
    var reason: RefreshReason
    var failures: Int
    /// Each question to it costs its origin everything.
    var isUnconditional: Bool
    var source: Int64
    /// An answer before this one named a new address.
    var hasPendingMove: Bool
    /// What the claim wrote over, for a question that is not asked after all.
    var previous: PreviousState
    /// When it was claimed.
    var leasedAt: Int64
    /// Until when the claim holds; also what tells it from a later one.
    var token: Int64

    /// How a channel stood before it was claimed.
    struct PreviousState: Sendable {
        var dueAt: Int64?
        var lastAttemptAt: Int64?
        var reason: String
    }
}

/// Claims work in the database (decision 9), so that no two processes ask one origin twice, nor one host at a time.
struct DueChannelQueue {
    let transaction: Transaction
    let now: Date
    let bounds: PollingPolicy
    /// Nil for every channel.
    let channels: [Int64]?
    /// Only what was due by then; nil for now. A round that ends has to leave alone what becomes due on its way.
    var dueBy: Date?

    /// So many channels of one host are claimed together: they are asked one after the other on one connection, and
    /// none of them waits so long that its claim could run out.
    static let groupSize = 8

    /// What may be asked now, of the host that has waited longest and that nobody is asking; nil when there is none.
    func next() throws -> ChannelLease? {
        try groups(hosts: 1, ofEach: 1).first?.first
    }

    /// What may be asked now, grouped by host: the longest due first, of hosts that nobody is asking.
    ///
    /// All of it counts as asked from here on, and as due again after the least interval (decision 8): whatever stops
    /// this process before the answers are kept, no origin is asked again sooner than the rules allow. What is then not
    /// asked after all is given back.
    func groups(hosts: Int, ofEach size: Int = Self.groupSize) throws -> [[ChannelLease]] {
        var groups: [[ChannelLease]] = []
        var suspects = try CrashSuspects(transaction: transaction).channels(at: now)
        while groups.count < hosts, let host = try nextHost(suspects) {
            let group = try leaseChannels(host, atMost: size, suspects)
            if !group.isEmpty { groups.append(group) }
            // Hardly ever there are any; then the one that was claimed just now counts.
            if !suspects.ids.isEmpty { suspects = try CrashSuspects(transaction: transaction).channels(at: now) }
        }
        return groups
    }

    private func nextHost(_ suspects: CrashSuspects.Channels) throws -> String? {
        try transaction.first(
            """
            select c.host from channel c
            where c.due_at <= ? and c.claimed_until <= ?\(channelCondition)\(suspectCondition(suspects))
              and not exists (select 1 from channel o where o.host = c.host and o.claimed_until > ?)
            order by c.due_at limit 1
            """, [.date(dueBy ?? now), .date(now), .date(now)]
        ) { $0.text() }
    }

    private func leaseChannels(_ host: String, atMost size: Int, _ suspects: CrashSuspects.Channels) throws
        -> [ChannelLease]
    {
        let token = now.milliseconds + bounds.leaseDuration.milliseconds
        var leases: [ChannelLease] = []
        var group = try dueLeases(of: host, atMost: size, token: token, without: suspectCondition(suspects))
        // A channel under suspicion is fetched alone, so that another crash tells whether it was the cause.
        if let first = group.first, suspects.ids.contains(first.channel) {
            group = [first]
        } else {
            group.removeAll { suspects.ids.contains($0.channel) }
        }
        for (channel, lease) in group {
            guard let lease else {
                // An address that a newer version wrote and this one does not understand: leave it to that one.
                try transaction.run(
                    "update channel set due_at = null, claimed_until = 0 where id = ?", [.number(channel)])
                continue
            }
            try transaction.run(
                """
                update channel set claimed_until = ?, asked_at = ?, due_at = ?,
                  reason = 'was asked, and its answer was not kept' where id = ?
                """,
                [.number(token), .date(now), .number(nextDueAt(asksWhole: lease.isUnconditional)), .number(channel)])
            leases.append(lease)
        }
        return leases
    }

    /// So far ahead a person who asks for what is due is given what was never asked, too.
    private static let makeDueHorizon: TimeInterval = 60

    /// Makes due what was imported a moment ago and would come in the next minute: a person waits for it, and its
    /// origins were never asked.
    func makeDueNow() throws {
        try transaction.run(
            "update channel set due_at = ? where id in (select c.id from channel c where c.asked_at is null"
                + " and coalesce(c.wait_until, 0) <= ? and c.due_at > ? and c.due_at <= ?\(channelCondition))",
            [.date(now), .date(now), .date(now), .date(now.addingTimeInterval(Self.makeDueHorizon))])
    }

    /// The channels that are due, claimed or not.
    func dueChannels() throws -> [Int64] {
        try transaction.all(
            "select c.id from channel c where c.due_at <= ?\(channelCondition)", [.date(dueBy ?? now)], { $0.number() })
    }

    /// So long after its claim a question may be sent; later the claim is renewed before.
    static func renewalThreshold(_ bounds: PollingPolicy) -> Duration { min(.seconds(1), bounds.leaseDuration / 2) }

    /// Due again after the least interval since the latest moment at which the question may be sent.
    private func nextDueAt(asksWhole: Bool) -> Int64 {
        now.milliseconds + (bounds.minimumInterval(asksWhole: asksWhole) + Self.renewalThreshold(bounds)).milliseconds
    }

    /// Claims anew what was claimed a while ago and not asked yet; without what is another's by now.
    func renew(_ leases: [ChannelLease]) throws -> [ChannelLease] {
        let token = now.milliseconds + bounds.leaseDuration.milliseconds
        return try leases.compactMap { lease in
            let isOurs = try transaction.run(
                "update channel set claimed_until = ?, asked_at = ?, due_at = ? where id = ? and claimed_until = ?",
                [
                    .number(token), .date(now), .number(nextDueAt(asksWhole: lease.isUnconditional)),
                    .number(lease.channel),
                    .number(lease.token),
                ])
            guard isOurs == 1 else { return nil }
            var renewed = lease
            (renewed.leasedAt, renewed.token) = (now.milliseconds, token)
            return renewed
        }
    }

    /// Ends a claim whose question may have been sent.
    static func release(_ lease: ChannelLease, _ transaction: Transaction) throws {
        try transaction.run(
            "update channel set claimed_until = 0 where id = ? and claimed_until = ?",
            [.number(lease.channel), .number(lease.token)])
    }

    /// Ends the claim of a question that was certainly not sent: the channel is as due as before.
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

    /// Leaves out the channels under suspicion while one of them is being fetched.
    private func suspectCondition(_ suspects: CrashSuspects.Channels) -> String {
        guard suspects.isAnyLeased else { return "" }
        return " and not exists (select 1 from crash_suspect x where x.kind = 'channel' and x.id = c.id)"
    }

    private func dueLeases(
        of host: String, atMost size: Int, token: Int64, without suspects: String
    ) throws -> [(channel: Int64, lease: ChannelLease?)] {
        try transaction.all(
            """
            select c.id, s.kind, s.address, c.address, c.title, c.memory, c.due_for, c.failures, c.asks_whole,
              c.source_id, case when c.moved_to is null then 0 else 1 end, c.due_at, c.asked_at, c.reason
            from channel c join source s on s.id = c.source_id
            where c.host = ? and c.due_at <= ? and c.claimed_until <= ?\(channelCondition)\(suspects)
            order by c.due_at limit ?
            """, [.text(host), .date(dueBy ?? now), .date(now), .number(size)]
        ) { row in
            let channel = row.number()
            let kind = SourceKind(rawValue: row.text())
            let site = WebAddress(row.text())
            let address = WebAddress(row.text())
            let title = row.text()
            let memory = row.optionalBytes().map { SourceState(bytes: $0) }
            let reason = RefreshReason(rawValue: row.text()) ?? .due
            guard let site, let address else { return (channel, nil) }
            return (
                channel,
                ChannelLease(
                    channel: channel, kind: kind, site: site, address: address, title: title, sourceState: memory,
                    reason: reason, failures: row.int(), isUnconditional: row.bool(), source: row.number(),
                    hasPendingMove: row.bool(),
                    previous: .init(
                        dueAt: row.optionalNumber(), lastAttemptAt: row.optionalNumber(), reason: row.text()),
                    leasedAt: now.milliseconds, token: token)
            )
        }
    }
}
