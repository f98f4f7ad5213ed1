import Foundation
import News
import URLs

/// The exclusive right to fetch a story's page.
struct FullTextLease: Sendable {
    var story: Int64
    var kind: SourceKind
    var site: WebAddress
    var page: WebAddress
    var failures: Int
    /// Set when a failed page is fetched manually.
    var preservedRetry: PreservedRetry?
    /// In milliseconds; identifies the lease.
    var token: Int64

    /// Kept if the manual fetch fails.
    struct PreservedRetry: Sendable {
        var retryAt: Date?
    }
}

struct FullTextLeaseStore {
    let transaction: Transaction
    let now: Date
    let policy: FullTextPolicy
    /// Unused: `HostBackoffTable` needs it only to record a back-off.
    var pollingPolicy = PollingPolicy.standard

    private struct PageInfo {
        var kind: SourceKind
        var site: WebAddress?
        var page: WebAddress?
        var isWanted: Bool
    }

    enum LeaseResult {
        case acquired(FullTextLease)
        case skipped(FullTextService.Outcome)
    }

    /// Leases an opened story's page.
    /// - Parameter isManual: a person requested it explicitly.
    func acquire(_ story: Int64, isManual: Bool) throws -> LeaseResult {
        guard let info = try pageInfo(of: story), let site = info.site, let page = info.page else {
            throw LibraryError.notThere
        }
        guard info.isWanted else { return .skipped(.disabled) }
        try insertIfMissing(story, page, retryAt: nil)
        let row = try transaction.first(
            """
            select fetched_at, claimed_until, tried_at, again_at, failures from full_text where story_id = ?
            """, [.number(story)]
        ) { row in
            (
                isFetched: row.optionalNumber("fetched_at") != nil, claimed: row.number("claimed_until"),
                tried: row.number("tried_at"), retryAt: row.optionalNumber("again_at"), failures: row.int("failures")
            )
        }
        guard let row else { throw LibraryError.notThere }
        if row.isFetched { return .skipped(.alreadyFetched) }
        if row.claimed > now.milliseconds { return .skipped(.inProgress) }
        let earliest =
            isManual ? row.tried + policy.manualMinimum.milliseconds : row.tried == 0 ? 0 : row.retryAt ?? .max
        if earliest > now.milliseconds {
            return .skipped(.deferred(until: earliest == .max ? nil : Date(milliseconds: earliest)))
        }
        let backoff = HostBackoffTable(transaction: transaction, now: now, policy: pollingPolicy)
        if let until = try backoff.waitUntil(page.hostKey) { return .skipped(.deferred(until: until)) }
        if !isManual, let until = try forbiddenUntil(page.hostKey) { return .skipped(.deferred(until: until)) }
        var lease = try leasePage(story, info.kind, site, page, failures: row.failures)
        if isManual, row.failures > 0 {
            lease.preservedRetry = .init(retryAt: row.retryAt.map { Date(milliseconds: $0) })
        }
        return .acquired(lease)
    }

    /// The end of a host's back-off: a 403 counts for all its pages. Not for manual fetches.
    private func forbiddenUntil(_ host: String) throws -> Date? {
        let since = now.addingTimeInterval(-policy.forbiddenBackoff)
        let tried = try transaction.date(
            "select max(tried_at) from full_text where host = ? and http_status = 403 and tried_at > ?",
            [.text(host), .date(since)])
        return tried?.addingTimeInterval(policy.forbiddenBackoff)
    }

