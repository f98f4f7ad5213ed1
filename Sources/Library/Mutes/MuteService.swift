public import Foundation
public import News

/// A service for mute rules, which hide stories from the front page, lists, counts and neighbours. Saved and ticked
/// stories and search results are still shown, with the reason.
public struct MuteService: Sendable {
    let context: LibraryContext

    /// The number of latest stories that a preview checks.
    public static let previewLimit = 20_000

    /// Finds the stories that a rule would hide, without changing anything.
    /// - Parameter size: the number of newest stories to return.
    /// - Throws: `.invalid` for an empty rule.
    public func preview(
        _ rule: MuteRule, for reader: ReaderID, showing size: Int = 5
    ) async throws(LibraryError) -> MutePreview {
        let (rule, now) = (try rule.normalized(), context.now())
        return try await context.database.read { transaction in
            try MutePreviewQuery(transaction: transaction, reader: reader.rawValue, now: now).preview(
                of: rule, showing: size)
        }
    }

    /// Saves a rule and checks the latest 2,000 stories (200 if texts are searched); `runMaintenance` checks the
    /// others.
    /// - Parameters:
    ///   - until: the time when the rule expires; nil for never.
    ///   - id: the rule to replace; nil for a new rule.
    /// - Throws: `.invalid` for an empty rule; `.notThere` for an unknown rule or channel.
    @discardableResult
    public func mute(
        _ rule: MuteRule, until: Date? = nil, changing id: MuteID? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        let (rule, now) = (try rule.normalized(), context.now())
        return try await context.writeAndNotify(for: reader) { transaction in
            let store = MuteStore(transaction: transaction)
            let known = try id.map { id in try store.one(id.rawValue, of: reader.rawValue).orThrow() }
            if let channel = rule.channel { try Self.checkSubscribed(channel, reader, transaction) }
            let change = try ReaderChange(transaction, reader: reader.rawValue, now: now)
            return try change.performUndoable { undo in
                let stored = try store.save(
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
        let isSubscribed = try transaction.exists(
            "select 1 from subscription where reader_id = ? and channel_id = ?",
            [.number(reader.rawValue), .number(channel.rawValue)])
        guard isSubscribed else { throw LibraryError.notThere }
    }

    /// Removes a rule, so that the stories hidden by it are shown again.
    /// - Throws: `.notThere` for an unknown rule.
    public func unmute(_ id: MuteID, for reader: ReaderID) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let store = MuteStore(transaction: transaction)
            let known = try store.one(id.rawValue, of: reader.rawValue).orThrow()
            let change = try ReaderChange(transaction, reader: reader.rawValue, now: now)
            return try change.performUndoable { undo in
                try store.remove(known.id)
                try MuteUndo(transaction: transaction, reader: reader.rawValue, now: now)
                    .record(known.id, was: known, undo: undo)
                return 1
            }
        }
    }

    /// Returns the rules in effect, newest first.
    public func all(for reader: ReaderID) async throws(LibraryError) -> [Mute] {
        try await context.database.read { transaction in
            let store = MuteStore(transaction: transaction)
            return try store.all(of: reader.rawValue).map { record in
                Mute(
                    id: MuteID(rawValue: record.id), rule: record.rule,
                    until: record.until == .max ? nil : Date(milliseconds: record.until),
                    hidden: BoundedCount(counted: try store.hiddenCount(by: record, limit: BoundedCount.limit + 1)))
            }
        }
    }

    /// Removes expired rules, applies new rules to older stories, and judges headlines by newer rules.
    public func runMaintenance() async throws(LibraryError) {
        try await removeExpired()
        while !Task.isCancelled {
            guard let record = try await context.database.read({ try MuteStore(transaction: $0).nextUnswept() }) else {
                return try await judgeHeadlines()
            }
            let hasHidden = try await context.database.write(.refetchable) { transaction in
                // The rule may have been changed meanwhile.
                guard let fresh = try MuteStore(transaction: transaction).one(record.id, of: record.reader),
                    fresh.sweptTo == record.sweptTo
                else { return false }
                return try MuteApplier.sweep(fresh, transaction)
            }
            if hasHidden { context.notifier.notify(for: ReaderID(rawValue: record.reader)) }
        }
    }

    private func judgeHeadlines() async throws(LibraryError) {
        while !Task.isCancelled {
            guard try await context.database.read({ try HeadlineStore(transaction: $0).isOutdated() }) else { return }
            let hasChanged = try await context.database.write(.refetchable) { transaction in
                try HeadlineStore(transaction: transaction).judgeNext()
            }
            if hasChanged { context.notifier.notify() }
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

    /// Runs maintenance every second until cancelled; returns the error that ended it, if any.
    public func run() async -> LibraryError? {
        while !Task.isCancelled {
            // If another process holds the write lock, the next round tries again.
            do { try await runMaintenance() } catch { if error != .busy { return error } }
            do { try await Task.sleep(for: .seconds(1)) } catch { return nil }
        }
        return nil
    }
}

extension Optional {
    fileprivate func orThrow() throws(LibraryError) -> Wrapped {
        guard let self else { throw .notThere }
        return self
    }
}
