import Foundation

/// What was being fetched in the background when a server's process died, and how often that has happened.
///
/// Whatever is fetched in the background is claimed in the database before it is fetched, so a claim that a dead process
/// left behind names a suspect. Several are claimed at a time, and only one of them can be the cause; so channels under
/// suspicion are fetched one at a time, and whatever ends in any orderly way is cleared.
struct CrashSuspects {
    let transaction: Transaction

    /// What is fetched in the background. The raw values are kept in the database.
    enum Kind: String, CaseIterable, Sendable {
        case channel, fullText = "full-text", picture
    }

    /// So many crashes are no accident.
    static let crashLimit: Int64 = 2
    /// What a channel's `error` says then, beside the codes of `SourceError`.
    static let errorCode = "crashed"

    /// How long it is left alone then, in seconds.
    static func suspension(after crashes: Int64) -> TimeInterval { crashes > crashLimit ? 7 * 86400 : 86400 }

    /// Channels under suspicion, and whether one of them is being fetched.
    struct Channels {
        var ids: Set<Int64> = []
        var isAnyLeased = false
    }

    func channels(at now: Date) throws -> Channels {
        var channels = Channels()
        let rows = try transaction.all(
            "select s.id, c.claimed_until from crash_suspect s join channel c on c.id = s.id where s.kind = 'channel'"
        ) { (id: $0.number(), claimedUntil: $0.number()) }
        for row in rows {
            channels.ids.insert(row.id)
            if row.claimedUntil > now.milliseconds { channels.isAnyLeased = true }
        }
        return channels
    }

    /// Counts one more crash.
    /// - Returns: how many there were.
    func add(_ kind: Kind, _ id: Int64, at now: Date) throws -> Int64 {
        try transaction.run(
            """
            insert into crash_suspect (kind, id, crashes, at) values (?, ?, 1, ?) on conflict (kind, id)
            do update set crashes = crash_suspect.crashes + 1, at = excluded.at
            """, [.text(kind.rawValue), .number(id), .date(now)])
        return try transaction.number(
            "select crashes from crash_suspect where kind = ? and id = ?", [.text(kind.rawValue), .number(id)]) ?? 1
    }

    /// What was fetched and ended, well or not, did not end the process.
    func clear(_ kind: Kind, _ id: Int64) throws {
        try transaction.run(
            "delete from crash_suspect where kind = ? and id = ?", [.text(kind.rawValue), .number(id)])
    }
}
