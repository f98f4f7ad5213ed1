import Foundation
import Markup
import News

/// Writes what origins say of threads.
struct DiscussionRecords {
    let session: Session
    let now: Date
    let bounds: DiscussionBounds

    private static let mostMissing = 1_000_000_000

    /// The comments as they are known so far, of a thread that was never here whole. An attempt that failed may have kept
    /// more than this: nothing is taken for gone before the answer is here.
    func note(_ answer: DiscussionAnswer, of claim: DiscussionClaim) throws {
        guard try isOurs(claim) else { return }
        if let comments = answer.comments { _ = try write(comments, of: claim.story, isWhole: false) }
        try noteStory(answer, of: claim.story, kept: nil)
    }

    /// The answer, with which the question ends.
    func settle(_ answer: DiscussionAnswer, of claim: DiscussionClaim) throws -> DiscussionDesk.Outcome {
        guard try isOurs(claim) else { return .underWay }
        var outcome = DiscussionDesk.Outcome.unchanged
        // An origin may count whatever it likes; it is added to below.
        var missing = min(max(0, answer.missing), Self.mostMissing)
        if let comments = answer.comments {
            let (new, left) = try write(comments, of: claim.story, isWhole: answer.isWhole)
            missing = max(0, missing - left) + max(0, comments.count - bounds.comments)
            outcome = .answered(new: new)
        }
        let kept = try session.count(
            "select count(*) from comment where story_id = ? and standing <> 'deleted'",
            [.number(claim.story)])
        try noteStory(answer, of: claim.story, kept: kept + missing)
        let complaints = answer.complaints.prefix(20).map { String($0.prefix(300)) }
        try session.run(
            """
            update discussion set claimed_until = 0, answered_at = ?, fresh_until = ?, wait_until = null,
              memory = coalesce(?, memory), rules = case when ? = 1 then ? else rules end,
              missing = case when ? = 1 then ? else missing end, is_open = coalesce(?, is_open), error = null,
              http_status = null, why = null, complaints = case when ? = 1 then ? else complaints end
            where story_id = ?
            """,
            [
                .instant(now), .instant(bounds.freshUntil(now, seconds: answer.freshSeconds)),
                .bytes(answer.memory?.bytes), .flag(answer.comments != nil), .number(CleaningRules.version),
                .flag(answer.comments != nil), .number(missing), answer.isOpen.map { .flag($0) } ?? .none,
                .flag(answer.comments != nil), .words(try JSONText.write(Array(complaints))), .number(claim.story),
            ])
        return outcome
    }

    /// What was had before stays.
    func fail(_ error: SourceError, of claim: DiscussionClaim) throws -> DiscussionDesk.Outcome {
        guard try isOurs(claim) else { return .underWay }
        var wait: Date?
        if case .busy(let until) = error { wait = min(until, now.addingTimeInterval(7 * 86_400)) }
        try session.run(
            """
            update discussion set claimed_until = 0, error = ?, http_status = ?, why = ?, wait_until = ?
            where story_id = ?
            """,
            [
                .words(error.code), .number(Outcome.failed(error).status), .words(error.sentence), .instant(wait),
                .number(claim.story),
            ])
        return .failed(error)
    }

    private func isOurs(_ claim: DiscussionClaim) throws -> Bool {
        try session.number(
            """
            select 1 from discussion d join story s on s.id = d.story_id
            where d.story_id = ? and d.claimed_until = ? and s.purged_at is null
            """, [.number(claim.story), .number(claim.token)]) != nil
    }

    /// Points, count, kind and poll, as far as the answer tells them.
    private func noteStory(_ answer: DiscussionAnswer, of story: Int64, kept: Int?) throws {
        if let told = answer.story {
            try StoryTalk(session: session).note(told, of: story)
        }
        guard answer.story?.commentCount == nil, answer.comments != nil, let kept else { return }
        // Never lowered: a list may count what its site shows nobody, and would seem to bring something new each time.
        try session.run(
            "update story set comment_count = ? where id = ? and (comment_count is null or comment_count < ?)",
            [.number(kept), .number(story), .number(kept)])
    }

    // MARK: Comments

