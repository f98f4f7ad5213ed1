import Foundation

/// Takes back what a deed did to rules.
struct MuteUndo {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    /// Writes down how a rule was before a deed, and lets a rule that is in force now hide what came last at once.
    func record(_ id: Int64, was: MuteStore.Record?, undo: Int64) throws {
        try transaction.run(
            "insert into undo_mute (undo_id, mute_id, was) values (?, ?, ?)",
            [.number(undo), .number(id), .text(try was.map { try JSONColumn.encode($0) })])
        try hideLatest(id)
    }

    func revert(_ ticket: Int64) throws {
        let steps = try transaction.all(
            "select mute_id, was from undo_mute where undo_id = ?", [.number(ticket)]
        ) { (id: $0.number(), was: $0.optionalText()) }
        let records = MuteStore(transaction: transaction)
        for step in steps {
            guard let was = step.was else {
                if try records.one(step.id, of: reader) != nil { try records.remove(step.id) }
                continue
            }
            let record: MuteStore.Record = try JSONColumn.decode(was)
            // What would have ended by now stays ended.
            guard record.until > now.milliseconds else { continue }
            _ = try records.save(record)
            try hideLatest(record.id)
        }
    }

    private func hideLatest(_ id: Int64) throws {
        guard let record = try MuteStore(transaction: transaction).one(id, of: reader), record.sweptTo > 0 else {
            return
        }
        _ = try MuteApplier.sweep(record, transaction)
    }
}
