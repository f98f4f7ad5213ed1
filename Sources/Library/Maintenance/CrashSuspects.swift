import Foundation

/// Counts what was being fetched in the background when a server process died (decision 15).
///
/// Every background fetch is leased in the database first, so a lease left by a dead process identifies a suspect.
/// Several are leased at a time, and only one can be the cause; so suspects are fetched one at a time, and every fetch
/// that ends in any orderly way is cleared.
struct CrashSuspects {
    let transaction: Transaction

    /// Kinds of background fetches. The raw values are stored in the database.
    enum Kind: String, CaseIterable, Sendable {
        case channel, fullText = "full-text", picture
    }

    /// The number of crashes from which a fetch is suspended.
    static let crashLimit: Int64 = 2
    /// A channel's `error` while it is suspended, besides the codes of `SourceError`.
    static let errorCode = "crashed"

    /// How long a fetch is suspended, in seconds.
    static func suspension(after crashes: Int64) -> TimeInterval { crashes > crashLimit ? 7 * 86400 : 86400 }

    /// Suspected channels, and whether one of them is being fetched.
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

    /// Adds a crash.
    /// - Returns: the number of crashes.
    func add(_ kind: Kind, _ id: Int64, at now: Date) throws -> Int64 {
        try transaction.run(
            """
            insert into crash_suspect (kind, id, crashes, at) values (?, ?, 1, ?) on conflict (kind, id)
            do update set crashes = crash_suspect.crashes + 1, at = excluded.at
            """, [.text(kind.rawValue), .number(id), .date(now)])
        return try transaction.number(
            "select crashes from crash_suspect where kind = ? and id = ?", [.text(kind.rawValue), .number(id)]) ?? 1
    }

    /// Removes a suspect whose fetch ended, successfully or not.
    func clear(_ kind: Kind, _ id: Int64) throws {
        try transaction.run(
            "delete from crash_suspect where kind = ? and id = ?", [.text(kind.rawValue), .number(id)])
    }
}
