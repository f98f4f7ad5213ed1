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
    /// Until when the claim holds; also what tells it from a later one.
    var token: Int64
}

/// Claims work in the database (decision 9), so that no two processes ask one origin twice, nor one host at a time.
struct Claiming {
    let session: Session
    let now: Date
    let bounds: PollingBounds
    /// Nil for every channel.
    let only: [Int64]?

    /// What may be asked now: the longest due whose host nobody is asking; nil when there is none.
    func next() throws -> Claim? {
        let token = now.milliseconds + bounds.claim.milliseconds
        let claimed = try session.number(
            """
            update channel set claimed_until = ? where id = (
              select c.id from channel c
              where c.due_at <= ? and c.claimed_until <= ?\(onlyThese)
                and not exists (select 1 from channel o where o.host = c.host and o.claimed_until > ?)
              order by c.due_at limit 1
            ) returning id
            """, [.number(token), .instant(now), .instant(now), .instant(now)])
        guard let claimed else { return nil }
        if let claim = try read(claimed, token: token) { return claim }
        // An address that a newer version wrote and this one does not understand: leave it to that one.
        try session.run("update channel set due_at = null, claimed_until = 0 where id = ?", [.number(claimed)])
        return try next()
    }

    /// How many channels are due, claimed or not.
    func dueCount() throws -> Int {
        try session.count("select count(*) from channel c where c.due_at <= ?\(onlyThese)", [.instant(now)])
    }

    static func release(_ claim: Claim, _ session: Session) throws {
        try session.run(
            "update channel set claimed_until = 0 where id = ? and claimed_until = ?",
            [.number(claim.channel), .number(claim.token)])
    }

    private var onlyThese: String {
        only.map { " and c.id in (" + $0.map(String.init).joined(separator: ", ") + ")" } ?? ""
    }

    private func read(_ channel: Int64, token: Int64) throws -> Claim? {
        return try session.first(
            """
            select s.kind, s.address, c.address, c.title, c.memory, c.due_for, c.failures
            from channel c join source s on s.id = c.source_id where c.id = ?
            """, [.number(channel)]
        ) { row -> Claim? in
            let kind = SourceKind(rawValue: row.words())
            let site = WebAddress(row.words())
            let address = WebAddress(row.words())
            let title = row.words()
            let memory = row.optionalBytes().map { ChannelMemory(bytes: $0) }
            let reason = RefreshReason(rawValue: row.words()) ?? .due
            guard let site, let address else { return nil }
            return Claim(
                channel: channel, kind: kind, site: site, address: address, title: title,
                memory: memory, reason: reason, failures: row.int(), token: token)
        } ?? nil
    }
}
