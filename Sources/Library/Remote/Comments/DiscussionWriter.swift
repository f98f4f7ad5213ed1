import Foundation
import Markup
import News
import URLs

struct DiscussionWriter {
    let transaction: Transaction
    let now: Date
    let policy: DiscussionPolicy

    private static let maxMissing = 1_000_000_000

    /// Stores a part of a first fetch. Deletes nothing, because a failed attempt may have stored more.
    func recordPartial(_ response: DiscussionResponse, of story: Int64) throws {
        if let comments = response.comments { _ = try write(comments, of: story, isWhole: false) }
        try updateStory(response, of: story, shown: nil)
    }

    /// Stores the final response and ends the lease.
    func recordResponse(
        _ response: DiscussionResponse, of attempt: OnDemandFetcher.Attempt<DiscussionService.Request>,
        _ leases: FetchLeaseStore
    ) throws -> FetchOutcome {
        let story = attempt.request.story
        var outcome = FetchOutcome.unchanged
        // The count is untrusted and is added to below.
        var missing = min(max(0, response.missingCount), Self.maxMissing)
        if let comments = response.comments {
            let (new, retained) = try write(comments, of: story, isWhole: response.isComplete)
            missing = max(0, missing - retained) + max(0, comments.count - policy.maxComments)
            outcome = .fetched(new: new)
            try OutboxReconciler(transaction: transaction, now: now).reconcile(comments, of: story)
        }
        let shown = try transaction.count(
            """
            select count(*) from comment
            where story_id = ? and moderation_state = '\(FetchedComment.ModerationState.shown.rawValue)'
            """, [.number(story)])
        try updateStory(response, of: story, shown: shown + (response.comments == nil ? 0 : missing))
        try updateDiscussion(of: story, response, missing: missing)
        try leases.recordSuccess(
            of: attempt.lease, freshSeconds: response.freshSeconds,
            sourceState: response.sourceState ?? attempt.lease.previous.sourceState)
        return outcome
    }

    private func updateDiscussion(of story: Int64, _ response: DiscussionResponse, missing: Int) throws {
        let diagnostics = try JSONColumn.encode(response.diagnostics.prefix(20).map { String($0.prefix(300)) })
        let hasComments = response.comments != nil
        try transaction.run(
            "insert into discussion (story_id) values (?) on conflict (story_id) do nothing", [.number(story)])
        try transaction.run(
            """
            update discussion set fetched_at = ?, rules_version = coalesce(?, rules_version), missing_count = coalesce(?, missing_count),
              accepts_comments = coalesce(?, accepts_comments), diagnostics = coalesce(?, diagnostics) where story_id = ?
            """,
            [
                .date(now), .number(hasComments ? SanitizerRules.version : nil),
                .number(hasComments ? missing : nil), response.acceptsComments.map { .bool($0) } ?? .null,
                .text(hasComments ? diagnostics : nil), .number(story),
            ])
    }

    /// Updates the story's labels and engagement counts.
    /// - Parameter shown: The number of comments as the origin counts them: without deleted comments and without those
    ///   that wait for approval; nil if unknown.
    private func updateStory(_ response: DiscussionResponse, of story: Int64, shown: Int?) throws {
        if let fetched = response.story {
            try EngagementWriter(transaction: transaction).update(fetched, of: story)
            try StoryLabelWriter(transaction: transaction).update(fetched.labels, of: story)
        }
        guard response.story?.commentCount == nil, let shown else { return }
        // The count is never lowered: a list may count hidden comments, which would seem new each time.
        try transaction.run(
            "update story set comment_count = ? where id = ? and (comment_count is null or comment_count < ?)",
            [.number(shown), .number(story), .number(shown)])
    }

    // MARK: Comments

    private struct StoredComment {
        var key: String
        var parent: String?
        var contentHash: Int64
        var displayOrder: Int
        var depth: Int
    }

