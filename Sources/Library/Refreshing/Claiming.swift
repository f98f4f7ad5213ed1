import Foundation
import Markup
import News

/// A channel that this process, and no other, may ask now.
struct Claim: Sendable {
    var channel: Int64
    var kind: SourceKind
    /// The source's, which for a feed is the channel's.
    var site: WebAddress
    var address: WebAddress
    var title: String
    var memory: ChannelMemory?
    var reason: RefreshReason
    var failures: Int
    /// Each question to it costs its origin everything.
    var asksWhole: Bool
    var source: Int64
    /// An answer before this one named a new address.
    var isMoving: Bool
    /// What the claim wrote over, for a question that is not asked after all.
    var before: Before
    /// When it was claimed.
    var at: Int64
    /// Until when the claim holds; also what tells it from a later one.
    var token: Int64

    /// How a channel stood before it was claimed.
    struct Before: Sendable {
        var dueAt: Int64?
        var askedAt: Int64?
        var reason: String
    }
}

/// Claims work in the database (decision 9), so that no two processes ask one origin twice, nor one host at a time.
struct Claiming {
    let session: Session
    let now: Date
    let bounds: PollingBounds
    /// Nil for every channel.
    let only: [Int64]?
    /// Only what was due by then; nil for now. A round that ends has to leave alone what becomes due on its way.
    var by: Date?

    /// So many channels of one host are claimed together: they are asked one after the other on one connection, and
    /// none of them waits so long that its claim could run out.
    static let groupSize = 8

    /// What may be asked now, of the host that has waited longest and that nobody is asking; nil when there is none.
    func next() throws -> Claim? {
        try groups(hosts: 1, ofEach: 1).first?.first
    }

    /// What may be asked now, grouped by host: the longest due first, of hosts that nobody is asking.
    ///
    /// All of it counts as asked from here on, and as due again after the least interval (decision 8): whatever stops
    /// this process before the answers are kept, no origin is asked again sooner than the rules allow. What is then not
    /// asked after all is given back.
    func groups(hosts: Int, ofEach size: Int = Self.groupSize) throws -> [[Claim]] {
        var groups: [[Claim]] = []
        var suspects = try CrashSuspects(session: session).channels(at: now)
        while groups.count < hosts, let host = try nextHost(suspects) {
            let group = try claim(host, atMost: size, suspects)
            if !group.isEmpty { groups.append(group) }
            // Hardly ever there are any; then the one that was claimed just now counts.
            if !suspects.ids.isEmpty { suspects = try CrashSuspects(session: session).channels(at: now) }
        }
        return groups
    }

    private func nextHost(_ suspects: CrashSuspects.Channels) throws -> String? {
        try session.first(
            """
            select c.host from channel c
            where c.due_at <= ? and c.claimed_until <= ?\(onlyThese)\(without(suspects))
              and not exists (select 1 from channel o where o.host = c.host and o.claimed_until > ?)
            order by c.due_at limit 1
            """, [.instant(by ?? now), .instant(now), .instant(now)]
        ) { $0.words() }
    }

    private func claim(_ host: String, atMost size: Int, _ suspects: CrashSuspects.Channels) throws -> [Claim] {
        let token = now.milliseconds + bounds.claim.milliseconds
        var claims: [Claim] = []
        var group = try due(of: host, atMost: size, token: token, without: without(suspects))
        // A channel under suspicion is fetched alone, so that another crash tells whether it was the cause.
        if let first = group.first, suspects.ids.contains(first.channel) {
            group = [first]
        } else {
            group.removeAll { suspects.ids.contains($0.channel) }
        }
        for (channel, claim) in group {
            guard let claim else {
                // An address that a newer version wrote and this one does not understand: leave it to that one.
                try session.run(
                    "update channel set due_at = null, claimed_until = 0 where id = ?", [.number(channel)])
                continue
            }
            try session.run(
                """
                update channel set claimed_until = ?, asked_at = ?, due_at = ?,
                  reason = 'was asked, and its answer was not kept' where id = ?
                """, [.number(token), .instant(now), .number(again(asksWhole: claim.asksWhole)), .number(channel)])
            claims.append(claim)
        }
        return claims
    }

    /// So far ahead a person who asks for what is due is given what was never asked, too.
    private static let ahead: TimeInterval = 60

