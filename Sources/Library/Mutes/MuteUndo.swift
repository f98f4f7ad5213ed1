import Foundation

/// The part of undo steps that concerns mute rules.
struct MuteUndo {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    /// Records the previous state of a rule, and applies the rule to the latest stories.
    func record(_ id: Int64, was: MuteStore.Record?, undo: Int64) throws {
        try transaction.run(
            "insert into undo_mute (undo_id, mute_id, previous_mute) values (?, ?, ?)",
            [.number(undo), .number(id), .text(try was.map { try JSONColumn.encode($0) })])
        try hideLatest(id)
    }

    func revert(_ undo: Int64) throws {
        let steps = try transaction.all(
            "select mute_id, previous_mute from undo_mute where undo_id = ?", [.number(undo)]
        ) { (id: $0.number("mute_id"), was: $0.optionalText("previous_mute")) }
        let store = MuteStore(transaction: transaction)
        for step in steps {
            guard let was = step.was else {
                if try store.one(step.id, of: reader) != nil { try store.remove(step.id) }
                continue
            }
            let record: MuteStore.Record = try JSONColumn.decode(was)
            // A rule that would have expired meanwhile is not restored.
            guard record.until > now.milliseconds else { continue }
            _ = try store.save(record)
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
