import Foundation

/// Counts how a reader's channels stand.
struct StatusReading {
    let session: Session
    let reader: Int64
    let now: Date

    func status() throws -> RefreshStatus {
        let moment = SQLValue.instant(now)
        let status = try session.first(
            """
            select max(c.asked_at), coalesce(max(case when c.claimed_until > ? then 1 else 0 end), 0),
              coalesce(sum(case when c.claimed_until > ? or c.due_at <= ? then 1 else 0 end), 0), count(*),
              coalesce(sum(case when c.failures > 0 or c.state = 'gone' then 1 else 0 end), 0),
              min(case when c.asked_at is null then u.followed_at end)
            from subscription u join channel c on c.id = u.channel_id where u.reader_id = ?
            """, [moment, moment, moment, .number(reader)]
        ) { row in
            (
                status: RefreshStatus(
                    lastAskedAt: row.optionalInstant(), isUpdating: row.flag(), waiting: row.int(), total: row.int(),
                    failing: row.int()), neverAskedSince: row.optionalNumber()
            )
        }
        guard var answer = status?.status else { return RefreshStatus() }
        answer.firstRun = try status?.neverAskedSince.flatMap { try firstRun(since: $0) }
        return answer
    }

    /// The channels that were followed together with, or after, the oldest that was never asked.
    private func firstRun(since followedAt: Int64) throws -> FirstRunProgress? {
        try session.first(
            """
            select coalesce(sum(case when c.answered_at is not null then 1 else 0 end), 0),
              coalesce(sum(case when c.answered_at is null and c.asked_at is not null then 1 else 0 end), 0), count(*)
            from subscription u join channel c on c.id = u.channel_id where u.reader_id = ? and u.followed_at >= ?
            """, [.number(reader), .number(followedAt)]
        ) { FirstRunProgress(arrived: $0.int(), refused: $0.int(), total: $0.int()) }
    }
}
