import Foundation
import Markup
import News

/// A story whose page this process, and no other, may ask now.
struct FullTextLease: Sendable {
    var story: Int64
    var kind: SourceKind
    /// The source's own address.
    var site: WebAddress
    var page: WebAddress
    var failures: Int
    /// When it was to be asked for by itself, after a failure that a person does not want to wait for.
    var preservedRetry: PreservedRetry?
    /// Until when the claim holds; also what tells it from a later one.
    var token: Int64

    /// What a person's own try leaves as it was when it fails.
    struct PreservedRetry: Sendable {
        var retryAt: Date?
    }
}

/// Claims pages in the database (decision 9), as channels are claimed.
struct FullTextLeaseStore {
    let transaction: Transaction
    let now: Date
    let policy: FullTextPolicy
    /// Says nothing of until when a host wants peace.
    var pollingPolicy = PollingPolicy.standard

    private struct PageInfo {
        var kind: SourceKind
        var site: WebAddress?
        var page: WebAddress?
        var isWanted: Bool
    }

    /// What may be asked when a person opened or asked for a story.
    enum LeaseResult {
        case acquired(FullTextLease)
        case skipped(FullTextService.Outcome)
    }

    /// - Parameter isAsked: a person pressed the button, rather than opened the story.
    func acquire(_ story: Int64, isAsked: Bool) throws -> LeaseResult {
        guard let place = try pageInfo(of: story), let site = place.site, let page = place.page else {
            throw LibraryError.notThere
        }
        guard place.isWanted else { return .skipped(.disabled) }
        try insertIfMissing(story, page, again: nil)
        let row = try transaction.first(
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
        if row.isThere { return .skipped(.alreadyFetched) }
        if row.claimed > now.milliseconds { return .skipped(.inProgress) }
        let earliest =
            isAsked ? row.tried + policy.manualMinimum.milliseconds : row.tried == 0 ? 0 : row.again ?? .max
        if earliest > now.milliseconds {
            return .skipped(.deferred(until: earliest == .max ? nil : Date(milliseconds: earliest)))
        }
        let backoff = HostBackoff(transaction: transaction, now: now, policy: pollingPolicy)
        if let until = try backoff.waitUntil(HostKey.key(of: page)) { return .skipped(.deferred(until: until)) }
        if !isAsked, let until = try forbiddenUntil(HostKey.key(of: page)) { return .skipped(.deferred(until: until)) }
        var lease = try leasePage(story, place.kind, site, page, failures: row.failures)
        if isAsked, row.failures > 0 { lease.preservedRetry = .init(retryAt: row.again.map { Date(milliseconds: $0) }) }
        return .acquired(lease)
    }

    /// Until when a host's pages are not asked unless a person says so: one that forbids a page (403) forbids them all.
    private func forbiddenUntil(_ host: String) throws -> Date? {
        let since = now.addingTimeInterval(-policy.forbiddenBackoff)
        let tried =
            try transaction.first(
                "select max(tried_at) from full_text where host = ? and http_status = 403 and tried_at > ?",
                [.text(host), .date(since)]
            ) { $0.optionalDate() } ?? nil
        return tried?.addingTimeInterval(policy.forbiddenBackoff)
    }

    /// The page that has waited longest, of a channel that wants every whole text, whose host is left alone just now;
    /// nil when there is none.
    func acquireNext() throws -> FullTextLease? {
        let rested = now.addingTimeInterval(-Double(policy.hostInterval.milliseconds) / 1000)
        let found = try transaction.number(
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
                .date(now), .date(now), .date(now), .date(rested), .date(now),
                .date(now.addingTimeInterval(-policy.forbiddenBackoff)),
            ])
        guard let found else { return nil }
        guard let place = try pageInfo(of: found), let site = place.site, let page = place.page else {
            // Its story has lost its page: nothing to ask.
            try transaction.run("update full_text set again_at = null where story_id = ?", [.number(found)])
            return try acquireNext()
        }
        let failures = try transaction.count("select failures from full_text where story_id = ?", [.number(found)])
        return try leasePage(found, place.kind, site, page, failures: failures)
    }