    /// The longest-waiting due page of a channel set to `always`, if its host has no back-off or other lease.
    func acquireNext() throws -> FullTextLease? {
        let hostCutoff = now.addingTimeInterval(-Double(policy.hostInterval.milliseconds) / 1000)
        let found = try transaction.number(
            """
            select f.story_id from full_text f where f.again_at <= ? and f.claimed_until <= ?
              and exists (select 1 from channel_story cs join channel c on c.id = cs.channel_id
                where cs.story_id = f.story_id and c.full_text = 'always')
              and not exists (select 1 from full_text o where o.host = f.host and o.claimed_until > ?)
              and not exists (select 1 from full_text o where o.host = f.host and o.tried_at > ?)
              and not exists (select 1 from host_backoff w where w.host = f.host and w.wait_until > ?)
              and not exists (
                select 1 from full_text o where o.host = f.host and o.tried_at > ? and o.http_status = 403)
            order by f.again_at, f.story_id desc limit 1
            """,
            [
                .date(now), .date(now), .date(now), .date(hostCutoff), .date(now),
                .date(now.addingTimeInterval(-policy.forbiddenBackoff)),
            ])
        guard let found else { return nil }
        guard let info = try pageInfo(of: found), let site = info.site, let page = info.page else {
            try transaction.run("update full_text set again_at = null where story_id = ?", [.number(found)])
            return try acquireNext()
        }
        let failures = try transaction.count("select failures from full_text where story_id = ?", [.number(found)])
        return try leasePage(found, info.kind, site, page, failures: failures)
    }

    func scheduleNew() throws {
        for (story, page) in try unscheduled() { try insertIfMissing(story, page, retryAt: now) }
    }

    /// The newest stories of channels set to `always` without a `full_text` row.
    func unscheduled() throws -> [(story: Int64, page: WebAddress)] {
        try transaction.numbers("select id from channel where full_text = 'always'").flatMap { channel in
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
            ) { (story: $0.number("id"), page: $0.optionalText("link").flatMap { WebAddress($0) }) }
            .compactMap { story, page in page.map { (story: story, page: $0) } }
        }
    }

    func hasAlwaysChannels() throws -> Bool {
        try transaction.exists("select 1 from channel where full_text = 'always' limit 1")
    }

    func nextDue() throws -> Date? {
        try transaction.date(
            """
            select min(f.again_at) from full_text f
            where f.again_at is not null and exists (select 1 from channel_story cs
              join channel c on c.id = cs.channel_id where cs.story_id = f.story_id and c.full_text = 'always')
            """)
    }

    static func release(_ lease: FullTextLease, _ transaction: Transaction) throws {
        try transaction.run(
            """
            update full_text set claimed_until = 0, tried_at = 0, again_at = 0 where story_id = ? and claimed_until = ?
            """, [.number(lease.story), .number(lease.token)])
    }

    private func insertIfMissing(_ story: Int64, _ page: WebAddress, retryAt: Date?) throws {
        try transaction.run(
            "insert into full_text (story_id, host, again_at) values (?, ?, ?) on conflict (story_id) do nothing",
            [.number(story), .text(page.hostKey), .date(retryAt)])
    }

    private func leasePage(
        _ story: Int64, _ kind: SourceKind, _ site: WebAddress, _ page: WebAddress, failures: Int
    ) throws -> FullTextLease {
        let token = now.milliseconds + policy.leaseDuration.milliseconds
        // Due again at expiry, in case the process dies.
        try transaction.run(
            "update full_text set claimed_until = ?, tried_at = ?, again_at = ? where story_id = ?",
            [.number(token), .date(now), .number(token), .number(story)])
        return FullTextLease(story: story, kind: kind, site: site, page: page, failures: failures, token: token)
    }

    private func pageInfo(of story: Int64) throws -> PageInfo? {
        try transaction.first(
            """
            select o.kind, o.address, s.link, (
              select count(*) from channel_story cs join channel c on c.id = cs.channel_id
              where cs.story_id = s.id and c.full_text <> 'never' and c.site is distinct from s.link
              and s.discussion is distinct from s.link) as is_wanted
            from story s join source o on o.id = s.source_id where s.id = ? and s.purged_at is null
            """, [.number(story)]
        ) { row in
            PageInfo(
                kind: SourceKind(rawValue: row.text("kind")), site: WebAddress(row.text("address")),
                page: row.optionalText("link").flatMap { WebAddress($0) }, isWanted: row.bool("is_wanted"))
        }
    }
}
