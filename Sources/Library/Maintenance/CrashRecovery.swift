public import Foundation

/// Keeps what ends the process from doing so at every start: what was being fetched in the background when two runs died
/// is left alone for a day, then for a week at a time.
///
/// A run that was ended by a signal that asks nobody (SIGKILL, the system's memory killer) or by a power failure looks the
/// same as a crash; that is why one is forgiven.
public struct CrashRecovery: Sendable {
    let context: LibraryContext

    /// Something that is left alone from now on.
    public struct SuspendedFetch: Sendable, Hashable {
        /// `channel`, `full-text` or `picture`.
        public var kind: String
        /// The address that is not fetched, or a channel's title.
        public var name: String
        public var until: Date
    }

    /// To be called by a server before it fetches anything, and by no other process.
    /// - Returns: what is left alone from now on, because it was being fetched when this run's two predecessors died.
    public func startRun() async throws(LibraryError) -> [SuspendedFetch] {
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            let diedAt = try transaction.number("select at from crash_suspect where kind = 'run'")
            let suspended = try diedAt.map { try Self.suspend(transaction, since: $0, now) } ?? []
            // What an orderly end, or a command, left claimed is nobody's fault.
            try transaction.run("update picture set claimed_until = 0 where claimed_until > 0")
            for table in ["channel", "full_text"] {
                try transaction.run(
                    "update \(table) set claimed_until = 0 where claimed_until > 0 and claimed_until <= ?",
                    [.date(now)])
            }
            try transaction.run(
                """
                insert into crash_suspect (kind, id, crashes, at) values ('run', 0, 0, ?)
                on conflict (kind, id) do update set at = excluded.at
                """, [.date(now)])
            return suspended
        }
    }

    /// To be called when the server ends in an orderly way, or has not come up: what it leaves behind is then nobody's fault.
    /// Waits for the disk on the calling thread, since a task that was cancelled could not write any more.
    public func endRun() throws(LibraryError) {
        try context.database.writeSync { transaction in
            try transaction.run("delete from crash_suspect where kind = 'run'")
            try transaction.run("update picture set claimed_until = 0 where claimed_until > 0")
        }
    }

    /// Where a kind keeps its claims, and how it is told to wait.
    private struct LeaseSource {
        var kind: CrashSuspects.Kind
        var selectSQL: String
        var releaseSQL: String
        var suspendSQL: String
    }

    private static let leaseSources = [
        LeaseSource(
            kind: .channel, selectSQL: "select id, title from channel where claimed_until > ?",
            releaseSQL: "update channel set claimed_until = 0 where id = ?",
            suspendSQL: """
                update channel set state = 'failing', error = '\(CrashSuspects.errorCode)', due_at = ?,
                  reason = 'left alone: Tidings ended twice while reading it' where id = ?
                """),
        LeaseSource(
            kind: .fullText,
            selectSQL: """
                select f.story_id, coalesce(s.link, s.title) from full_text f join story s on s.id = f.story_id
                where f.claimed_until > ?
                """,
            releaseSQL: "update full_text set claimed_until = 0 where story_id = ?",
            suspendSQL: """
                update full_text set error = '\(CrashSuspects.errorCode)', failures = failures + 1, again_at = ?
                where story_id = ?
                """),
        LeaseSource(
            kind: .picture, selectSQL: "select id, address from picture where claimed_until > ?",
            releaseSQL: "update picture set claimed_until = 0 where id = ?",
            suspendSQL: "update picture set failed_until = ? where id = ?"),
    ]

    /// - Parameter since: when the run began that died; what had been claimed before was not its doing.
    private static func suspend(_ transaction: Transaction, since: Int64, _ now: Date) throws -> [SuspendedFetch] {
        let suspects = CrashSuspects(transaction: transaction)
        var suspended: [SuspendedFetch] = []
        for claims in Self.leaseSources {
            for (id, name) in try transaction.all(claims.selectSQL, [.number(since)], { ($0.number(), $0.text()) }) {
                try transaction.run(claims.releaseSQL, [.number(id)])
                let crashes = try suspects.add(claims.kind, id, at: now)
                guard crashes >= CrashSuspects.crashLimit else { continue }
                let until = now.addingTimeInterval(CrashSuspects.suspension(after: crashes))
                try transaction.run(claims.suspendSQL, [.date(until), .number(id)])
                suspended.append(SuspendedFetch(kind: claims.kind.rawValue, name: name, until: until))
            }
        }
        return suspended
    }
}
