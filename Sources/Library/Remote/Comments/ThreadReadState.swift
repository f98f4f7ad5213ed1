import Foundation

/// The store of how far readers have read threads. A visit ends after half an hour of absence. Comments since the
/// previous visit are new; in the first visit, comments since the thread was first shown completely are new.
struct ThreadReadState {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    private static let visitTimeout: Int64 = 30 * 60 * 1000
    private static let writeInterval: Int64 = 60 * 1000

    enum Update { case unchanged, continues, seesNew, startsNew }

    private struct Snapshot: Equatable {
        var highestComment: Int64
        var commentCount: Int64
    }

    /// The current state of a story's thread. `isFetched` is false while only parts of a first fetch are stored, which
    /// belong to the first visit.
    private struct CurrentThread {
        var snapshot: Snapshot
        var isFetched: Bool
    }

    func nextUpdate(_ story: Int64) throws -> Update {
        guard let snapshot = try currentThread(of: story)?.snapshot else { return .unchanged }
        let before = try transaction.first(
            "select last_visit_at, newest_seen_comment_id, seen_comment_count from discussion_visit where reader_id = ? and story_id = ?",
            [.number(reader), .number(story)]
        ) { row in
            let snapshot = Snapshot(
                highestComment: row.number("newest_seen_comment_id"), commentCount: row.number("seen_comment_count"))
            return (at: row.number("last_visit_at"), snapshot: snapshot)
        }
        guard let before else { return .seesNew }
        if now.milliseconds - before.at > Self.visitTimeout { return .startsNew }
        if before.snapshot != snapshot { return .seesNew }
        return now.milliseconds - before.at >= Self.writeInterval ? .continues : .unchanged
    }

    /// Returns the current thread of a story; nil before the first fetch.
    private func currentThread(of story: Int64) throws -> CurrentThread? {
        let highest = try transaction.number("select max(id) from comment where story_id = ?", [.number(story)])
        let isFetched = try transaction.exists(
            "select 1 from discussion where story_id = ? and fetched_at is not null", [.number(story)])
        guard highest != nil || isFetched else { return nil }
        let count = try transaction.number("select comment_count from story where id = ?", [.number(story)])
        return CurrentThread(
            snapshot: Snapshot(highestComment: highest ?? 0, commentCount: count ?? 0), isFetched: isFetched)
    }

    func record(_ story: Int64) throws {
        guard let thread = try currentThread(of: story) else { return }
        let snapshot = thread.snapshot
        try transaction.insert(
            into: "discussion_visit",
            [
                "reader_id": .number(reader), "story_id": .number(story), "last_visit_at": .date(now),
                "newest_seen_comment_id": .number(snapshot.highestComment),
                "seen_comment_count": .number(snapshot.commentCount),
                "previous_newest_comment_id": .number(thread.isFetched ? snapshot.highestComment : nil),
            ],
            onConflict: """
                (reader_id, story_id) do update set
                  previous_newest_comment_id = case when excluded.last_visit_at - discussion_visit.last_visit_at > \(Self.visitTimeout)
                    then discussion_visit.newest_seen_comment_id
                    else coalesce(discussion_visit.previous_newest_comment_id, excluded.previous_newest_comment_id) end,
                  last_visit_at = excluded.last_visit_at, newest_seen_comment_id = excluded.newest_seen_comment_id, seen_comment_count = excluded.seen_comment_count
                """)
    }
}
