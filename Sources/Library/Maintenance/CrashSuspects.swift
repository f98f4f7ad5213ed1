import Foundation

/// The counts of crashes during background fetches (decision 15).
///
/// A lease left by a dead process identifies a suspect. Several fetches are leased at a time, so suspects are fetched
/// one by one, and cleared when the fetch ends.
struct CrashSuspects {
    let transaction: Transaction

    /// A kind of background fetch; raw values are stored.
    enum Kind: String, CaseIterable, Sendable {
        case channel, fullText = "full-text", picture
    }

    /// The kind of the row that exists while a server runs.
    static let runKind = "run"
    /// The number of crashes that lead to a suspension.
    static let crashLimit: Int64 = 2
    /// Returns the duration of the suspension in seconds: a day after `crashLimit` crashes, a week after more.
    static func suspension(after crashes: Int64) -> TimeInterval { crashes > crashLimit ? 7 * 86400 : 86400 }

    struct Channels {
        var ids: Set<Int64> = []
        var isAnyLeased = false
    }

    func channels(at now: Date) throws -> Channels {
        var channels = Channels()
        let rows = try transaction.all(
            """
            select s.target_id, c.claimed_until from crash_suspect s join channel c on c.id = s.target_id
            where s.kind = '\(Kind.channel.rawValue)'
            """
        ) { (id: $0.number("target_id"), claimedUntil: $0.number("claimed_until")) }
        for row in rows {
            channels.ids.insert(row.id)
            if row.claimedUntil > now.milliseconds { channels.isAnyLeased = true }
        }
        return channels
    }

    /// Adds a crash to the count, and returns the new count.
    func add(_ kind: Kind, _ id: Int64, at now: Date) throws -> Int64 {
        try transaction.run(
            """
            insert into crash_suspect (kind, target_id, crash_count, recorded_at) values (?, ?, 1, ?) on conflict (kind, target_id)
            do update set crash_count = crash_suspect.crash_count + 1, recorded_at = excluded.recorded_at
            """, [.text(kind.rawValue), .number(id), .date(now)])
        return try transaction.number(
            "select crash_count from crash_suspect where kind = ? and target_id = ?",
            [.text(kind.rawValue), .number(id)]) ?? 1
    }

    /// Clears the suspicion against a full text, the only target that is also fetched in the background. Targets opened
    /// by a reader are never suspects.
    func clear(_ target: FetchTarget) throws {
        guard target.kind == .fullText else { return }
        try clear(.fullText, target.id)
    }

    func clear(_ kind: Kind, _ id: Int64) throws {
        try transaction.run(
            "delete from crash_suspect where kind = ? and target_id = ?", [.text(kind.rawValue), .number(id)])
    }
}
