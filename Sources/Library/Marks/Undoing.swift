import Foundation

/// Sets back what a deed changed: exactly that set, less what was changed again since.
struct Undoing {
    let session: Session
    let reader: Int64
    let now: Date

    func undo(_ ticket: Int64) throws -> Int {
        let records = UndoRecords(session: session, reader: reader, now: now)
        guard try records.isAlive(ticket) else { throw LibraryError.notThere }
        let deed = try session.first(
            "select change_number, size from undo where id = ?", [.number(ticket)]
        ) { (change: $0.number(), size: $0.int()) }
        guard let deed else { throw LibraryError.notThere }
        let marking = try Marking(session, reader: reader, now: now)
        // Channels first: whether a story needs a mark of its own depends on what its channel covers then.
        try lower(ticket, marking)
        try setBackMarks(ticket, change: deed.change, marking)
        try SubscriptionUndo(session: session, reader: reader, now: now).setBack(ticket)
        try MuteUndo(session: session, reader: reader, now: now).setBack(ticket)
        try records.forget(ticket)
        return deed.size
    }

    private func lower(_ ticket: Int64, _ marking: Marking) throws {
        let steps = try session.all(
            """
            select t.channel_id, t.was, t.became, u.read_through from undo_through t
            join subscription u on u.reader_id = ? and u.channel_id = t.channel_id where t.undo_id = ?
            """, [.number(reader), .number(ticket)]
        ) { (channel: $0.number(), was: $0.number(), became: $0.number(), current: $0.number()) }
        for step in steps {
            if step.current == step.became {
                try session.run(
                    "update subscription set read_through = ? where reader_id = ? and channel_id = ?",
                    [.number(step.was), .number(reader), .number(step.channel)])
            } else if step.current > step.became {
                try keepUnread(step.channel, above: step.was, through: step.became, marking)
            }
        }
    }

    /// A later mark-all covers these too and must go on covering what is above them: marks say that they are unread.
    private func keepUnread(_ channel: Int64, above: Int64, through: Int64, _ marking: Marking) throws {
        try session.run(
            """
            insert into mark (reader_id, kind, story_id, value, at, change_number, deed)
            select u.reader_id, 2, cs.story_id, 0, cast(? as bigint), cast(? as bigint), cast(? as bigint)
            from subscription u join channel_story cs on cs.channel_id = u.channel_id
            where u.reader_id = ? and u.channel_id = ? and cs.story_id > ? and cs.story_id <= ?
            on conflict (reader_id, kind, story_id) do nothing
            """,
            [
                .instant(now), .number(marking.change), .number(marking.change), .number(reader), .number(channel),
                .number(above), .number(through),
            ])
    }

    private func setBackMarks(_ ticket: Int64, change: Int64, _ marking: Marking) throws {
        let marks = try session.all(
            """
            select t.kind, t.story_id, t.was, t.was_at, t.was_deed, t.was_state from undo_mark t
            join mark m on m.reader_id = ? and m.kind = t.kind and m.story_id = t.story_id
            where t.undo_id = ? and m.deed = ?
            """, [.number(reader), .number(ticket), .number(change)]
        ) {
            (
                kind: $0.number(), story: $0.number(), was: $0.optionalNumber(), wasAt: $0.number(),
                wasDeed: $0.number(), wasState: $0.flag()
            )
        }
        for mark in marks {
            guard let kind = MarkKind.allCases.first(where: { $0.number == mark.kind }) else { continue }
            if let was = mark.was {
                try session.run(
                    """
                    update mark set value = ?, at = ?, deed = ?, change_number = ?
                    where reader_id = ? and kind = ? and story_id = ?
                    """,
                    [
                        .number(was), .number(mark.wasAt), .number(mark.wasDeed), .number(marking.change),
                        .number(reader), .number(mark.kind), .number(mark.story),
                    ])
                continue
            }
            try session.run(
                "delete from mark where reader_id = ? and kind = ? and story_id = ?",
                [.number(reader), .number(mark.kind), .number(mark.story)])
            // A later mark-all may cover the story meanwhile.
            if try marking.state(of: mark.story, kind)?.value != mark.wasState {
                try marking.write(kind, mark.story, mark.wasState)
            }
        }
    }
}
