import Foundation
import News
import URLs

/// The exclusive right to fetch a page.
struct LinkedPageLease: Sendable {
    var page: Int64
    var address: WebAddress
    /// The story that links to the page or is its own.
    var story: Int64?
    var sourceState: SourceState?
    /// In milliseconds; identifies the lease.
    var token: Int64
}

struct LinkedPageLeaseStore {
    enum LeaseResult {
        case acquired(LinkedPageLease)
        case skipped(LinkedPageService.Outcome)
    }

    let transaction: Transaction
    let now: Date
    let policy: LinkedPagePolicy
    let pollingPolicy: PollingPolicy

    private struct StoredState {
        var page: Int64
        var isFetched: Bool
        var freshUntil: Int64
        var claimedUntil: Int64
        var triedAt: Int64
        var isCurrent: Bool
        var hasFailed: Bool
        var sourceState: SourceState?
    }

    /// - Parameter isManual: fetches a fresh page again.
    func acquire(_ address: WebAddress, for story: Int64?, isManual: Bool) throws -> LeaseResult {
        let host = address.hostKey
        try transaction.run(
            "insert into linked_page (address, host, seen_at) values (?, ?, ?) on conflict (address) do nothing",
            [.text(address.text), .text(host), .date(now)])
        guard let stored = try storedState(address) else { throw LibraryError.notThere }
        if let story { try linkToStory(stored.page, to: story) }
        if stored.claimedUntil > now.milliseconds { return .skipped(.inProgress) }
        if stored.isFetched, stored.isCurrent, stored.freshUntil > now.milliseconds, !isManual {
            return .skipped(.upToDate)
        }
        if !stored.isFetched, let story,
            try LinkedPageStore(transaction: transaction, policy: policy).copyFullText(
                stored.page, address, from: story, now: now)
        {
            return .skipped(.upToDate)
        }
        if try mustWait(stored, host, isManual: isManual) { return .skipped(.deferred) }
        let token = now.milliseconds + policy.leaseDuration.milliseconds
        try transaction.run(
            "update linked_page set claimed_until = ?, tried_at = ?, tries = tries + 1 where id = ?",
            [.number(token), .date(now), .number(stored.page)])
        // A 304 is useless without a current text.
        let sourceState = stored.isFetched && stored.isCurrent ? stored.sourceState : nil
        return .acquired(
            LinkedPageLease(page: stored.page, address: address, story: story, sourceState: sourceState, token: token))
    }

    private func storedState(_ address: WebAddress) throws -> StoredState? {
        try transaction.first(
            """
            select id, fetched_at, fresh_until, claimed_until, tried_at, rules, error, memory from linked_page
            where address = ?
            """, [.text(address.text)]
        ) { row in
            StoredState(
                page: row.number("id"), isFetched: row.optionalNumber("fetched_at") != nil,
                freshUntil: row.number("fresh_until"), claimedUntil: row.number("claimed_until"),
                triedAt: row.number("tried_at"), isCurrent: row.int("rules") == FullTextAssembler.rulesVersion,
                hasFailed: row.optionalText("error") != nil,
                sourceState: row.optionalBytes("memory").map { SourceState(bytes: $0) })
        }
    }

    private func mustWait(_ stored: StoredState, _ host: String, isManual: Bool) throws -> Bool {
        let pause = isManual ? policy.manualMinimum : policy.reopenMinimum
        if stored.hasFailed || isManual, stored.triedAt + pause.milliseconds > now.milliseconds { return true }
        return try HostBackoffTable(transaction: transaction, now: now, policy: pollingPolicy).waitUntil(host) != nil
    }

    /// Ties the page's retention to the first story that opened it.
    private func linkToStory(_ page: Int64, to story: Int64) throws {
        try transaction.run(
            """
            update linked_page set story_id = ? where id = ? and story_id is null
              and exists (select 1 from story s where s.id = ? and s.purged_at is null)
            """, [.number(story), .number(page), .number(story)])
    }

    static func release(_ lease: LinkedPageLease, _ transaction: Transaction) throws {
        try transaction.run(
            "update linked_page set claimed_until = 0, tried_at = 0 where id = ? and claimed_until = ?",
            [.number(lease.page), .number(lease.token)])
    }
}
