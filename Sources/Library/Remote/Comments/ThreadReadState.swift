import Foundation

/// Stores how far readers have read threads. A visit ends after half an hour of absence. Comments since the previous
/// one are new; in the first visit, those since the thread was first shown whole.
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

    /// What the story has now, and whether that is all of it: the parts of a first fetch belong to the first look.
    private struct CurrentThread {
        var snapshot: Snapshot
        var isFetched: Bool
    }

    func nextUpdate(_ story: Int64) throws -> Update {
        guard let snapshot = try currentThread(of: story)?.snapshot else { return .unchanged }
        let before = try transaction.first(
            "select seen_at, seen_comment, seen_count from discussion_visit where reader_id = ? and story_id = ?",
            [.number(reader), .number(story)]
        ) { row in
            let snapshot = Snapshot(highestComment: row.number("seen_comment"), commentCount: row.number("seen_count"))
            return (at: row.number("seen_at"), snapshot: snapshot)
        }
        guard let before else { return .seesNew }
        if now.milliseconds - before.at > Self.visitTimeout { return .startsNew }
        if before.snapshot != snapshot { return .seesNew }
        return now.milliseconds - before.at >= Self.writeInterval ? .continues : .unchanged
    }

    /// Nil before the first fetch.
    private func currentThread(of story: Int64) throws -> CurrentThread? {
        let highest = try transaction.number("select max(id) from comment where story_id = ?", [.number(story)])
        let isFetched = try transaction.exists(
            "select 1 from discussion where story_id = ? and answered_at is not null", [.number(story)])
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
                "reader_id": .number(reader), "story_id": .number(story), "seen_at": .date(now),
                "seen_comment": .number(snapshot.highestComment), "seen_count": .number(snapshot.commentCount),
                "before_comment": .number(thread.isFetched ? snapshot.highestComment : nil),
            ],
            onConflict: """
                (reader_id, story_id) do update set
                  before_comment = case when excluded.seen_at - discussion_visit.seen_at > \(Self.visitTimeout)
                    then discussion_visit.seen_comment
                    else coalesce(discussion_visit.before_comment, excluded.before_comment) end,
                  seen_at = excluded.seen_at, seen_comment = excluded.seen_comment, seen_count = excluded.seen_count
                """)
    }
}
