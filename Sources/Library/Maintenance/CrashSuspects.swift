import Foundation

/// Counts crashes during background fetches (decision 15).
///
/// A lease left by a dead process identifies a suspect. Several are leased at a time, so suspects are fetched one by
/// one, and cleared when the fetch ends.
struct CrashSuspects {
    let transaction: Transaction

    /// Raw values are stored.
    enum Kind: String, CaseIterable, Sendable {
        case channel, fullText = "full-text", picture
    }

    /// The kind of the row that exists while a server runs.
    static let runKind = "run"
    /// Crashes until suspension.
    static let crashLimit: Int64 = 2
    /// Seconds.
    static func suspension(after crashes: Int64) -> TimeInterval { crashes > crashLimit ? 7 * 86400 : 86400 }

    struct Channels {
        var ids: Set<Int64> = []
        var isAnyLeased = false
    }

    func channels(at now: Date) throws -> Channels {
        var channels = Channels()
        let rows = try transaction.all(
            """
            select s.id, c.claimed_until from crash_suspect s join channel c on c.id = s.id
            where s.kind = '\(Kind.channel.rawValue)'
            """
        ) { (id: $0.number("id"), claimedUntil: $0.number("claimed_until")) }
        for row in rows {
            channels.ids.insert(row.id)
            if row.claimedUntil > now.milliseconds { channels.isAnyLeased = true }
        }
        return channels
    }

    /// Returns the number of crashes.
    func add(_ kind: Kind, _ id: Int64, at now: Date) throws -> Int64 {
        try transaction.run(
            """
            insert into crash_suspect (kind, id, crashes, at) values (?, ?, 1, ?) on conflict (kind, id)
            do update set crashes = crash_suspect.crashes + 1, at = excluded.at
            """, [.text(kind.rawValue), .number(id), .date(now)])
        return try transaction.number(
            "select crashes from crash_suspect where kind = ? and id = ?", [.text(kind.rawValue), .number(id)]) ?? 1
    }

    /// Only full texts are fetched in the background; what a person opens is no suspect.
    func clear(_ target: FetchTarget) throws {
        guard target.kind == .fullText else { return }
        try clear(.fullText, target.id)
    }

    func clear(_ kind: Kind, _ id: Int64) throws {
        try transaction.run(
            "delete from crash_suspect where kind = ? and id = ?", [.text(kind.rawValue), .number(id)])
    }
}
