public import Foundation

/// Keeps what ends the process from doing so at every start: what was being fetched in the background when two runs died
/// is left alone for a day, then for a week at a time.
///
/// A run that was ended by a signal that asks nobody (SIGKILL, the system's memory killer) or by a power failure looks the
/// same as a crash; that is why one is forgiven.
public struct CrashRecovery: Sendable {
    let house: House

    /// Something that is left alone from now on.
    public struct Suspended: Sendable, Hashable {
        /// `channel`, `full-text` or `picture`.
        public var kind: String
        /// The address that is not fetched, or a channel's title.
        public var name: String
        public var until: Date
    }

    /// To be called by a server before it fetches anything, and by no other process.
    /// - Returns: what is left alone from now on, because it was being fetched when this run's two predecessors died.
    public func begin() async throws(LibraryError) -> [Suspended] {
        let now = house.now()
        return try await house.change { session in
            let diedAt = try session.number("select at from crash_suspect where kind = 'run'")
            let suspended = try diedAt.map { try Self.suspend(session, since: $0, now) } ?? []
            // What an orderly end, or a command, left claimed is nobody's fault.
            try session.run("update picture set claimed_until = 0 where claimed_until > 0")
            for table in ["channel", "full_text"] {
                try session.run(
                    "update \(table) set claimed_until = 0 where claimed_until > 0 and claimed_until <= ?",
                    [.instant(now)])
            }
            try session.run(
                """
                insert into crash_suspect (kind, id, crashes, at) values ('run', 0, 0, ?)
                on conflict (kind, id) do update set at = excluded.at
                """, [.instant(now)])
            return suspended
        }
    }

    /// To be called when the server ends in an orderly way, or has not come up: what it leaves behind is then nobody's fault.
    /// Waits for the disk on the calling thread, since a task that was cancelled could not write any more.
    public func end() throws(LibraryError) {
        try house.store.writeNow { session in
            try session.run("delete from crash_suspect where kind = 'run'")
            try session.run("update picture set claimed_until = 0 where claimed_until > 0")
        }
    }

    /// Where a kind keeps its claims, and how it is told to wait.
    private struct Claims {
        var kind: CrashSuspects.Kind
        var left: String
        var release: String
        var wait: String
    }

    private static let claims = [
        Claims(
            kind: .channel, left: "select id, title from channel where claimed_until > ?",
            release: "update channel set claimed_until = 0 where id = ?",
            wait: """
                update channel set state = 'failing', error = '\(CrashSuspects.errorCode)', due_at = ?,
                  reason = 'left alone: Tidings ended twice while reading it' where id = ?
                """),
        Claims(
            kind: .fullText,
            left: """
                select f.story_id, coalesce(s.link, s.title) from full_text f join story s on s.id = f.story_id
                where f.claimed_until > ?
                """,
            release: "update full_text set claimed_until = 0 where story_id = ?",
            wait: """
                update full_text set error = '\(CrashSuspects.errorCode)', failures = failures + 1, again_at = ?
                where story_id = ?
                """),
        Claims(
            kind: .picture, left: "select id, address from picture where claimed_until > ?",
            release: "update picture set claimed_until = 0 where id = ?",
            wait: "update picture set failed_until = ? where id = ?"),
    ]

    /// - Parameter since: when the run began that died; what had been claimed before was not its doing.
    private static func suspend(_ session: Session, since: Int64, _ now: Date) throws -> [Suspended] {
        let suspects = CrashSuspects(session: session)
        var suspended: [Suspended] = []
        for claims in Self.claims {
            for (id, name) in try session.all(claims.left, [.number(since)], { ($0.number(), $0.words()) }) {
                try session.run(claims.release, [.number(id)])
                let crashes = try suspects.add(claims.kind, id, at: now)
                guard crashes >= CrashSuspects.limit else { continue }
                let until = now.addingTimeInterval(CrashSuspects.pause(after: crashes))
                try session.run(claims.wait, [.instant(until), .number(id)])
                suspended.append(Suspended(kind: claims.kind.rawValue, name: name, until: until))
            }
        }
        return suspended
    }
}
