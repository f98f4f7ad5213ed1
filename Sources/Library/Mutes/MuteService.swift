public import Foundation
public import News

/// What a reader does not want to see. Muted stories leave the front page, lists, counts and neighbours; what was saved
/// and what is searched for shows them still and says why they are not elsewhere. Nothing is deleted: taking a rule back
/// brings back all that it hid.
public struct MuteService: Sendable {
    let context: LibraryContext

    /// How many of the latest stories a preview looks at.
    public static let previewLimit = 20_000

    /// What a rule would hide of what the reader follows. Nothing is changed.
    /// - Throws: `.invalid` for a rule that says nothing.
    public func preview(_ rule: MuteRule, for reader: ReaderID) async throws(LibraryError) -> MutePreview {
        let (rule, now) = (try rule.normalized(), context.now())
        return try await context.database.read { transaction in
            try MutePreviewQuery(transaction: transaction, reader: reader.rawValue, now: now).preview(of: rule)
        }
    }

    /// Puts a rule in force. The latest 2,000 stories (200, where it looks into texts) are judged at once, older ones by
    /// `tend`.
    /// - Parameters:
    ///   - until: when it ends by itself; nil for never.
    ///   - id: the rule that is changed; nil for a new one.
    /// - Throws: `.invalid` for a rule that says nothing; `.notThere` when there is no such rule or feed.
    @discardableResult
    public func mute(
        _ rule: MuteRule, until: Date? = nil, changing id: MuteID? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        let (rule, now) = (try rule.normalized(), context.now())
        return try await context.writeAndNotify(for: reader) { transaction in
            let records = MuteStore(transaction: transaction)
            let known = try id.map { id in try records.one(id.rawValue, of: reader.rawValue).orThrow() }
            if let channel = rule.channel { try Self.checkSubscribed(channel, reader, transaction) }
            let marking = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try marking.performUndoable { undo in
                let stored = try records.save(
                    MuteStore.Record(
                        id: known?.id ?? 0, reader: reader.rawValue, rule: rule,
                        madeAt: known?.madeAt ?? now.milliseconds, until: until?.milliseconds ?? .max, sweptTo: 0))
                try MuteUndo(transaction: transaction, reader: reader.rawValue, now: now)
                    .record(stored, was: known, undo: undo)
                return 1
            }
        }
    }

    private static func checkSubscribed(_ channel: ChannelID, _ reader: ReaderID, _ transaction: Transaction) throws {
        let known = try transaction.number(
            "select 1 from subscription where reader_id = ? and channel_id = ?",
            [.number(reader.rawValue), .number(channel.rawValue)])
        if known == nil { throw LibraryError.notThere }
    }

    /// Takes a rule out of force: everything it hid is back.
    /// - Throws: `.notThere` when the reader has no such rule.
    public func unmute(_ id: MuteID, for reader: ReaderID) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let records = MuteStore(transaction: transaction)
            let known = try records.one(id.rawValue, of: reader.rawValue).orThrow()
            let marking = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try marking.performUndoable { undo in
                try records.remove(known.id)
                try MuteUndo(transaction: transaction, reader: reader.rawValue, now: now)
                    .record(known.id, was: known, undo: undo)
                return 1
            }
        }
    }

    /// The rules in force, the newest first.
    public func all(for reader: ReaderID) async throws(LibraryError) -> [Mute] {
        try await context.database.read { transaction in
            let records = MuteStore(transaction: transaction)
            return try records.all(of: reader.rawValue).map { record in
                Mute(
                    id: MuteID(rawValue: record.id), rule: record.rule, madeAt: Date(milliseconds: record.madeAt),
                    until: record.until == .max ? nil : Date(milliseconds: record.until),
                    hidden: BoundedCount(counted: try records.hiddenCount(by: record, limit: BoundedCount.limit + 1)))
            }
        }
    }

    /// Ends the rules whose time has come and judges older stories by new ones, a small transaction at a time.
    public func runMaintenance() async throws(LibraryError) {
        try await removeExpired()
        while !Task.isCancelled {
            guard let record = try await context.database.read({ try MuteStore(transaction: $0).nextUnswept() }) else {
                return
            }
            let hasHidden = try await context.database.write(.refetchable) { transaction in
                // Changed meanwhile: what was read is old.
                guard let fresh = try MuteStore(transaction: transaction).one(record.id, of: record.reader),
                    fresh.sweptTo == record.sweptTo
                else { return false }
                return try MuteApplier.sweep(fresh, transaction)
            }
            if hasHidden { context.notifier.notify(for: ReaderID(rawValue: record.reader)) }
        }
    }

    private func removeExpired() async throws(LibraryError) {
        let now = context.now()
        let due = try await context.database.read { try MuteStore(transaction: $0).expired(at: now) }
        guard !due.isEmpty else { return }
        try await context.database.write(.refetchable) { transaction in
            for record in due { try MuteStore(transaction: transaction).remove(record.id) }
        }
        for reader in Set(due.map(\.reader)) { context.notifier.notify(for: ReaderID(rawValue: reader)) }
    }

    /// Tends until it is cancelled, looking once a second. Returns what made it impossible.
    public func run() async -> LibraryError? {
        while !Task.isCancelled {
            // Another writer has the database for long: again in a second.
            do { try await runMaintenance() } catch { if error != .busy { return error } }
            do { try await Task.sleep(for: .seconds(1)) } catch { return nil }
        }
        return nil
    }
}

extension Optional {
    /// - Throws: `LibraryError.notThere` for nothing.
    fileprivate func orThrow() throws(LibraryError) -> Wrapped {
        guard let self else { throw .notThere }
        return self
    }
}
