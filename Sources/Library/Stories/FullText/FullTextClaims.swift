import Foundation
import Markup
import News

/// A story whose page this process, and no other, may ask now.
struct FullTextClaim: Sendable {
    var story: Int64
    var kind: SourceKind
    /// The source's own address.
    var site: WebAddress
    var page: WebAddress
    var failures: Int
    /// When it was to be asked for by itself, after a failure that a person does not want to wait for.
    var keeps: Keeps?
    /// Until when the claim holds; also what tells it from a later one.
    var token: Int64

    /// What a person's own try leaves as it was when it fails.
    struct Keeps: Sendable {
        var again: Date?
    }
}

/// Claims pages in the database (decision 9), as channels are claimed.
struct FullTextClaims {
    let session: Session
    let now: Date
    let bounds: FullTextBounds
    /// Says nothing of until when a host wants peace.
    var polling = PollingBounds.standard

    private struct Page {
        var kind: SourceKind
        var site: WebAddress?
        var page: WebAddress?
        var isWanted: Bool
    }

    /// What may be asked when a person opened or asked for a story.
    enum Answer {
        case claimed(FullTextClaim)
        case settled(FullTextDesk.Outcome)
    }

    /// - Parameter isAsked: a person pressed the button, rather than opened the story.
    func claim(_ story: Int64, isAsked: Bool) throws -> Answer {
        guard let place = try place(of: story), let site = place.site, let page = place.page else {
            throw LibraryError.notThere
        }
        guard place.isWanted else { return .settled(.notWanted) }
        try begin(story, page, again: nil)
        let row = try session.first(
            """
            select fetched_at, claimed_until, tried_at, again_at, failures from full_text where story_id = ?
            """, [.number(story)]
        ) { row in
            (
                isThere: row.optionalNumber() != nil, claimed: row.number(), tried: row.number(),
                again: row.optionalNumber(), failures: row.int()
            )
        }
        guard let row else { throw LibraryError.notThere }
        if row.isThere { return .settled(.alreadyThere) }
        if row.claimed > now.milliseconds { return .settled(.underWay) }
        let earliest =
            isAsked ? row.tried + bounds.asked.milliseconds : row.tried == 0 ? 0 : row.again ?? .max
        if earliest > now.milliseconds {
            return .settled(.notNow(until: earliest == .max ? nil : Date(milliseconds: earliest)))
        }
        let peace = HostWait(session: session, now: now, bounds: polling)
        if let until = try peace.until(Hosts.key(of: page)) { return .settled(.notNow(until: until)) }
        if !isAsked, let until = try leftAlone(Hosts.key(of: page)) { return .settled(.notNow(until: until)) }
        var claim = try take(story, place.kind, site, page, failures: row.failures)
        if isAsked, row.failures > 0 { claim.keeps = .init(again: row.again.map { Date(milliseconds: $0) }) }
        return .claimed(claim)
    }

    /// Until when a host's pages are not asked unless a person says so: one that forbids a page (403) forbids them all.
    private func leftAlone(_ host: String) throws -> Date? {
        let since = now.addingTimeInterval(-bounds.rest)
        let tried =
            try session.first(
                "select max(tried_at) from full_text where host = ? and http_status = 403 and tried_at > ?",
                [.words(host), .instant(since)]
            ) { $0.optionalInstant() } ?? nil
        return tried?.addingTimeInterval(bounds.rest)
    }

    /// The page that has waited longest, of a channel that wants every whole text, whose host is left alone just now;
    /// nil when there is none.
    func next() throws -> FullTextClaim? {
        let rested = now.addingTimeInterval(-Double(bounds.betweenPages.milliseconds) / 1000)
        let found = try session.number(
            """
            select f.story_id from full_text f where f.again_at <= ? and f.claimed_until <= ?
              and exists (select 1 from channel_story cs join channel c on c.id = cs.channel_id
                where cs.story_id = f.story_id and c.full_text = 'always')
              and not exists (select 1 from full_text o where o.host = f.host and o.claimed_until > ?)
              and not exists (select 1 from full_text o where o.host = f.host and o.tried_at > ?)
              and not exists (select 1 from host_wait w where w.host = f.host and w.wait_until > ?)
              and not exists (
                select 1 from full_text o where o.host = f.host and o.tried_at > ? and o.http_status = 403)
            order by f.again_at, f.story_id desc limit 1
            """,
            [
                .instant(now), .instant(now), .instant(now), .instant(rested), .instant(now),
                .instant(now.addingTimeInterval(-bounds.rest)),
            ])
        guard let found else { return nil }
        guard let place = try place(of: found), let site = place.site, let page = place.page else {
            // Its story has lost its page: nothing to ask.
            try session.run("update full_text set again_at = null where story_id = ?", [.number(found)])
            return try next()
        }
        let failures = try session.count("select failures from full_text where story_id = ?", [.number(found)])
        return try take(found, place.kind, site, page, failures: failures)
    }

