import Foundation

/// The new stories that are to be judged, kept in the database until it is decided whom they alert: a story is judged
/// when its cluster has been found (`ClusterQueue`).
struct AlertQueue {
    let transaction: Transaction

    /// The milliseconds after which a story is judged though its cluster has not been found.
    private static let patience: Int64 = 30 * 60_000

    /// Adds a new story, if a reader has rules. The first stories of a feed are none that anybody waits for.
    func add(_ story: Int64, of channel: Int64, now: Date) throws {
        guard
            try transaction.exists(
                """
                select 1 from channel c where c.id = ? and c.last_success_at is not null
                  and exists (select 1 from alert_rule)
                """, [.number(channel)])
        else { return }
        try transaction.run(
            "insert into alert_queue (story_id, queued_at) values (?, ?) on conflict (story_id) do nothing",
            [.number(story), .date(now)])
    }

    /// Returns stories whose clusters are known, the oldest first.
    func next(limit: Int, now: Date) throws -> [Int64] {
        try transaction.numbers(
            """
            select q.story_id from alert_queue q
            where q.queued_at < ? or not exists (select 1 from cluster_queue k where k.story_id = q.story_id)
            order by q.story_id limit ?
            """, [.number(now.milliseconds - Self.patience), .number(Int64(limit))])
    }

    func remove(_ story: Int64) throws {
        try transaction.run("delete from alert_queue where story_id = ?", [.number(story)])
    }

    var isEmpty: Bool { get throws { try !transaction.exists("select 1 from alert_queue limit 1") } }
}
