import Foundation

/// One change by a reader, with its number in the reader's sequence of changes. What the change writes carries the
/// number, so that it can be undone as a whole, and listed as newer than another.
struct ReaderChange {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    let number: Int64

    /// Takes the next number.
    /// - Throws: `.notThere` for an unknown reader.
    init(_ transaction: Transaction, reader: Int64, now: Date) throws {
        self.transaction = transaction
        self.reader = reader
        self.now = now
        let next = try transaction.number(
            "update reader set change_number = change_number + 1 where id = ? returning change_number",
            [.number(reader)])
        guard let next else { throw LibraryError.notThere }
        number = next
    }

    var undoWriter: UndoWriter { UndoWriter(transaction: transaction, reader: reader, now: now) }

    /// Runs an undoable change. If nothing changed, the returned token has count 0 and is not stored.
    func performUndoable(_ work: (_ undo: Int64) throws -> Int) throws -> UndoToken {
        let undo = try undoWriter.create(change: number)
        let count = try work(undo)
        let token = try undoWriter.finish(undo, count: count)
        if count == 0 { try undoWriter.delete(undo) }
        return token
    }

    /// Runs a change that cannot be undone. Marks are written with what they were before, which is then forgotten.
    func performFinal(_ work: (_ undo: Int64) throws -> Void) throws {
        let undo = try undoWriter.create(change: number)
        try work(undo)
        try undoWriter.delete(undo)
    }
}
