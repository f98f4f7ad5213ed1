import Foundation
import News

/// A writer for a reader's marks. A story is read if its mark says so or, without a mark, if its ID is at most
/// `read_through`.
struct MarkWriter {
    let change: ReaderChange

    var transaction: Transaction { change.transaction }
    var reader: Int64 { change.reader }
    var now: Date { change.now }

    init(_ transaction: Transaction, reader: Int64, now: Date) throws {
        change = try ReaderChange(transaction, reader: reader, now: now)
    }

    func markOpened(_ story: Int64) throws {
        guard try transaction.exists("select id from story where id = ?", [.number(story)]) else {
            throw LibraryError.notThere
        }
        for member in try duplicateGroup(of: story) {
            try write(.opened, member, true)
            // The mark is written even if the story was read already, so that undoing a mark-all does not make it
            // unread. In that case the time of reading stays.
            let state = try state(of: member, .read)
            try write(.read, member, true, at: state?.value == true ? state?.markedAt ?? 0 : nil)
        }
    }

    /// Sets a mark on stories; returns the number of changed stories, where a duplicate group counts once.
    func setMarks(_ stories: [Int64], _ kind: MarkKind, _ value: Bool, undo: Int64) throws -> Int {
        var count = 0
        var done: Set<Int64> = []
        for story in stories where !done.contains(story) {
            let members = kind.isKept ? [story] : try duplicateGroup(of: story)
            done.formUnion(members)
            var hasChanged = false
            for member in members where try setMark(member, kind, value, undo: undo) { hasChanged = true }
            if hasChanged { count += 1 }
        }
        return count
    }

    /// Sets a mark on one story; returns true if the value changed.
    func setMark(_ story: Int64, _ kind: MarkKind, _ value: Bool, undo: Int64) throws -> Bool {
        guard let state = try state(of: story, kind), state.value != value else { return false }
        // The pages of a pack are never unread.
        if kind == .read, !value, state.isAlwaysRead { return false }
        try transaction.insert(
            into: "undo_mark",
            [
                "undo_id": .number(undo), "kind": .number(kind.databaseValue), "story_id": .number(story),
                "previous_is_set": .number(state.storedValue), "previous_at": .number(state.markedAt),
                "previous_action_number": .number(state.changeNumber), "was_effectively_set": .bool(state.value),
            ], onConflict: "(undo_id, kind, story_id) do nothing")
        try write(kind, story, value)
        return true
    }

    struct MarkState {
        var value: Bool
        /// The value of the stored mark; nil without a mark.
        var storedValue: Int64?
        var markedAt: Int64?
        var changeNumber: Int64?
        var isAlwaysRead = false
    }

    /// Returns the effective value of a mark; nil if the story does not exist. The kind stands in the text: as an
    /// argument, it makes SQLite prepare the statement anew for each story, because partial indexes depend on it
    /// (measured: 58 of 81 µs a story).
    func state(of story: Int64, _ kind: MarkKind) throws -> MarkState? {
        try transaction.first(
            """
            select m.is_set, m.at, m.action_number,
              (select max(u.read_through) from channel_story cs
               join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
               where cs.story_id = s.id) as read_through
            from story s left join mark m on m.reader_id = ? and m.kind = \(kind.databaseValue)
              and m.story_id = s.id where s.id = ?
            """, [.number(reader), .number(reader), .number(story)]
        ) { row in
            let value = row.optionalNumber("is_set")
            // Stories of channels without a subscription count as read, because no unread list has them.
            let covered = kind == .read && row.optionalNumber("read_through").map { story <= $0 } ?? true
            return MarkState(
                value: value.map { $0 != 0 } ?? covered, storedValue: value, markedAt: row.optionalNumber("at"),
                changeNumber: row.optionalNumber("action_number"),
                isAlwaysRead: row.optionalNumber("read_through") == PackChannelStore.alwaysRead)
        }
    }

    /// Writes a mark.
    /// - Parameter moment: the time in milliseconds; 0 if it was earlier and not recorded, nil for now.
    func write(_ kind: MarkKind, _ story: Int64, _ value: Bool, at moment: Int64? = nil) throws {
        let markedAt = moment ?? now.milliseconds
        try transaction.insert(
            into: "mark",
            [
                "reader_id": .number(reader), "kind": .number(kind.databaseValue), "story_id": .number(story),
                "is_set": .bool(value), "at": .number(markedAt), "change_number": .number(change.number),
                "action_number": .number(change.number),
            ],
            onConflict: """
                (reader_id, kind, story_id) do update set is_set = excluded.is_set, at = excluded.at,
                  change_number = excluded.change_number, action_number = excluded.action_number
                """)
    }

    func duplicateGroup(of story: Int64) throws -> [Int64] {
        let members = try transaction.numbers(
            """
            select other.story_id from story_group g join story_group other on other.group_id = g.group_id
            where g.story_id = ? order by other.story_id
            """, [.number(story)])
        return members.isEmpty ? [story] : members
    }
}
