public import Foundation
import News

/// Prevention of crash loops: background fetches during which two runs died are suspended for a day, then for a week at
/// a time (decision 15). One crash has no consequence, because SIGKILL and power failures look the same.
public struct CrashRecovery: Sendable {
    let context: LibraryContext

    /// A suspended background fetch.
    public struct SuspendedFetch: Sendable, Hashable {
        /// The kind of the fetch: `channel`, `full-text` or `picture`.
        public var kind: String
        /// The fetched address, or the title of the channel.
        public var name: String
        /// The end of the suspension.
        public var until: Date
    }

    /// Suspends the suspects of a crashed run, and records the start of a new run. Only the server may call this, and
    /// before any fetch.
    /// - Returns: the fetches that are suspended by this call.
    public func startRun() async throws(LibraryError) -> [SuspendedFetch] {
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            let crashedRunStart = try transaction.number(
                "select recorded_at from crash_suspect where kind = '\(CrashSuspects.runKind)'")
            let suspended = try crashedRunStart.map { try Self.suspend(transaction, since: $0, now) } ?? []
            // Leases of an orderly shutdown or of a command make no suspects.
            try transaction.run("update picture set claimed_until = 0 where claimed_until > 0")
            for table in ["channel", "fetch_state"] {
                try transaction.run(
                    "update \(table) set claimed_until = 0 where claimed_until > 0 and claimed_until <= ?",
                    [.date(now)])
            }
            try transaction.run(
                """
                insert into crash_suspect (kind, target_id, crash_count, recorded_at) values ('\(CrashSuspects.runKind)', 0, 0, ?)
                on conflict (kind, target_id) do update set recorded_at = excluded.recorded_at
                """, [.date(now)])
            return suspended
        }
    }

    /// Records the end of the run. The server must call this at an orderly shutdown or after a failed start.
    /// Synchronous, because cancelled tasks cannot await.
    public func endRun() throws(LibraryError) {
        try context.database.writeSync { transaction in
            try transaction.run("delete from crash_suspect where kind = '\(CrashSuspects.runKind)'")
            try transaction.run("update picture set claimed_until = 0 where claimed_until > 0")
        }
    }

    private struct LeaseSource {
        var kind: CrashSuspects.Kind
        /// A query with the columns `id` and `name`.
        var selectSQL: String
        var releaseSQL: String
        var suspendSQL: String
    }

    private static let isFullTextSQL = "kind = '\(FetchTarget.Kind.fullText.rawValue)'"

    private static let leaseSources = [
        LeaseSource(
            kind: .channel, selectSQL: "select id, title as name from channel where claimed_until > ?",
            releaseSQL: "update channel set claimed_until = 0 where id = ?",
            suspendSQL: """
                update channel set state = '\(ChannelHealthState.failing.rawValue)',
                  failure_code = '\(FailureCode.crashed.rawValue)', due_at = ?,
                  polling_reason = '\(PollingReason.suspended.rawValue)' where id = ?
                """),
        LeaseSource(
            kind: .fullText,
            selectSQL: """
                select f.target_id as id, coalesce(s.link, s.title) as name
                from fetch_state f join story s on s.id = f.target_id
                where f.claimed_until > ? and f.\(Self.isFullTextSQL)
                """,
            releaseSQL: "update fetch_state set claimed_until = 0 where target_id = ? and \(Self.isFullTextSQL)",
            suspendSQL: """
                update fetch_state set failure_code = '\(FailureCode.crashed.rawValue)', consecutive_failures = consecutive_failures + 1, due_at = ?
                where target_id = ? and \(Self.isFullTextSQL)
                """),
        LeaseSource(
            kind: .picture, selectSQL: "select id, address as name from picture where claimed_until > ?",
            releaseSQL: "update picture set claimed_until = 0 where id = ?",
            suspendSQL: "update picture set retry_at = ? where id = ?"),
    ]

    /// Suspends fetches whose leases were held by a crashed run, if they crashed too often.
    /// - Parameter since: the start of the crashed run in milliseconds; older leases belong to other runs.
    private static func suspend(_ transaction: Transaction, since: Int64, _ now: Date) throws -> [SuspendedFetch] {
        let suspects = CrashSuspects(transaction: transaction)
        var suspended: [SuspendedFetch] = []
        for source in Self.leaseSources {
            let leased = try transaction.all(source.selectSQL, [.number(since)]) { ($0.number("id"), $0.text("name")) }
            for (id, name) in leased {
                try transaction.run(source.releaseSQL, [.number(id)])
                let crashes = try suspects.add(source.kind, id, at: now)
                guard crashes >= CrashSuspects.crashLimit else { continue }
                let until = now.addingTimeInterval(CrashSuspects.suspension(after: crashes))
                try transaction.run(source.suspendSQL, [.date(until), .number(id)])
                suspended.append(SuspendedFetch(kind: source.kind.rawValue, name: name, until: until))
            }
        }
        return suspended
    }
}
