import Foundation

/// The tickets of one reader, and what each has changed.
struct UndoRecords {
    let session: Session
    let reader: Int64
    let now: Date

    /// A new deed. Those that have expired go.
    func begin(change: Int64) throws -> Int64 {
        try forgetExpired()
        return try session.insert(
            "insert into undo (reader_id, change_number, size, made_at, expires_at) values (?, ?, 0, ?, ?)",
            [
                .number(reader), .number(change), .instant(now),
                .instant(now.addingTimeInterval(UndoTicket.lifetime)),
            ])
    }

    /// The deed is done and has changed so many things.
    func end(_ undo: Int64, count: Int) throws -> UndoTicket {
        try session.run("update undo set size = ? where id = ?", [.number(count), .number(undo)])
        return UndoTicket(
            id: undo, count: count,
            expiresAt: Date(milliseconds: now.addingTimeInterval(UndoTicket.lifetime).milliseconds))
    }

    func last(within seconds: Int) throws -> UndoTicket? {
        let since = now.addingTimeInterval(-min(max(TimeInterval(seconds), 0), UndoTicket.lifetime))
        return try session.first(
            """
            select id, size, expires_at from undo where reader_id = ? and made_at >= ? and expires_at > ?
            order by made_at desc, id desc limit 1
            """, [.number(reader), .instant(since), .instant(now)]
        ) { UndoTicket(id: $0.number(), count: $0.int(), expiresAt: $0.instant()) }
    }

    func isAlive(_ undo: Int64) throws -> Bool {
        try session.number(
            "select id from undo where id = ? and reader_id = ? and expires_at > ?",
            [.number(undo), .number(reader), .instant(now)]) != nil
    }

    func forget(_ undo: Int64) throws {
        for table in ["undo_mark", "undo_through", "undo_subscription", "undo_mute"] {
            try session.run("delete from \(table) where undo_id = ?", [.number(undo)])
        }
        try session.run("delete from undo where id = ?", [.number(undo)])
    }

    private func forgetExpired() throws {
        let expired = try session.all(
            "select id from undo where reader_id = ? and made_at < ? and expires_at <= ?",
            [.number(reader), .instant(now), .instant(now)], { $0.number() })
        for undo in expired { try forget(undo) }
    }
}
