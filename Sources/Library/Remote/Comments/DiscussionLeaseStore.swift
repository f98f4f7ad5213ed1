import Foundation
import Markup
import News
import URLs

/// The exclusive right to fetch a thread.
struct DiscussionLease: Sendable {
    var story: Int64
    var source: StorySource
    var request: DiscussionRequest
    /// From an earlier fetch.
    var hasComments: Bool
    /// In milliseconds; identifies the lease.
    var token: Int64
}

struct DiscussionLeaseStore {
    enum LeaseResult {
        case acquired(DiscussionLease)
        case skipped(DiscussionService.Outcome)
    }

    let transaction: Transaction
    let now: Date
    let policy: DiscussionPolicy

    private struct StoredState {
        var claimedUntil: Int64
        var askedAt: Int64?
        var freshUntil: Int64
        var backoffUntil: Int64
        var hasFailed: Bool
        var hasComments: Bool
        var rulesVersion: Int
        var sourceState: SourceState?
    }

    func acquire(_ story: Int64, reason: RefreshReason) throws -> LeaseResult {
        guard let source = try StorySource.find(story: story, transaction), let known = try request(story, reason)
        else {
            throw LibraryError.notThere
        }
        try transaction.run(
            "insert into discussion (story_id) values (?) on conflict (story_id) do nothing", [.number(story)])
        guard let stored = try storedState(story) else { throw LibraryError.notThere }
        if let outcome = skipOutcome(stored, reason) { return .skipped(outcome) }
        let token = now.milliseconds + policy.leaseDuration.milliseconds
        try transaction.run(
            "update discussion set claimed_until = ?, asked_at = ? where story_id = ?",
            [.number(token), .date(now), .number(story)])
        var request = known
        // Comments sanitised by older rules are fetched again in full.
        let isCurrent = stored.rulesVersion == SanitizerRules.version
        request.sourceState = stored.hasComments && isCurrent ? stored.sourceState : nil
        return .acquired(
            DiscussionLease(
                story: story, source: source, request: request, hasComments: stored.hasComments, token: token))
    }

    private func skipOutcome(_ stored: StoredState, _ reason: RefreshReason) -> DiscussionService.Outcome? {
        let moment = now.milliseconds
        if stored.claimedUntil > moment { return .inProgress }
        if stored.backoffUntil > moment { return .backingOff(until: Date(milliseconds: stored.backoffUntil)) }
        let since = stored.askedAt.map { moment - $0 } ?? .max
        switch reason {
        case .manual: return since < policy.manualMinimum.milliseconds ? .tooSoon : nil
        case .viewed, .due:
            if stored.hasFailed { return since < policy.retryMinimum.milliseconds ? .tooSoon : nil }
            let isFresh =
                stored.hasComments && stored.freshUntil > moment && stored.rulesVersion == SanitizerRules.version
            return isFresh ? .upToDate : nil
        }
    }

    private func storedState(_ story: Int64) throws -> StoredState? {
        try transaction.first(
            """
            select claimed_until, asked_at, fresh_until, coalesce(wait_until, 0) as backoff_until, error, answered_at,
              rules, memory
            from discussion where story_id = ?
            """, [.number(story)]
        ) { row in
            StoredState(
                claimedUntil: row.number("claimed_until"), askedAt: row.optionalNumber("asked_at"),
                freshUntil: row.number("fresh_until"), backoffUntil: row.number("backoff_until"),
                hasFailed: row.optionalText("error") != nil, hasComments: row.optionalNumber("answered_at") != nil,
                rulesVersion: row.int("rules"),
                sourceState: row.optionalBytes("memory").map { SourceState(bytes: $0) })
        }
    }

    private func request(_ story: Int64, _ reason: RefreshReason) throws -> DiscussionRequest? {
        try transaction.first(
            "select key, link, discussion, comment_count from story where id = ? and purged_at is null",
            [.number(story)]
        ) { row in
            DiscussionRequest(
                storyKey: row.text("key"), link: row.optionalText("link").flatMap { WebAddress($0) },
                discussionLink: row.optionalText("discussion").flatMap { WebAddress($0) },
                expectedCount: row.optionalInt("comment_count").map { max(0, $0) },
                reason: reason)
        }
    }

    static func release(_ lease: DiscussionLease, _ transaction: Transaction) throws {
        try transaction.run(
            "update discussion set claimed_until = 0, asked_at = null where story_id = ? and claimed_until = ?",
            [.number(lease.story), .number(lease.token)])
    }
}
