import Foundation

/// Stores how far readers have read threads. A visit ends after half an hour of absence; comments since the previous
/// one are new.
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

    func nextUpdate(_ story: Int64) throws -> Update {
        guard let snapshot = try snapshot(of: story) else { return .unchanged }
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
    private func snapshot(of story: Int64) throws -> Snapshot? {
        let highest = try transaction.number("select max(id) from comment where story_id = ?", [.number(story)])
        let isFetched = try transaction.exists(
            "select 1 from discussion where story_id = ? and answered_at is not null", [.number(story)])
        guard highest != nil || isFetched else { return nil }
        let count = try transaction.number("select comment_count from story where id = ?", [.number(story)])
        return Snapshot(highestComment: highest ?? 0, commentCount: count ?? 0)
    }

    func record(_ story: Int64) throws {
        guard let snapshot = try snapshot(of: story) else { return }
        try transaction.insert(
            into: "discussion_visit",
            [
                "reader_id": .number(reader), "story_id": .number(story), "seen_at": .date(now),
                "seen_comment": .number(snapshot.highestComment), "seen_count": .number(snapshot.commentCount),
            ],
            onConflict: """
                (reader_id, story_id) do update set
                  before_comment = case when excluded.seen_at - discussion_visit.seen_at > \(Self.visitTimeout)
                    then discussion_visit.seen_comment else discussion_visit.before_comment end,
                  seen_at = excluded.seen_at, seen_comment = excluded.seen_comment, seen_count = excluded.seen_count
                """)
    }
}
