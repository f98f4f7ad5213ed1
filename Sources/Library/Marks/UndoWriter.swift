public import Foundation

/// The identification of an undoable change, stored until it expires.
public struct UndoToken: Sendable, Hashable {
    /// The ID of the change.
    public let id: Int64
    /// The number of stories (a duplicate group counts once) or subscriptions; at most `maxCount`, because counting
    /// takes time.
    public let count: Int
    /// The time of expiry, `lifetime` after the change.
    public let expiresAt: Date
    /// The kind of the change.
    public let kind: Kind

    /// A kind of change, so that the offer to undo can name it after a page change.
    public enum Kind: Sendable, Hashable {
        case markedRead, markedUnread, saved, unsaved, ticked, unticked, followed, unfollowed, muted, restored, keptBack
    }

    /// The time in seconds until a change can no longer be undone.
    public static let lifetime: TimeInterval = 600

    /// The upper bound of `count`; pages show no larger numbers.
    public static let maxCount = 1_000

    public init(id: Int64, count: Int, expiresAt: Date, kind: Kind = .markedRead) {
        self.id = id
        self.count = count
        self.expiresAt = expiresAt
        self.kind = kind
    }
}

/// The store of undoable changes.
struct UndoWriter {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    func create(change: Int64) throws -> Int64 {
        try deleteExpired()
        return try transaction.insertReturningID(
            into: "undo",
            [
                "reader_id": .number(reader), "change_number": .number(change), "mark_count": .number(0),
                "created_at": .date(now), "expires_at": .date(now.addingTimeInterval(UndoToken.lifetime)),
            ])
    }

    func finish(_ undo: Int64, count: Int) throws -> UndoToken {
        try transaction.run("update undo set mark_count = ? where id = ?", [.number(count), .number(undo)])
        return UndoToken(
            id: undo, count: count,
            expiresAt: Date(milliseconds: now.addingTimeInterval(UndoToken.lifetime).milliseconds),
            kind: try kind(of: undo))
    }

    /// Returns the kind of a change from its stored values. A tick takes precedence over the read mark that it implies.
    private func kind(of undo: Int64) throws -> UndoToken.Kind {
        let mark = try transaction.first(
            "select kind, was_effectively_set from undo_mark where undo_id = ? order by kind desc limit 1",
            [.number(undo)]
        ) { (kind: $0.number("kind"), wasSet: $0.bool("was_effectively_set")) }
        if let mark {
            return switch mark.kind {
            case MarkKind.saved.databaseValue: mark.wasSet ? .unsaved : .saved
            case MarkKind.ticked.databaseValue: mark.wasSet ? .unticked : .ticked
            case MarkKind.restored.databaseValue: mark.wasSet ? .keptBack : .restored
            default: mark.wasSet ? .markedUnread : .markedRead
            }
        }
        let isRemoval = try transaction.first(
            "select is_removal from undo_subscription where undo_id = ? limit 1", [.number(undo)]
        ) { $0.bool("is_removal") }
        if let isRemoval { return isRemoval ? .unfollowed : .followed }
        let isMute = try transaction.exists("select 1 from undo_mute where undo_id = ? limit 1", [.number(undo)])
        return isMute ? .muted : .markedRead
    }

    func latest(within seconds: Int) throws -> UndoToken? {
        let since = now.addingTimeInterval(-min(max(TimeInterval(seconds), 0), UndoToken.lifetime))
        let found = try transaction.first(
            """
            select id, mark_count, expires_at from undo where reader_id = ? and created_at >= ? and expires_at > ?
            order by created_at desc, id desc limit 1
            """, [.number(reader), .date(since), .date(now)]
        ) { (id: $0.number("id"), count: $0.int("mark_count"), expiresAt: $0.date("expires_at")) }
        return try found.map {
            UndoToken(id: $0.id, count: $0.count, expiresAt: $0.expiresAt, kind: try kind(of: $0.id))
        }
    }

    func isValid(_ undo: Int64) throws -> Bool {
        try transaction.exists(
            "select id from undo where id = ? and reader_id = ? and expires_at > ?",
            [.number(undo), .number(reader), .date(now)])
    }

    func delete(_ undo: Int64) throws {
        for table in ["undo_mark", "undo_read_through", "undo_subscription", "undo_mute"] {
            try transaction.run("delete from \(table) where undo_id = ?", [.number(undo)])
        }
        try transaction.run("delete from undo where id = ?", [.number(undo)])
    }

    private func deleteExpired() throws {
        let expired = try transaction.numbers(
            "select id from undo where reader_id = ? and created_at < ? and expires_at <= ?",
            [.number(reader), .date(now), .date(now)])
        for undo in expired { try delete(undo) }
    }
}