    /// Makes the newest stories of channels that want every whole text due, once each.
    func scheduleNew() throws {
        for (story, page) in try unscheduled() { try insertIfMissing(story, page, again: now) }
    }

    /// The newest stories of channels that want every whole text, as far as nobody has thought of them yet.
    func unscheduled() throws -> [(story: Int64, page: WebAddress)] {
        try transaction.all("select id from channel where full_text = 'always'", [], { $0.number() }).flatMap {
            channel in
            try transaction.all(
                """
                select s.id, s.link from (
                  select story_id, shown_at from channel_story where channel_id = ?
                  order by shown_at desc, story_id desc limit ?) as newest
                join story s on s.id = newest.story_id
                where s.purged_at is null and s.link is not null and s.discussion is distinct from s.link
                  and not exists (select 1 from channel c where c.id = ? and c.site = s.link)
                  and not exists (select 1 from full_text f where f.story_id = s.id)
                  and exists (select 1 from subscription u where u.channel_id = ?)
                """, [.number(channel), .number(policy.maxPerChannel), .number(channel), .number(channel)]
            ) { (story: $0.number(), page: $0.optionalText().flatMap { WebAddress($0) }) }
            .compactMap { story, page in page.map { (story: story, page: $0) } }
        }
    }

    /// Whether any channel wants every whole text.
    func hasAlwaysChannels() throws -> Bool {
        try transaction.number("select 1 from channel where full_text = 'always' limit 1") != nil
    }

    /// When the next page is due in the background; nil when none is.
    func nextDue() throws -> Date? {
        try transaction.first(
            """
            select min(f.again_at) from full_text f
            where f.again_at is not null and exists (select 1 from channel_story cs
              join channel c on c.id = cs.channel_id where cs.story_id = f.story_id and c.full_text = 'always')
            """
        ) { $0.optionalDate() } ?? nil
    }

    static func release(_ lease: FullTextLease, _ transaction: Transaction) throws {
        try transaction.run(
            """
            update full_text set claimed_until = 0, tried_at = 0, again_at = 0 where story_id = ? and claimed_until = ?
            """, [.number(lease.story), .number(lease.token)])
    }

    private func insertIfMissing(_ story: Int64, _ page: WebAddress, again: Date?) throws {
        try transaction.run(
            "insert into full_text (story_id, host, again_at) values (?, ?, ?) on conflict (story_id) do nothing",
            [.number(story), .text(HostKey.key(of: page)), .date(again)])
    }

    private func leasePage(
        _ story: Int64, _ kind: SourceKind, _ site: WebAddress, _ page: WebAddress, failures: Int
    ) throws -> FullTextLease {
        let token = now.milliseconds + policy.leaseDuration.milliseconds
        // Due again when the claim ends: so much is left of it if the process dies.
        try transaction.run(
            "update full_text set claimed_until = ?, tried_at = ?, again_at = ? where story_id = ?",
            [.number(token), .date(now), .number(token), .number(story)])
        return FullTextLease(story: story, kind: kind, site: site, page: page, failures: failures, token: token)
    }

    private func pageInfo(of story: Int64) throws -> PageInfo? {
        try transaction.first(
            """
            select o.kind, o.address, s.link, (select count(*) from channel_story cs join channel c on c.id = cs.channel_id
              where cs.story_id = s.id and c.full_text <> 'never' and c.site is distinct from s.link
              and s.discussion is distinct from s.link)
            from story s join source o on o.id = s.source_id where s.id = ? and s.purged_at is null
            """, [.number(story)]
        ) { row in
            PageInfo(
                kind: SourceKind(rawValue: row.text()), site: WebAddress(row.text()),
                page: row.optionalText().flatMap { WebAddress($0) }, isWanted: row.bool())
        }
    }
}