    /// Makes the newest stories of channels that want every whole text due, once each.
    func plan() throws {
        for (story, page) in try unplanned() { try begin(story, page, again: now) }
    }

    /// The newest stories of channels that want every whole text, as far as nobody has thought of them yet.
    func unplanned() throws -> [(story: Int64, page: WebAddress)] {
        try session.all("select id from channel where full_text = 'always'", [], { $0.number() }).flatMap { channel in
            try session.all(
                """
                select s.id, s.link from (
                  select story_id, shown_at from channel_story where channel_id = ?
                  order by shown_at desc, story_id desc limit ?) as newest
                join story s on s.id = newest.story_id
                where s.purged_at is null and s.link is not null and s.discussion is distinct from s.link
                  and not exists (select 1 from channel c where c.id = ? and c.site = s.link)
                  and not exists (select 1 from full_text f where f.story_id = s.id)
                  and exists (select 1 from subscription u where u.channel_id = ?)
                """, [.number(channel), .number(bounds.perChannel), .number(channel), .number(channel)]
            ) { (story: $0.number(), page: $0.optionalWords().flatMap { WebAddress($0) }) }
            .compactMap { story, page in page.map { (story: story, page: $0) } }
        }
    }

    /// Whether any channel wants every whole text.
    func isAnyWanted() throws -> Bool {
        try session.number("select 1 from channel where full_text = 'always' limit 1") != nil
    }

    /// When the next page is due in the background; nil when none is.
    func nextDue() throws -> Date? {
        try session.first(
            """
            select min(f.again_at) from full_text f
            where f.again_at is not null and exists (select 1 from channel_story cs
              join channel c on c.id = cs.channel_id where cs.story_id = f.story_id and c.full_text = 'always')
            """
        ) { $0.optionalInstant() } ?? nil
    }

    static func release(_ claim: FullTextClaim, _ session: Session) throws {
        try session.run(
            """
            update full_text set claimed_until = 0, tried_at = 0, again_at = 0 where story_id = ? and claimed_until = ?
            """, [.number(claim.story), .number(claim.token)])
    }

    private func begin(_ story: Int64, _ page: WebAddress, again: Date?) throws {
        try session.run(
            "insert into full_text (story_id, host, again_at) values (?, ?, ?) on conflict (story_id) do nothing",
            [.number(story), .words(Hosts.key(of: page)), .instant(again)])
    }

    private func take(
        _ story: Int64, _ kind: SourceKind, _ site: WebAddress, _ page: WebAddress, failures: Int
    ) throws -> FullTextClaim {
        let token = now.milliseconds + bounds.claim.milliseconds
        // Due again when the claim ends: so much is left of it if the process dies.
        try session.run(
            "update full_text set claimed_until = ?, tried_at = ?, again_at = ? where story_id = ?",
            [.number(token), .instant(now), .number(token), .number(story)])
        return FullTextClaim(story: story, kind: kind, site: site, page: page, failures: failures, token: token)
    }

    private func place(of story: Int64) throws -> Page? {
        try session.first(
            """
            select o.kind, o.address, s.link, (select count(*) from channel_story cs join channel c on c.id = cs.channel_id
              where cs.story_id = s.id and c.full_text <> 'never' and c.site is distinct from s.link
              and s.discussion is distinct from s.link)
            from story s join source o on o.id = s.source_id where s.id = ? and s.purged_at is null
            """, [.number(story)]
        ) { row in
            Page(
                kind: SourceKind(rawValue: row.words()), site: WebAddress(row.words()),
                page: row.optionalWords().flatMap { WebAddress($0) }, isWanted: row.flag())
        }
    }
}
