import Foundation
import News

/// The record of earlier fetches of a target.
struct OnDemandFetchState: Sendable {
    var leasedUntil = Date(milliseconds: 0)
    /// The time of the last request; nil for none.
    var lastAttemptAt: Date?
    /// The time of the next automatic request; after a failure, nil for never.
    var dueAt: Date?
    var freshUntil = Date(milliseconds: 0)
    /// The number of consecutive failures.
    var failures = 0
    /// The failure of the last request.
    var failure: FetchFailure?
    /// The source state from the last response.
    var sourceState: SourceState?

    init() {}

    /// Creates the state of a channel, whose other columns its refresh reads.
    init(lastAttemptAt: Date?, dueAt: Date?, failures: Int = 0, sourceState: SourceState? = nil) {
        self.lastAttemptAt = lastAttemptAt
        self.dueAt = dueAt
        self.failures = failures
        self.sourceState = sourceState
    }

    /// Reads the state of a target; an empty state if the target was never fetched.
    static func read(_ target: FetchTarget, _ transaction: Transaction) throws -> OnDemandFetchState {
        try transaction.first(
            """
            select claimed_until, last_attempt_at, due_at, fresh_until, consecutive_failures, failure_code, http_status, failure_cause, source_state
            from \(target.table) where \(target.condition)
            """, target.arguments
        ) { OnDemandFetchState($0) } ?? OnDemandFetchState()
    }

    private init(_ row: SQLRow) {
        leasedUntil = row.date("claimed_until")
        lastAttemptAt = row.optionalDate("last_attempt_at")
        dueAt = row.optionalDate("due_at")
        freshUntil = row.date("fresh_until")
        failures = row.int("consecutive_failures")
        failure = FetchFailure(row)
        sourceState = row.optionalBytes("source_state").map { SourceState(bytes: $0) }
    }

    /// Returns the end of a back-off that the origin requested; nil if there is none.
    func backoffUntil(_ now: Date) -> Date? {
        guard failure?.code == .busy, let dueAt, dueAt > now else { return nil }
        return dueAt
    }
}
