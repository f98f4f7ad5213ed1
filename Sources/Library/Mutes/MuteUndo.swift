import Foundation

/// Takes back what a deed did to rules.
struct MuteUndo {
    let session: Session
    let reader: Int64
    let now: Date

    /// Writes down how a rule was before a deed, and lets a rule that is in force now hide what came last at once.
    func note(_ id: Int64, was: MuteRecords.Record?, undo: Int64) throws {
        try session.run(
            "insert into undo_mute (undo_id, mute_id, was) values (?, ?, ?)",
            [.number(undo), .number(id), .words(try was.map { try JSONText.write($0) })])
        try hideLatest(id)
    }

    func setBack(_ ticket: Int64) throws {
        let steps = try session.all(
            "select mute_id, was from undo_mute where undo_id = ?", [.number(ticket)]
        ) { (id: $0.number(), was: $0.optionalWords()) }
        let records = MuteRecords(session: session)
        for step in steps {
            guard let was = step.was else {
                if try records.one(step.id, of: reader) != nil { try records.remove(step.id) }
                continue
            }
            let record: MuteRecords.Record = try JSONText.read(was)
            // What would have ended by now stays ended.
            guard record.until > now.milliseconds else { continue }
            _ = try records.put(record)
            try hideLatest(record.id)
        }
    }

    private func hideLatest(_ id: Int64) throws {
        guard let record = try MuteRecords(session: session).one(id, of: reader), record.sweptTo > 0 else { return }
        _ = try Muting.sweep(record, session)
    }
}
