import Foundation
import Markup
import News

/// A page that this process, and no other, may ask now.
struct LinkedPageLease: Sendable {
    var page: Int64
    var address: WebAddress
    /// The story it is asked for, if it is one's link or stands in one.
    var story: Int64?
    var sourceState: SourceState?
    /// Until when the claim holds; also what tells it from a later one.
    var token: Int64
}

/// Claims pages outside in the database (decision 9), as channels and stories' pages are claimed.
struct LinkedPageLeaseStore {
    enum LeaseResult {
        case acquired(LinkedPageLease)
        case skipped(LinkedPageService.Outcome)
    }

    let transaction: Transaction
    let now: Date
    let policy: LinkedPagePolicy
    let pollingPolicy: PollingPolicy

    /// - Parameter isAsked: a person pressed the button, rather than opened the page: what is fresh is asked again.
    func acquire(_ address: WebAddress, for story: Int64?, isAsked: Bool) throws -> LeaseResult {
        let host = HostKey.key(of: address)
        try transaction.run(
            "insert into outside_page (address, host, seen_at) values (?, ?, ?) on conflict (address) do nothing",
            [.text(address.text), .text(host), .date(now)])
        let row = try transaction.first(
            """
            select id, fetched_at, fresh_until, claimed_until, tried_at, rules, error, memory from outside_page
            where address = ?
            """, [.text(address.text)]
        ) { row in
            (
                id: row.number(), isThere: row.optionalNumber() != nil, fresh: row.number(), claimed: row.number(),
                tried: row.number(), rules: row.int(), hasFailed: row.optionalText() != nil,
                memory: row.optionalBytes().map { SourceState(bytes: $0) }
            )
        }
        guard let row else { throw LibraryError.notThere }
        if let story { try linkToStory(row.id, to: story) }
        if row.claimed > now.milliseconds { return .skipped(.inProgress) }
        let isCurrent = row.rules == FullTextAssembler.rulesVersion
        if row.isThere, isCurrent, row.fresh > now.milliseconds, !isAsked { return .skipped(.upToDate) }
        if !row.isThere, let story,
            try LinkedPageWriter(transaction: transaction, policy: policy).copyFullText(
                row.id, address, from: story, now: now)
        {
            return .skipped(.upToDate)
        }
        let pause = isAsked ? policy.manualMinimum : policy.reopenMinimum
        if row.hasFailed || isAsked, row.tried + pause.milliseconds > now.milliseconds { return .skipped(.deferred) }
        if try HostBackoff(transaction: transaction, now: now, policy: pollingPolicy).waitUntil(host) != nil {
            return .skipped(.deferred)
        }
        let token = now.milliseconds + policy.leaseDuration.milliseconds
        try transaction.run(
            "update outside_page set claimed_until = ?, tried_at = ?, tries = tries + 1 where id = ?",
            [.number(token), .date(now), .number(row.id)])
        // Without its text, "unchanged" would be of no use.
        let memory = row.isThere && isCurrent ? row.memory : nil
        return .acquired(
            LinkedPageLease(page: row.id, address: address, story: story, sourceState: memory, token: token))
    }

    /// The page goes with the story it was first opened from.
    private func linkToStory(_ page: Int64, to story: Int64) throws {
        try transaction.run(
            """
            update outside_page set story_id = ? where id = ? and story_id is null
              and exists (select 1 from story s where s.id = ? and s.purged_at is null)
            """, [.number(story), .number(page), .number(story)])
    }

    static func release(_ lease: LinkedPageLease, _ transaction: Transaction) throws {
        try transaction.run(
            "update outside_page set claimed_until = 0, tried_at = 0 where id = ? and claimed_until = ?",
            [.number(lease.page), .number(lease.token)])
    }
}
