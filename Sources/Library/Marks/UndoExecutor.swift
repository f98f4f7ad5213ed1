import Foundation

/// Reverts an undoable change, except what changed since.
struct UndoExecutor {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    func undo(_ undoID: Int64) throws -> Int {
        let undoWriter = UndoWriter(transaction: transaction, reader: reader, now: now)
        guard try undoWriter.isValid(undoID) else { throw LibraryError.notThere }
        let action = try transaction.first(
            "select change_number, size from undo where id = ?", [.number(undoID)]
        ) { (change: $0.number("change_number"), size: $0.int("size")) }
        guard let action else { throw LibraryError.notThere }
        let writer = try MarkWriter(transaction, reader: reader, now: now)
        // First: `read_through` decides whether a story needs a mark.
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
            select t.channel_id, t.was, t.became, u.read_through from undo_through t
            join subscription u on u.reader_id = ? and u.channel_id = t.channel_id where t.undo_id = ?
            """, [.number(reader), .number(undoID)]
        ) {
            (
                channel: $0.number("channel_id"), was: $0.number("was"), became: $0.number("became"),
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

    /// A later mark-all covers these too.
    private func markUnread(_ channel: Int64, above: Int64, through: Int64, _ writer: MarkWriter) throws {
        try transaction.run(
            """
            insert into mark (reader_id, kind, story_id, value, at, change_number, deed)
            select u.reader_id, \(MarkKind.read.databaseValue), cs.story_id, 0,
              cast(? as bigint), cast(? as bigint), cast(? as bigint)
            from subscription u join channel_story cs on cs.channel_id = u.channel_id
            where u.reader_id = ? and u.channel_id = ? and cs.story_id > ? and cs.story_id <= ?
            on conflict (reader_id, kind, story_id) do nothing
            """,
            [
                .date(now), .number(writer.changeNumber), .number(writer.changeNumber), .number(reader),
                .number(channel), .number(above), .number(through),
            ])
    }

    private func revertMarks(_ undoID: Int64, change: Int64, _ writer: MarkWriter) throws {
        let marks = try transaction.all(
            """
            select t.kind, t.story_id, t.was, t.was_at, t.was_deed, t.was_state from undo_mark t
            join mark m on m.reader_id = ? and m.kind = t.kind and m.story_id = t.story_id
            where t.undo_id = ? and m.deed = ?
            """, [.number(reader), .number(undoID), .number(change)]
        ) {
            (
                kind: $0.number("kind"), story: $0.number("story_id"), was: $0.optionalNumber("was"),
                wasAt: $0.number("was_at"), wasDeed: $0.number("was_deed"), wasState: $0.bool("was_state")
            )
        }
        for mark in marks {
            guard let kind = MarkKind.allCases.first(where: { $0.databaseValue == mark.kind }) else { continue }
            if let was = mark.was {
                try transaction.update(
                    "mark",
                    set: [
                        "value": .number(was), "at": .number(mark.wasAt), "deed": .number(mark.wasDeed),
                        "change_number": .number(writer.changeNumber),
                    ],
                    where: "reader_id = ? and kind = ? and story_id = ?",
                    [.number(reader), .number(mark.kind), .number(mark.story)])
                continue
            }
            try transaction.run(
                "delete from mark where reader_id = ? and kind = ? and story_id = ?",
                [.number(reader), .number(mark.kind), .number(mark.story)])
            // A later mark-all may cover it.
            if try writer.state(of: mark.story, kind)?.value != mark.wasState {
                try writer.write(kind, mark.story, mark.wasState)
            }
        }
    }
}
