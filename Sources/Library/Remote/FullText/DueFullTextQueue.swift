import Foundation
import News
import URLs

/// A request for the page with a story's full text.
struct FullTextRequest: Sendable {
    var story: Int64
    var kind: SourceKind
    var site: WebAddress
    var page: WebAddress
}

/// A queue that leases stories' pages: the opened ones, and the ones due in the background.
struct DueFullTextQueue {
    let leases: FetchLeaseStore
    let policy: FullTextPolicy

    private var transaction: Transaction { leases.transaction }
    private var now: Date { leases.now }
    private static let kind = FetchTarget.Kind.fullText.rawValue

    /// An SQL condition: the page of the story `s` is the story's own, and one of its channels does not disable full
    /// texts.
    static let isWanted = """
        s.discussion_link is distinct from s.link and exists (
          select 1 from channel_story cs join channel c on c.id = cs.channel_id
          where cs.story_id = s.id and c.full_text_choice <> '\(FullTextChoice.never.rawValue)'
            and c.site_address is distinct from s.link)
        """

    private struct PageInfo {
        var request: FullTextRequest
        var isStored: Bool
        var isWanted: Bool
    }

    /// Leases an opened story's page.
    func acquire(
        _ story: Int64, reason: RefreshReason
    ) throws -> FetchLeaseStore.LeaseResult<FullTextRequest> {
        guard let info = try pageInfo(of: story) else { throw LibraryError.notThere }
        guard info.isWanted else { return .skipped(.unavailable) }
        return try leases.acquire(
            .fullText(ofStory: story), host: info.request.page.hostKey, isStored: info.isStored, reason: reason
        ) { _ in info.request }
    }

    /// Leases the longest-waiting due page of a channel set to `always` whose host has no back-off and no other lease.
    func acquireNext() throws -> (FetchLease, FullTextRequest)? {
        guard let found = try nextDueStory() else { return nil }
        let target = FetchTarget.fullText(ofStory: found)
        guard let info = try pageInfo(of: found) else {
            try transaction.update("fetch_state", set: ["due_at": .null], where: target.condition, target.arguments)
            return try acquireNext()
        }
        let lease = try leases.lease(
            target, host: info.request.page.hostKey, try leases.state(of: target), reason: .due)
        return (lease, info.request)
    }

    private func nextDueStory() throws -> Int64? {
        let hostCutoff = now.addingTimeInterval(-policy.hostInterval.seconds)
        let forbiddenCutoff = now.addingTimeInterval(-policy.fetching.retryDelay.seconds)
        // Older requests have no lease and block nothing, so the index leaves them out.
        let earliest = min(
            hostCutoff, forbiddenCutoff, now.addingTimeInterval(-policy.fetching.leaseDuration.seconds))
        return try transaction.number(
            """
            select f.target_id from fetch_state f where f.kind = ? and f.due_at <= ? and f.claimed_until <= ?
              and exists (select 1 from channel_story cs join channel c on c.id = cs.channel_id
                where cs.story_id = f.target_id and c.full_text_choice = '\(FullTextChoice.always.rawValue)')
              and not exists (select 1 from fetch_state o where o.kind = f.kind and o.host = f.host and o.last_attempt_at > ?
                and (o.claimed_until > ? or o.last_attempt_at > ? or o.last_attempt_at > ? and o.http_status = 403))
              and not exists (select 1 from host_backoff w where w.host = f.host and w.backoff_until > ?)
            order by f.due_at, f.target_id desc limit 1
            """,
            [
                .text(Self.kind), .date(now), .date(now), .date(earliest), .date(now), .date(hostCutoff),
                .date(forbiddenCutoff), .date(now),
            ])
    }

    // MARK: Scheduling

    func scheduleNew() throws {
        for (story, page) in try unscheduled() {
            try Self.schedule(story, host: page.hostKey, at: now, transaction)
        }
    }

    /// Makes a story's page due in the background.
    static func schedule(_ story: Int64, host: String, at due: Date, _ transaction: Transaction) throws {
        try transaction.insert(
            into: "fetch_state",
            ["kind": .text(kind), "target_id": .number(story), "host": .text(host), "due_at": .date(due)],
            onConflict: "(kind, target_id, source_id) do update set host = excluded.host, due_at = excluded.due_at")
    }

    /// Returns the newest stories of channels set to `always` whose pages were never requested.
    func unscheduled() throws -> [(story: Int64, page: WebAddress)] {
        let channels = try transaction.numbers(
            "select id from channel where full_text_choice = '\(FullTextChoice.always.rawValue)'")
        return try channels.flatMap { channel in
            try transaction.all(
                """
                select s.id, s.link from (
                  select story_id, shown_at from channel_story where channel_id = ?
                  order by shown_at desc, story_id desc limit ?) as newest
                join story s on s.id = newest.story_id
                where s.purged_at is null and s.link is not null and s.discussion_link is distinct from s.link
                  and not exists (select 1 from channel c where c.id = ? and c.site_address = s.link)
                  and not exists (select 1 from full_text f where f.story_id = s.id)
                  and not exists (select 1 from fetch_state f where f.kind = ? and f.target_id = s.id
                    and (f.last_attempt_at is not null or f.due_at is not null))
                  and exists (select 1 from subscription u where u.channel_id = ?)
                """,
                [
                    .number(channel), .number(policy.maxPerChannel), .number(channel), .text(Self.kind),
                    .number(channel),
                ]
            ) { (story: $0.number("id"), page: $0.optionalText("link").flatMap { WebAddress($0) }) }
            .compactMap { story, page in page.map { (story: story, page: $0) } }
        }
    }

    func hasAlwaysChannels() throws -> Bool {
        try transaction.exists(
            "select 1 from channel where full_text_choice = '\(FullTextChoice.always.rawValue)' limit 1")
    }

    func nextDue() throws -> Date? {
        try transaction.date(
            """
            select min(f.due_at) from fetch_state f
            where f.kind = ? and f.due_at is not null and exists (select 1 from channel_story cs
              join channel c on c.id = cs.channel_id
              where cs.story_id = f.target_id and c.full_text_choice = '\(FullTextChoice.always.rawValue)')
            """, [.text(Self.kind)])
    }

    /// Returns the page of a story; nil if the story has none.
    private func pageInfo(of story: Int64) throws -> PageInfo? {
        try transaction.first(
            """
            select o.kind, o.address, s.link,
              (select count(*) from full_text f where f.story_id = s.id) as is_stored,
              case when \(Self.isWanted) then 1 else 0 end as is_wanted
            from story s join source o on o.id = s.source_id where s.id = ? and s.purged_at is null
            """, [.number(story)]
        ) { row -> PageInfo? in
            guard let site = WebAddress(row.text("address")),
                let page = row.optionalText("link").flatMap({ WebAddress($0) })
            else { return nil }
            return PageInfo(
                request: FullTextRequest(
                    story: story, kind: SourceKind(rawValue: row.text("kind")), site: site, page: page),
                isStored: row.bool("is_stored"), isWanted: row.bool("is_wanted"))
        } ?? nil
    }
}