    /// Writes comments in reading order.
    /// - Parameter isWhole: True to delete stored comments that the response lacks.
    /// - Returns: The number of new comments, and of stored comments that the response lacks but that stay.
    private func write(
        _ comments: [FetchedComment], of story: Int64, isWhole: Bool
    ) throws -> (new: Int, retained: Int) {
        let comments = comments.prefix(policy.maxComments)
        let known = try storedComments(story)
        let knownKeys = Dictionary(known.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let fetchedKeys = Set(comments.map(\.key))
        let retained = isWhole ? [] : known.filter { !fetchedKeys.contains($0.key) }
        let order = ThreadSorter(
            comments.map { ($0.key, $0.parentKey) } + retained.map { ($0.key, $0.parent) })
        var new = 0
        // Writing in reading order makes the IDs follow that order.
        for (displayOrder, place) in order.positions.enumerated() {
            guard place.index < comments.count else {
                try updatePosition(retained[place.index - comments.count], of: story, to: displayOrder, place.depth)
                continue
            }
            let comment = comments[place.index]
            let before = knownKeys[comment.key]
            let contentHash = Self.contentHash(of: comment)
            if before == nil { new += 1 }
            if let before, before.contentHash == contentHash {
                try updatePosition(before, of: story, to: displayOrder, place.depth)
            } else {
                try upsert(comment, contentHash, of: story, at: displayOrder, place.depth)
            }
        }
        if isWhole {
            for removed in known where !fetchedKeys.contains(removed.key) {
                try transaction.run(
                    "delete from comment where story_id = ? and origin_key = ?", [.number(story), .text(removed.key)])
            }
        }
        return (new, retained.count)
    }

    private func storedComments(_ story: Int64) throws -> [StoredComment] {
        try transaction.all(
            "select origin_key, parent_key, content_hash, display_order, depth from comment where story_id = ? order by display_order",
            [.number(story)]
        ) { row in
            StoredComment(
                key: row.text("origin_key"), parent: row.optionalText("parent_key"),
                contentHash: row.number("content_hash"),
                displayOrder: row.int("display_order"), depth: row.int("depth"))
        }
    }

    private func updatePosition(_ known: StoredComment, of story: Int64, to displayOrder: Int, _ depth: Int) throws {
        guard known.displayOrder != displayOrder || known.depth != depth else { return }
        try transaction.run(
            "update comment set display_order = ?, depth = ? where story_id = ? and origin_key = ?",
            [.number(displayOrder), .number(depth), .number(story), .text(known.key)])
    }

    private func upsert(
        _ comment: FetchedComment, _ contentHash: Int64, of story: Int64, at displayOrder: Int, _ depth: Int
    )
        throws
    {
        try transaction.insert(
            into: "comment",
            [
                "story_id": .number(story), "origin_key": .text(comment.key), "parent_key": .text(comment.parentKey),
                "display_order": .number(displayOrder), "depth": .number(depth), "author": .text(comment.author),
                "is_by_story_author": .bool(comment.isByAuthor), "html": .text(comment.body.text),
                "published_at": .date(comment.publishedAt), "link": .text(comment.link?.text),
                "kind": .text(comment.kind.rawValue), "moderation_state": .text(comment.moderationState.rawValue),
                "fade_percent": .number(min(100, max(0, comment.fadePercent))),
                "is_author_new": .bool(comment.isAuthorNew), "is_collapsed": .bool(comment.isCollapsed),
                "content_hash": .number(contentHash),
            ],
            onConflict: """
                (story_id, origin_key) do update set parent_key = excluded.parent_key,
                  display_order = excluded.display_order, depth = excluded.depth,
                  author = excluded.author, is_by_story_author = excluded.is_by_story_author,
                  html = excluded.html, published_at = excluded.published_at,
                  link = excluded.link, kind = excluded.kind, moderation_state = excluded.moderation_state, fade_percent = excluded.fade_percent,
                  is_author_new = excluded.is_author_new, is_collapsed = excluded.is_collapsed,
                  content_hash = excluded.content_hash
                """)
    }

    private static func contentHash(of comment: FetchedComment) -> Int64 {
        var hash = FNVHash()
        for part in [
            comment.parentKey, comment.author, comment.body.text, comment.link?.text,
            comment.kind.rawValue, comment.moderationState.rawValue,
        ] { hash.add(part ?? "") }
        hash.add("\(comment.isByAuthor) \(comment.fadePercent) \(comment.publishedAt?.milliseconds ?? 0)")
        // The condition keeps the digests of other comments unchanged.
        if comment.isAuthorNew || comment.isCollapsed { hash.add("\(comment.isAuthorNew) \(comment.isCollapsed)") }
        return hash.value
    }

    static func deleteAll(_ story: Int64, _ transaction: Transaction) throws {
        try FetchLeaseStore.delete([.discussion, .relatedDiscussions, .memberView], story, transaction)
        for table in ["comment", "discussion", "discussion_visit", "related_discussion", "member_item"] {
            try transaction.run("delete from \(table) where story_id = ?", [.number(story)])
        }
    }
}