    private struct Known {
        var key: String
        var parent: String?
        var digest: Int64
        var rank: Int
        var depth: Int
    }

    /// - Parameter isWhole: what the answer does not have is gone at the origin; else it stays, below what it answers.
    /// - Returns: how many were not known; and how many stayed that the answer does not have.
    private func write(
        _ comments: [ArrivingComment], of story: Int64, isWhole: Bool
    ) throws -> (new: Int, left: Int) {
        let comments = comments.prefix(bounds.comments)
        let known = try known(story)
        let knownKeys = Dictionary(known.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let told = Set(comments.map(\.key))
        let left = isWhole ? [] : known.filter { !told.contains($0.key) }
        let order = ThreadOrder(
            comments.map { ($0.key, $0.parent) } + left.map { ($0.key, $0.parent) })
        var new = 0
        // Ids rise in the order in which comments are read: what came together stands together.
        for (rank, place) in order.places.enumerated() {
            guard place.index < comments.count else {
                try move(left[place.index - comments.count], of: story, to: rank, place.depth)
                continue
            }
            let comment = comments[place.index]
            let before = knownKeys[comment.key]
            let digest = Self.digest(of: comment)
            if before == nil { new += 1 }
            if let before, before.digest == digest {
                try move(before, of: story, to: rank, place.depth)
            } else {
                try put(comment, digest, of: story, at: rank, place.depth)
            }
        }
        if isWhole {
            for gone in known where !told.contains(gone.key) {
                try session.run(
                    "delete from comment where story_id = ? and key = ?", [.number(story), .words(gone.key)])
            }
        }
        return (new, left.count)
    }

    private func known(_ story: Int64) throws -> [Known] {
        try session.all(
            "select key, parent, digest, rank, depth from comment where story_id = ? order by rank", [.number(story)]
        ) { row in
            Known(
                key: row.words(), parent: row.optionalWords(), digest: row.number(), rank: row.int(), depth: row.int())
        }
    }

    private func move(_ known: Known, of story: Int64, to rank: Int, _ depth: Int) throws {
        guard known.rank != rank || known.depth != depth else { return }
        try session.run(
            "update comment set rank = ?, depth = ? where story_id = ? and key = ?",
            [.number(rank), .number(depth), .number(story), .words(known.key)])
    }

    private func put(_ comment: ArrivingComment, _ digest: Int64, of story: Int64, at rank: Int, _ depth: Int) throws {
        try session.run(
            """
            insert into comment (story_id, key, parent, rank, depth, author, author_page, is_by_author, html, plain,
              published_at, link, kind, standing, fade, arrived_at, digest)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (story_id, key) do update set parent = excluded.parent, rank = excluded.rank,
              depth = excluded.depth, author = excluded.author, author_page = excluded.author_page,
              is_by_author = excluded.is_by_author, html = excluded.html, plain = excluded.plain,
              published_at = excluded.published_at, link = excluded.link, kind = excluded.kind,
              standing = excluded.standing, fade = excluded.fade, digest = excluded.digest
            """,
            [
                .number(story), .words(comment.key), .words(comment.parent), .number(rank), .number(depth),
                .words(comment.author), .words(comment.authorPage?.text), .flag(comment.isByAuthor),
                .words(comment.body.text), .words(comment.text), .instant(comment.publishedAt),
                .words(comment.link?.text), .words(comment.kind.rawValue), .words(comment.standing.rawValue),
                .number(min(100, max(0, comment.fade))), .instant(now), .number(digest),
            ])
    }

    private static func digest(of comment: ArrivingComment) -> Int64 {
        var print = Fingerprint()
        for part in [
            comment.parent, comment.author, comment.authorPage?.text, comment.body.text, comment.link?.text,
            comment.kind.rawValue, comment.standing.rawValue,
        ] { print.add(part ?? "") }
        print.add("\(comment.isByAuthor) \(comment.fade) \(comment.publishedAt?.milliseconds ?? 0)")
        return print.value
    }

    /// Everything that was said under a story goes with it.
    static func letGo(_ story: Int64, _ session: Session) throws {
        for table in ["comment", "discussion", "discussion_visit", "story_mention"] {
            try session.run("delete from \(table) where story_id = ?", [.number(story)])
        }
    }
}
