import Foundation
import News

/// Reads the refresh status of an edition's channels; for `mine`, of the subscriptions.
struct RefreshStatusQuery {
    private let transaction: Transaction
    private let reader: Int64
    private let now: Date
    private let scope: StoryScope
    /// The channel of the edition's directory, which has no stories.
    private let directory: Int64?

    init(_ transaction: Transaction, of edition: EditionID, reader: Int64, now: Date) throws {
        self.transaction = transaction
        self.reader = reader
        self.now = now
        scope = try StoryScope(.within(edition, .everything), for: reader, transaction)
        directory = try EditionStore(transaction: transaction, now: now).directoryChannel(of: edition)
    }

    func status() throws -> RefreshStatus {
        let moment = SQLValue.date(now)
        let found = try transaction.first(
            """
            select max(c.last_attempt_at) as last_fetched_at, max(c.last_success_at) as last_success_at,
              coalesce(max(case when c.claimed_until > ? then 1 else 0 end), 0) as is_updating,
              coalesce(sum(case when c.claimed_until > ? or c.due_at <= ? then 1 else 0 end), 0) as waiting,
              count(*) as total,
              coalesce(sum(case when c.consecutive_failures > 0 or c.state = '\(ChannelHealthState.gone.rawValue)'
                then 1 else 0 end), 0) as failing,
              min(case when c.last_success_at is null
                and (c.claimed_until > ? or (c.last_attempt_at is null and coalesce(c.backoff_until, 0) <= ?))
                then u.followed_at end) as never_fetched_since
            from subscription u join channel c on c.id = u.channel_id where u.reader_id = ?\(condition)
            """, [moment, moment, moment, moment, moment, .number(reader)] + values
        ) { row in
            (
                status: RefreshStatus(
                    lastFetchedAt: row.optionalDate("last_fetched_at"),
                    lastSuccessAt: row.optionalDate("last_success_at"), isUpdating: row.bool("is_updating"),
                    waiting: row.int("waiting"), total: row.int("total"), failing: row.int("failing")),
                neverFetchedSince: row.optionalNumber("never_fetched_since")
            )
        }
        guard var status = found?.status else { return RefreshStatus() }
        if status.failing > 0 { status.lastFailure = try lastFailure() }
        status.firstRun = try found?.neverFetchedSince.flatMap { try firstRun(since: $0) }
        return status
    }

    private func lastFailure() throws -> RefreshStatus.Failure? {
        try transaction.first(
            """
            select c.failure_code, c.http_status, c.host from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ? and c.failure_code is not null\(condition) order by c.last_attempt_at desc, c.id limit 1
            """, [.number(reader)] + values
        ) {
            RefreshStatus.Failure(
                code: FailureCode($0) ?? .unreachable, status: $0.optionalInt("http_status"), host: $0.text("host"))
        }
    }

    /// Returns the channels whose last request failed, the latest first, and their number.
    /// - Parameter list: a list of this edition; nil for all its channels.
    func failures(in list: StoryList?, limit: Int) throws -> RefreshFailures {
        let part = try list.map { try StoryScope($0, for: reader, transaction) }
        let partCondition = part.map { " and c.is_result_list = 0" + $0.condition } ?? condition
        let partValues = part?.arguments ?? values
        let channels = try transaction.all(
            """
            select c.id, coalesce(u.title, c.title) as channel_title, c.host, c.failure_code, c.http_status, c.last_attempt_at,
              case when coalesce(c.backoff_until, 0) > coalesce(c.due_at, 0) then c.backoff_until else c.due_at end as next_at,
              (select l.detail from refresh_log l where l.channel_id = c.id and l.outcome = c.failure_code
                order by l.id desc limit 1) as failure_cause
            from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ? and c.failure_code is not null\(partCondition) order by c.last_attempt_at desc, c.id limit ?
            """, [.number(reader)] + partValues + [.number(max(0, limit))]
        ) { row in
            FetchFailure(row).map {
                RefreshFailures.Channel(
                    id: ChannelID(rawValue: row.number("id")), title: row.text("channel_title"), host: row.text("host"),
                    failure: $0, triedAt: row.optionalDate("last_attempt_at"), nextTryAt: row.optionalDate("next_at"))
            }
        }
        let counts = try transaction.first(
            """
            select count(*) as total, coalesce(sum(case when c.failure_code is not null then 1 else 0 end), 0) as failing
            from subscription u join channel c on c.id = u.channel_id where u.reader_id = ?\(partCondition)
            """, [.number(reader)] + partValues
        ) { (total: $0.int("total"), failing: $0.int("failing")) }
        return RefreshFailures(
            channels: channels.compactMap(\.self), failing: counts?.failing ?? 0, total: counts?.total ?? 0)
    }

    private var condition: String {
        " and c.is_result_list = 0"
            + (directory == nil ? scope.condition : " and (u.channel_id = ? or 1 = 1\(scope.condition))")
    }

    private var values: [SQLValue] { (directory.map { [.number($0)] } ?? []) + scope.arguments }

    /// Returns the progress of the channels followed since the oldest that was never fetched. A channel that waits for
    /// its host's back-off does not prolong the first run.
    private func firstRun(since followedAt: Int64) throws -> FirstRunProgress? {
        try transaction.first(
            """
            select coalesce(sum(case when c.last_success_at is not null then 1 else 0 end), 0) as succeeded,
              coalesce(sum(case when c.last_success_at is null and c.last_attempt_at is not null and c.claimed_until <= ?
                then 1 else 0 end), 0) as failed,
              count(*) as total
            from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ? and u.followed_at >= ?\(condition)
            """, [.date(now), .number(reader), .number(followedAt)] + values
        ) { FirstRunProgress(succeeded: $0.int("succeeded"), failed: $0.int("failed"), total: $0.int("total")) }
    }
}