    /// Makes due what was imported a moment ago and would come in the next minute: a person waits for it, and its
    /// origins were never asked.
    func hasten() throws {
        try session.run(
            "update channel set due_at = ? where id in (select c.id from channel c where c.asked_at is null"
                + " and coalesce(c.wait_until, 0) <= ? and c.due_at > ? and c.due_at <= ?\(onlyThese))",
            [.instant(now), .instant(now), .instant(now), .instant(now.addingTimeInterval(Self.ahead))])
    }

    /// The channels that are due, claimed or not.
    func due() throws -> [Int64] {
        try session.all(
            "select c.id from channel c where c.due_at <= ?\(onlyThese)", [.instant(by ?? now)], { $0.number() })
    }

    /// So long after its claim a question may be sent; later the claim is renewed before.
    static func lead(_ bounds: PollingBounds) -> Duration { min(.seconds(1), bounds.claim / 2) }

    /// Due again after the least interval since the latest moment at which the question may be sent.
    private func again(asksWhole: Bool) -> Int64 {
        now.milliseconds + (bounds.least(asksWhole: asksWhole) + Self.lead(bounds)).milliseconds
    }

    /// Claims anew what was claimed a while ago and not asked yet; without what is another's by now.
    func renew(_ claims: [Claim]) throws -> [Claim] {
        let token = now.milliseconds + bounds.claim.milliseconds
        return try claims.compactMap { claim in
            let isOurs = try session.run(
                "update channel set claimed_until = ?, asked_at = ?, due_at = ? where id = ? and claimed_until = ?",
                [
                    .number(token), .instant(now), .number(again(asksWhole: claim.asksWhole)), .number(claim.channel),
                    .number(claim.token),
                ])
            guard isOurs == 1 else { return nil }
            var renewed = claim
            (renewed.at, renewed.token) = (now.milliseconds, token)
            return renewed
        }
    }

    /// Ends a claim whose question may have been sent.
    static func release(_ claim: Claim, _ session: Session) throws {
        try session.run(
            "update channel set claimed_until = 0 where id = ? and claimed_until = ?",
            [.number(claim.channel), .number(claim.token)])
    }

    /// Ends the claim of a question that was certainly not sent: the channel is as due as before.
    static func giveBack(_ claim: Claim, _ session: Session) throws {
        try session.run(
            """
            update channel set claimed_until = 0, asked_at = ?, due_at = ?, reason = ?
            where id = ? and claimed_until = ?
            """,
            [
                .number(claim.before.askedAt), .number(claim.before.dueAt), .words(claim.before.reason),
                .number(claim.channel), .number(claim.token),
            ])
    }

    private var onlyThese: String {
        only.map { " and c.id in (" + $0.map(String.init).joined(separator: ", ") + ")" } ?? ""
    }

    /// Leaves out the channels under suspicion while one of them is being fetched.
    private func without(_ suspects: CrashSuspects.Channels) -> String {
        guard suspects.isOneClaimed else { return "" }
        return " and not exists (select 1 from crash_suspect x where x.kind = 'channel' and x.id = c.id)"
    }

    private func due(
        of host: String, atMost size: Int, token: Int64, without suspects: String
    ) throws -> [(channel: Int64, claim: Claim?)] {
        try session.all(
            """
            select c.id, s.kind, s.address, c.address, c.title, c.memory, c.due_for, c.failures, c.asks_whole,
              c.source_id, case when c.moved_to is null then 0 else 1 end, c.due_at, c.asked_at, c.reason
            from channel c join source s on s.id = c.source_id
            where c.host = ? and c.due_at <= ? and c.claimed_until <= ?\(onlyThese)\(suspects)
            order by c.due_at limit ?
            """, [.words(host), .instant(by ?? now), .instant(now), .number(size)]
        ) { row in
            let channel = row.number()
            let kind = SourceKind(rawValue: row.words())
            let site = WebAddress(row.words())
            let address = WebAddress(row.words())
            let title = row.words()
            let memory = row.optionalBytes().map { ChannelMemory(bytes: $0) }
            let reason = RefreshReason(rawValue: row.words()) ?? .due
            guard let site, let address else { return (channel, nil) }
            return (
                channel,
                Claim(
                    channel: channel, kind: kind, site: site, address: address, title: title, memory: memory,
                    reason: reason, failures: row.int(), asksWhole: row.flag(), source: row.number(),
                    isMoving: row.flag(),
                    before: .init(
                        dueAt: row.optionalNumber(), askedAt: row.optionalNumber(), reason: row.words()),
                    at: now.milliseconds, token: token)
            )
        }
    }
}
