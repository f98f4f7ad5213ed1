import Foundation
import Markup
import News

/// A page that this process, and no other, may ask now.
struct OutsideClaim: Sendable {
    var page: Int64
    var address: WebAddress
    /// The story it is asked for, if it is one's link or stands in one.
    var story: Int64?
    var memory: ChannelMemory?
    /// Until when the claim holds; also what tells it from a later one.
    var token: Int64
}

/// Claims pages outside in the database (decision 9), as channels and stories' pages are claimed.
struct OutsideClaims {
    enum Answer {
        case claimed(OutsideClaim)
        case settled(OutsideDesk.Outcome)
    }

    let session: Session
    let now: Date
    let bounds: OutsideBounds
    let polling: PollingBounds

    /// - Parameter isAsked: a person pressed the button, rather than opened the page: what is fresh is asked again.
    func claim(_ address: WebAddress, for story: Int64?, isAsked: Bool) throws -> Answer {
        let host = Hosts.key(of: address)
        try session.run(
            "insert into outside_page (address, host, seen_at) values (?, ?, ?) on conflict (address) do nothing",
            [.words(address.text), .words(host), .instant(now)])
        let row = try session.first(
            """
            select id, fetched_at, fresh_until, claimed_until, tried_at, rules, error, memory from outside_page
            where address = ?
            """, [.words(address.text)]
        ) { row in
            (
                id: row.number(), isThere: row.optionalNumber() != nil, fresh: row.number(), claimed: row.number(),
                tried: row.number(), rules: row.int(), hasFailed: row.optionalWords() != nil,
                memory: row.optionalBytes().map { ChannelMemory(bytes: $0) }
            )
        }
        guard let row else { throw LibraryError.notThere }
        if let story { try relate(row.id, to: story) }
        if row.claimed > now.milliseconds { return .settled(.underWay) }
        let isCurrent = row.rules == FullTextReading.rules
        if row.isThere, isCurrent, row.fresh > now.milliseconds, !isAsked { return .settled(.alreadyThere) }
        if !row.isThere, let story,
            try OutsideRecords(session: session, bounds: bounds).borrow(
                row.id, address, from: story, now: now)
        {
            return .settled(.alreadyThere)
        }
        let pause = isAsked ? bounds.asked : bounds.opened
        if row.hasFailed || isAsked, row.tried + pause.milliseconds > now.milliseconds { return .settled(.notNow) }
        if try HostWait(session: session, now: now, bounds: polling).until(host) != nil { return .settled(.notNow) }
        let token = now.milliseconds + bounds.claim.milliseconds
        try session.run(
            "update outside_page set claimed_until = ?, tried_at = ?, tries = tries + 1 where id = ?",
            [.number(token), .instant(now), .number(row.id)])
        // Without its text, "unchanged" would be of no use.
        let memory = row.isThere && isCurrent ? row.memory : nil
        return .claimed(OutsideClaim(page: row.id, address: address, story: story, memory: memory, token: token))
    }

    /// The page goes with the story it was first opened from.
    private func relate(_ page: Int64, to story: Int64) throws {
        try session.run(
            """
            update outside_page set story_id = ? where id = ? and story_id is null
              and exists (select 1 from story s where s.id = ? and s.purged_at is null)
            """, [.number(story), .number(page), .number(story)])
    }

    static func release(_ claim: OutsideClaim, _ session: Session) throws {
        try session.run(
            "update outside_page set claimed_until = 0, tried_at = 0 where id = ? and claimed_until = ?",
            [.number(claim.page), .number(claim.token)])
    }
}
