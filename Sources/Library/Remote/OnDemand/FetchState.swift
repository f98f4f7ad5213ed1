import Foundation
import News

/// What is known of earlier fetches of a target.
struct FetchState: Sendable {
    var leasedUntil = Date(milliseconds: 0)
    /// The last request; nil for none.
    var lastAttemptAt: Date?
    /// The next request of ours; after a failure nil for never.
    var dueAt: Date?
    var freshUntil = Date(milliseconds: 0)
    /// In a row.
    var failures = 0
    /// Of the last request.
    var failure: FetchFailure?
    /// Of the last response.
    var sourceState: SourceState?

    init() {}

    /// Of a channel, whose other columns its refresh reads.
    init(lastAttemptAt: Date?, dueAt: Date?, failures: Int = 0, sourceState: SourceState? = nil) {
        self.lastAttemptAt = lastAttemptAt
        self.dueAt = dueAt
        self.failures = failures
        self.sourceState = sourceState
    }

    /// Empty for a target that was never fetched.
    static func read(_ target: FetchTarget, _ transaction: Transaction) throws -> FetchState {
        try transaction.first(
            """
            select claimed_until, asked_at, due_at, fresh_until, failures, error, http_status, why, memory
            from \(target.table) where \(target.condition)
            """, target.arguments
        ) { FetchState($0) } ?? FetchState()
    }

    private init(_ row: SQLRow) {
        leasedUntil = row.date("claimed_until")
        lastAttemptAt = row.optionalDate("asked_at")
        dueAt = row.optionalDate("due_at")
        freshUntil = row.date("fresh_until")
        failures = row.int("failures")
        failure = FetchFailure(row)
        sourceState = row.optionalBytes("memory").map { SourceState(bytes: $0) }
    }

    /// The end of a back-off that the origin asked for.
    func backoffUntil(_ now: Date) -> Date? {
        guard failure?.code == .busy, let dueAt, dueAt > now else { return nil }
        return dueAt
    }
}
