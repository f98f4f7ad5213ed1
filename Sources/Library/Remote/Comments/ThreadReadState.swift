import Foundation

/// How far readers have read threads. As a visit to the paper, one to a thread ends after half an hour of absence; what is
/// called new has come since the end of the one before.
struct ThreadReadState {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    private static let visitTimeout: Int64 = 30 * 60 * 1000
    /// Instants within a visit are written down no more often than this.
    private static let writeInterval: Int64 = 60 * 1000

    /// What has to be written because the reader looks now.
    enum Update { case unchanged, continues, seesNew, startsNew }

    private struct Snapshot: Equatable {
        var highestComment: Int64
        var commentCount: Int64
    }

    func nextUpdate(_ story: Int64) throws -> Update {
        guard let sight = try snapshot(of: story) else { return .unchanged }
        let before = try transaction.first(
            "select seen_at, seen_comment, seen_count from discussion_visit where reader_id = ? and story_id = ?",
            [.number(reader), .number(story)]
        ) { (at: $0.number(), sight: Snapshot(highestComment: $0.number(), commentCount: $0.number())) }
        guard let before else { return .seesNew }
        if now.milliseconds - before.at > Self.visitTimeout { return .startsNew }
        if before.sight != sight { return .seesNew }
        return now.milliseconds - before.at >= Self.writeInterval ? .continues : .unchanged
    }

    /// What there is to be seen; nil while nothing has come.
    private func snapshot(of story: Int64) throws -> Snapshot? {
        let highest = try transaction.number("select max(id) from comment where story_id = ?", [.number(story)])
        let isAnswered = try transaction.number(
            "select 1 from discussion where story_id = ? and answered_at is not null", [.number(story)])
        guard highest != nil || isAnswered != nil else { return nil }
        let count = try transaction.number("select comment_count from story where id = ?", [.number(story)])
        return Snapshot(highestComment: highest ?? 0, commentCount: count ?? 0)
    }

    func record(_ story: Int64) throws {
        guard let sight = try snapshot(of: story) else { return }
        try transaction.run(
            """
            insert into discussion_visit (reader_id, story_id, seen_at, seen_comment, seen_count)
            values (?, ?, ?, ?, ?)
            on conflict (reader_id, story_id) do update set
              before_comment = case when excluded.seen_at - discussion_visit.seen_at > ?
                then discussion_visit.seen_comment else discussion_visit.before_comment end,
              seen_at = excluded.seen_at, seen_comment = excluded.seen_comment, seen_count = excluded.seen_count
            """,
            [
                .number(reader), .number(story), .date(now), .number(sight.highestComment), .number(sight.commentCount),
                .number(Self.visitTimeout),
            ])
    }
}
