import Foundation

/// How far readers have read threads. As a visit to the paper, one to a thread ends after half an hour of absence; what is
/// called new has come since the end of the one before.
struct ThreadVisits {
    let session: Session
    let reader: Int64
    let now: Date

    private static let absence: Int64 = 30 * 60 * 1000
    /// Instants within a visit are written down no more often than this.
    private static let grain: Int64 = 60 * 1000

    /// What has to be written because the reader looks now.
    enum Step { case nothing, goesOn, sees, begins }

    private struct Sight: Equatable {
        var comment: Int64
        var count: Int64
    }

    func step(_ story: Int64) throws -> Step {
        guard let sight = try sight(of: story) else { return .nothing }
        let before = try session.first(
            "select seen_at, seen_comment, seen_count from discussion_visit where reader_id = ? and story_id = ?",
            [.number(reader), .number(story)]
        ) { (at: $0.number(), sight: Sight(comment: $0.number(), count: $0.number())) }
        guard let before else { return .sees }
        if now.milliseconds - before.at > Self.absence { return .begins }
        if before.sight != sight { return .sees }
        return now.milliseconds - before.at >= Self.grain ? .goesOn : .nothing
    }

    /// What there is to be seen; nil while nothing has come.
    private func sight(of story: Int64) throws -> Sight? {
        let highest = try session.number("select max(id) from comment where story_id = ?", [.number(story)])
        let isAnswered = try session.number(
            "select 1 from discussion where story_id = ? and answered_at is not null", [.number(story)])
        guard highest != nil || isAnswered != nil else { return nil }
        let count = try session.number("select comment_count from story where id = ?", [.number(story)])
        return Sight(comment: highest ?? 0, count: count ?? 0)
    }

    func note(_ story: Int64) throws {
        guard let sight = try sight(of: story) else { return }
        try session.run(
            """
            insert into discussion_visit (reader_id, story_id, seen_at, seen_comment, seen_count)
            values (?, ?, ?, ?, ?)
            on conflict (reader_id, story_id) do update set
              before_comment = case when excluded.seen_at - discussion_visit.seen_at > ?
                then discussion_visit.seen_comment else discussion_visit.before_comment end,
              seen_at = excluded.seen_at, seen_comment = excluded.seen_comment, seen_count = excluded.seen_count
            """,
            [
                .number(reader), .number(story), .instant(now), .number(sight.comment), .number(sight.count),
                .number(Self.absence),
            ])
    }
}
