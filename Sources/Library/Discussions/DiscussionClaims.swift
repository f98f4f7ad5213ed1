import Foundation
import Markup
import News

/// A thread that this process, and no other, may ask for now.
struct DiscussionClaim: Sendable {
    var story: Int64
    var source: StorySource
    var request: DiscussionRequest
    /// Whether comments are kept from before.
    var hasAnswer: Bool
    /// Until when the claim holds; also what tells it from a later one.
    var token: Int64
}

/// Claims threads in the database (decision 9), as channels and pages are claimed.
struct DiscussionClaims {
    enum Answer {
        case claimed(DiscussionClaim)
        case settled(DiscussionDesk.Outcome)
    }

    let session: Session
    let now: Date
    let bounds: DiscussionBounds

    private struct Standing {
        var claimedUntil: Int64
        var askedAt: Int64?
        var freshUntil: Int64
        var waitUntil: Int64
        var hasFailed: Bool
        var hasAnswer: Bool
        var rules: Int
        var memory: ChannelMemory?
    }

    func claim(_ story: Int64, reason: RefreshReason) throws -> Answer {
        guard let source = try StorySource.of(story: story, session), let known = try request(story, reason) else {
            throw LibraryError.notThere
        }
        try session.run(
            "insert into discussion (story_id) values (?) on conflict (story_id) do nothing", [.number(story)])
        guard let standing = try standing(story) else { throw LibraryError.notThere }
        if let settled = settled(standing, reason) { return .settled(settled) }
        let token = now.milliseconds + bounds.claim.milliseconds
        try session.run(
            "update discussion set claimed_until = ?, asked_at = ? where story_id = ?",
            [.number(token), .instant(now), .number(story)])
        var request = known
        // Comments of older rules are wanted anew, so "unchanged" would be of no use.
        let isCurrent = standing.rules == CleaningRules.version
        request.memory = standing.hasAnswer && isCurrent ? standing.memory : nil
        return .claimed(
            DiscussionClaim(
                story: story, source: source, request: request, hasAnswer: standing.hasAnswer, token: token))
    }

    private func settled(_ standing: Standing, _ reason: RefreshReason) -> DiscussionDesk.Outcome? {
        let moment = now.milliseconds
        if standing.claimedUntil > moment { return .underWay }
        if standing.waitUntil > moment { return .waiting(until: Date(milliseconds: standing.waitUntil)) }
        let since = standing.askedAt.map { moment - $0 } ?? .max
        switch reason {
        case .asked: return since < bounds.asked.milliseconds ? .tooSoon : nil
        case .appeared, .due:
            if standing.hasFailed { return since < bounds.retried.milliseconds ? .tooSoon : nil }
            let isFresh =
                standing.hasAnswer && standing.freshUntil > moment && standing.rules == CleaningRules.version
            return isFresh ? .alreadyThere : nil
        }
    }

    private func standing(_ story: Int64) throws -> Standing? {
        try session.first(
            """
            select claimed_until, asked_at, fresh_until, coalesce(wait_until, 0), error, answered_at, rules, memory
            from discussion where story_id = ?
            """, [.number(story)]
        ) { row in
            Standing(
                claimedUntil: row.number(), askedAt: row.optionalNumber(), freshUntil: row.number(),
                waitUntil: row.number(), hasFailed: row.optionalWords() != nil,
                hasAnswer: row.optionalNumber() != nil, rules: row.int(),
                memory: row.optionalBytes().map { ChannelMemory(bytes: $0) })
        }
    }

    private func request(_ story: Int64, _ reason: RefreshReason) throws -> DiscussionRequest? {
        try session.first(
            "select key, link, discussion, comment_count from story where id = ? and purged_at is null",
            [.number(story)]
        ) { row in
            DiscussionRequest(
                story: row.words(), link: row.optionalWords().flatMap { WebAddress($0) },
                discussion: row.optionalWords().flatMap { WebAddress($0) }, count: row.optionalInt().map { max(0, $0) },
                reason: reason)
        }
    }

    /// What was interrupted may be asked at once.
    static func release(_ claim: DiscussionClaim, _ session: Session) throws {
        try session.run(
            "update discussion set claimed_until = 0, asked_at = null where story_id = ? and claimed_until = ?",
            [.number(claim.story), .number(claim.token)])
    }
}
