import Foundation

/// The reversal of an undoable change, except for values that have changed since.
struct UndoExecutor {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    func undo(_ undoID: Int64) throws -> Int {
        let undoWriter = UndoWriter(transaction: transaction, reader: reader, now: now)
        guard try undoWriter.isValid(undoID) else { throw LibraryError.notThere }
        let action = try transaction.first(
            "select change_number, mark_count from undo where id = ?", [.number(undoID)]
        ) { (change: $0.number("change_number"), size: $0.int("mark_count")) }
        guard let action else { throw LibraryError.notThere }
        let writer = try MarkWriter(transaction, reader: reader, now: now)
        // `read_through` is lowered first, because it decides whether a story needs a mark.
        try lowerReadThrough(undoID, writer)
        try revertMarks(undoID, change: action.change, writer)
        try SubscriptionUndo(transaction: transaction, reader: reader, now: now).revert(undoID)
        try MuteUndo(transaction: transaction, reader: reader, now: now).revert(undoID)
        try undoWriter.delete(undoID)
        return action.size
    }

    private func lowerReadThrough(_ undoID: Int64, _ writer: MarkWriter) throws {
        let steps = try transaction.all(
            """
            select t.channel_id, t.previous_read_through, t.new_read_through, u.read_through from undo_read_through t
            join subscription u on u.reader_id = ? and u.channel_id = t.channel_id where t.undo_id = ?
            """, [.number(reader), .number(undoID)]
        ) {
            (
                channel: $0.number("channel_id"), was: $0.number("previous_read_through"),
                became: $0.number("new_read_through"),
                current: $0.number("read_through")
            )
        }
        for step in steps {
            if step.current == step.became {
                try transaction.run(
                    "update subscription set read_through = ? where reader_id = ? and channel_id = ?",
                    [.number(step.was), .number(reader), .number(step.channel)])
            } else if step.current > step.became {
                try markUnread(step.channel, above: step.was, through: step.became, writer)
            }
        }
    }

    /// Marks the stories of an undone change unread, because a later mark-all covers them too.
    private func markUnread(_ channel: Int64, above: Int64, through: Int64, _ writer: MarkWriter) throws {
        try transaction.run(
            """
            insert into mark (reader_id, kind, story_id, is_set, at, change_number, action_number)
            select u.reader_id, \(MarkKind.read.databaseValue), cs.story_id, 0,
              cast(? as bigint), cast(? as bigint), cast(? as bigint)
            from subscription u join channel_story cs on cs.channel_id = u.channel_id
            where u.reader_id = ? and u.channel_id = ? and cs.story_id > ? and cs.story_id <= ?
            on conflict (reader_id, kind, story_id) do nothing
            """,
            [
                .date(now), .number(writer.change.number), .number(writer.change.number), .number(reader),
                .number(channel), .number(above), .number(through),
            ])
    }

    private func revertMarks(_ undoID: Int64, change: Int64, _ writer: MarkWriter) throws {
        let marks = try transaction.all(
            """
            select t.kind, t.story_id, t.previous_is_set, t.previous_at, t.previous_action_number, t.was_effectively_set from undo_mark t
            join mark m on m.reader_id = ? and m.kind = t.kind and m.story_id = t.story_id
            where t.undo_id = ? and m.action_number = ?
            """, [.number(reader), .number(undoID), .number(change)]
        ) {
            (
                kind: $0.number("kind"), story: $0.number("story_id"), was: $0.optionalNumber("previous_is_set"),
                wasAt: $0.number("previous_at"), previousActionNumber: $0.number("previous_action_number"),
                wasState: $0.bool("was_effectively_set")
            )
        }
        for mark in marks {
            guard let kind = MarkKind.allCases.first(where: { $0.databaseValue == mark.kind }) else { continue }
            // The kind is no argument, for the reason given in `MarkWriter.state`.
            let condition = "reader_id = ? and kind = \(kind.databaseValue) and story_id = ?"
            if let was = mark.was {
                try transaction.update(
                    "mark",
                    set: [
                        "is_set": .number(was), "at": .number(mark.wasAt),
                        "action_number": .number(mark.previousActionNumber),
                        "change_number": .number(writer.change.number),
                    ],
                    where: condition, [.number(reader), .number(mark.story)])
                continue
            }
            try transaction.run("delete from mark where \(condition)", [.number(reader), .number(mark.story)])
            // A later mark-all may cover the story.
            if try writer.state(of: mark.story, kind)?.value != mark.wasState {
                try writer.write(kind, mark.story, mark.wasState)
            }
        }
    }
}
