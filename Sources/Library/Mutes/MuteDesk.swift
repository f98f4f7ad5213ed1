public import Foundation
public import News

/// What a reader does not want to see. Muted stories leave the front page, lists, counts and neighbours; what was saved
/// and what is searched for shows them still and says why they are not elsewhere. Nothing is deleted: taking a rule back
/// brings back all that it hid.
public struct MuteDesk: Sendable {
    let house: House

    /// How many of the latest stories a preview looks at.
    public static let mostLookedAt = 20_000

    /// What a rule would hide of what the reader follows. Nothing is changed.
    /// - Throws: `.invalid` for a rule that says nothing.
    public func preview(_ rule: MuteRule, for reader: ReaderID) async throws(LibraryError) -> MutePreview {
        let (rule, now) = (try rule.tidy(), house.now())
        return try await house.store.read { session in
            try MuteLooking(session: session, reader: reader.rawValue, now: now).preview(of: rule)
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
    ) async throws(LibraryError) -> UndoTicket {
        let (rule, now) = (try rule.tidy(), house.now())
        return try await house.change(for: reader) { session in
            let records = MuteRecords(session: session)
            let known = try id.map { id in try records.one(id.rawValue, of: reader.rawValue).orThrow() }
            if let channel = rule.channel { try Self.check(channel, reader, session) }
            let marking = try Marking(session, reader: reader.rawValue, now: now)
            return try marking.deed { undo in
                let stored = try records.put(
                    MuteRecords.Record(
                        id: known?.id ?? 0, reader: reader.rawValue, rule: rule,
                        madeAt: known?.madeAt ?? now.milliseconds, until: until?.milliseconds ?? .max, sweptTo: 0))
                try MuteUndo(session: session, reader: reader.rawValue, now: now)
                    .note(stored, was: known, undo: undo)
                return 1
            }
        }
    }

    private static func check(_ channel: ChannelID, _ reader: ReaderID, _ session: Session) throws {
        let known = try session.number(
            "select 1 from subscription where reader_id = ? and channel_id = ?",
            [.number(reader.rawValue), .number(channel.rawValue)])
        if known == nil { throw LibraryError.notThere }
    }

    /// Takes a rule out of force: everything it hid is back.
    /// - Throws: `.notThere` when the reader has no such rule.
    public func unmute(_ id: MuteID, for reader: ReaderID) async throws(LibraryError) -> UndoTicket {
        let now = house.now()
        return try await house.change(for: reader) { session in
            let records = MuteRecords(session: session)
            let known = try records.one(id.rawValue, of: reader.rawValue).orThrow()
            let marking = try Marking(session, reader: reader.rawValue, now: now)
            return try marking.deed { undo in
                try records.remove(known.id)
                try MuteUndo(session: session, reader: reader.rawValue, now: now)
                    .note(known.id, was: known, undo: undo)
                return 1
            }
        }
    }

    /// The rules in force, the newest first.
    public func all(for reader: ReaderID) async throws(LibraryError) -> [Mute] {
        try await house.store.read { session in
            let records = MuteRecords(session: session)
            return try records.all(of: reader.rawValue).map { record in
                Mute(
                    id: MuteID(rawValue: record.id), rule: record.rule, madeAt: Date(milliseconds: record.madeAt),
                    until: record.until == .max ? nil : Date(milliseconds: record.until),
                    hidden: BoundedCount(counted: try records.hidden(by: record, limit: BoundedCount.limit + 1)))
            }
        }
    }

    /// Ends the rules whose time has come and judges older stories by new ones, a small transaction at a time.
    public func tend() async throws(LibraryError) {
        try await lift()
        while !Task.isCancelled {
            guard let record = try await house.store.read({ try MuteRecords(session: $0).unswept() }) else { return }
            let hasHidden = try await house.store.write(.refetchable) { session in
                // Changed meanwhile: what was read is old.
                guard let fresh = try MuteRecords(session: session).one(record.id, of: record.reader),
                    fresh.sweptTo == record.sweptTo
                else { return false }
                return try Muting.sweep(fresh, session)
            }
            if hasHidden { house.pulse.beat(for: ReaderID(rawValue: record.reader)) }
        }
    }

    private func lift() async throws(LibraryError) {
        let now = house.now()
        let due = try await house.store.read { try MuteRecords(session: $0).expired(at: now) }
        guard !due.isEmpty else { return }
        try await house.store.write(.refetchable) { session in
            for record in due { try MuteRecords(session: session).remove(record.id) }
        }
        for reader in Set(due.map(\.reader)) { house.pulse.beat(for: ReaderID(rawValue: reader)) }
    }

    /// Tends until it is cancelled, looking once a second. Returns what made it impossible.
    public func run() async -> LibraryError? {
        while !Task.isCancelled {
            // Another writer has the database for long: again in a second.
            do { try await tend() } catch { if error != .busy { return error } }
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
