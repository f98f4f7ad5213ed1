import Foundation
import News

/// The store of `outbox` rows, each carried out by the one process that has claimed it.
struct OutboxStore {
    let transaction: Transaction
    let now: Date

    /// The time in seconds after which a row of this process counts as abandoned if no task carries it out: its outcome
    /// could not be stored.
    private static let ownTimeout: TimeInterval = 180
    private static let maxEntries = 500
    /// The states in which an item is at its origin, and shown there.
    private static let done: [OutboxEntry.State] = [.ended(.accepted()), .ended(.existing(RemoteLocation()))]

    // MARK: Reading

    func find(_ id: Int64) throws -> OutboxEntry? { try first("o.id = ?", [.number(id)]) }

    func find(_ id: Int64, of reader: Int64) throws -> OutboxEntry? {
        try first("o.id = ? and o.reader_id = ?", [.number(id), .number(reader)])
    }

    func find(token: String, of reader: Int64) throws -> Int64? {
        try transaction.number(
            "select id from outbox where reader_id = ? and form_token = ?", [.number(reader), .text(token)])
    }

    /// Returns an action with the same text that may be in progress or may have arrived.
    func findOpen(_ action: RemoteAction, at source: Int64, of reader: Int64) throws -> OutboxEntry? {
        try transaction.all(
            """
            \(OutboxEntry.select) where o.reader_id = ? and o.source_id = ? and o.kind = ?
              and o.state in (\(OutboxEntry.State.list([.sending, .ended(.fateUnknown), .notArrived]))) order by o.id
            """, [.number(reader), .number(source), .text(action.kind.rawValue)]
        ) { OutboxEntry($0) }.compactMap(\.self).first { $0.says(action) }
    }

    /// Replaces the token of a row by that of the last form used.
    func setToken(_ token: String, of id: Int64) throws {
        try transaction.run("update outbox set form_token = ? where id = ?", [.text(token), .number(id)])
    }

    /// Returns a reader's rows, newest first.
    func all(of reader: Int64) throws -> [OutboxEntry] {
        try transaction.all(
            "\(OutboxEntry.select) where o.reader_id = ? order by o.created_at desc, o.id desc limit ?",
            [.number(reader), .number(Self.maxEntries)]
        ) { OutboxEntry($0) }.compactMap(\.self)
    }

    /// Returns the comments that are not in the story's thread, oldest first.
    func comments(on story: Int64, of reader: Int64) throws -> [OutboxEntry] {
        try transaction.all(
            """
            \(OutboxEntry.select) where o.reader_id = ? and o.story_id = ? and o.kind = ? and o.state not in
              (\(OutboxEntry.State.list(Self.done))) order by o.id
            """,
            [.number(reader), .number(story), .text(RemoteAction.Kind.comment.rawValue)]
        ) { OutboxEntry($0) }.compactMap(\.self)
    }

    /// Returns the actions that wait for a sign-in, oldest first. Rows of a restored backup, which have no token, are
    /// left out: a person sends them again.
    func waiting(at source: Int64, of reader: Int64) throws -> [OutboxEntry] {
        try transaction.all(
            """
            \(OutboxEntry.select) where o.reader_id = ? and o.source_id = ? and o.state = ?
              and o.form_token is not null order by o.id
            """, [.number(reader), .number(source), .text(OutboxEntry.State.waitingForSignIn.code)]
        ) { OutboxEntry($0) }.compactMap(\.self)
    }

    private func first(_ condition: String, _ arguments: [SQLValue]) throws -> OutboxEntry? {
        try transaction.first("\(OutboxEntry.select) where \(condition)", arguments) { OutboxEntry($0) } ?? nil
    }

    // MARK: Claiming

    /// Inserts an action.
    /// - Parameter process: The process that sends the action; nil if the action waits for a sign-in.
    func insert(
        _ action: RemoteAction, at source: StorySource, token: String, of reader: Int64, claimedBy process: String?
    ) throws -> Int64 {
        let story = try action.item.flatMap { item in
            try transaction.number(
                "select id from story where source_id = ? and origin_key = ? and purged_at is null",
                [.number(source.id), .text(item.storyKey)])
        }
        let state: OutboxEntry.State = process == nil ? .waitingForSignIn : .sending
        return try transaction.insertReturningID(
            into: "outbox",
            [
                "reader_id": .number(reader), "source_id": .number(source.id), "story_id": .number(story),
                "comment_key": .text(action.item?.commentKey), "kind": .text(action.kind.rawValue),
                "payload": .text(try JSONColumn.encode(action)), "form_token": .text(token),
                "state": .text(state.code),
                "created_at": .date(now), "claimed_by": .text(process),
                "claimed_at": .date(process == nil ? nil : now),
            ])
    }

    /// Claims a row for sending again. An action that may have arrived keeps the time of its request, so that it is
    /// searched for first.
    /// - Parameter action: The action with a new signature; nil for the stored one.
    /// - Returns: False if the row has changed meanwhile.
    func claim(_ record: OutboxEntry, as action: RemoteAction? = nil, by process: String) throws -> Bool {
        return try transaction.update(
            "outbox",
            set: [
                "state": .text(OutboxEntry.State.sending.code),
                "payload": .text(try JSONColumn.encode(action ?? record.action)), "outcome": .null, "ended_at": .null,
                "sent_at": record.mayHaveArrived ? .date(record.sentAt ?? record.createdAt) : .null,
                "claimed_by": .text(process), "claimed_at": .date(now),
            ], where: "id = ? and state = ?", [.number(record.id.rawValue), .text(record.state.code)]) == 1
    }

    /// Records an attempt just before its request.
    /// - Returns: False if the row no longer belongs to this process.
    func markSent(_ record: OutboxEntry) throws -> Bool {
        try transaction.run(
            """
            update outbox set sent_at = ?, attempt_count = attempt_count + 1 where id = ? and state = ? and claimed_by = ?
            """,
            [
                .date(now), .number(record.id.rawValue), .text(OutboxEntry.State.sending.code), .text(record.claimedBy),
            ]) == 1
    }

    /// Clears the time of the last attempt, because its outcome is known.
    func clearSent(_ record: OutboxEntry) throws {
        try transaction.run("update outbox set sent_at = null where id = ?", [.number(record.id.rawValue)])
    }

    /// Sets the state and outcome of a row, and releases its claim.
    /// - Returns: False if the row has changed meanwhile.
    func setState(of record: OutboxEntry, to state: OutboxEntry.State) throws -> Bool {
        let outcome = state.outcome
        let isUnknown = state == .ended(.fateUnknown) || state == .notArrived
        let keepsAuthor = state == .sending || state == .waitingForSignIn
        let action = keepsAuthor ? record.action : record.action.unsigned
        return try transaction.update(
            "outbox",
            set: [
                "state": .text(state.code), "payload": .text(try JSONColumn.encode(action)),
                "outcome": .text(try outcome.map { try JSONColumn.encode($0) }),
                "ended_at": .date(outcome == nil ? nil : now), "claimed_by": .null, "claimed_at": .null,
                "was_outcome_unknown": .bool(record.wasOutcomeUnknown || isUnknown),
            ], where: "id = ? and state = ? and coalesce(claimed_by, '') = ?",
            [.number(record.id.rawValue), .text(record.state.code), .text(record.claimedBy ?? "")]) == 1
    }

    // MARK: What a dead process left

    /// Returns the sending rows that no process carries out any longer.
    /// - Parameter isRunning: Returns true if this process is carrying out the row.
    func abandoned(_ presence: ProcessLivenessLock, isRunning: (Int64) -> Bool) throws -> [OutboxEntry] {
        let sending = try transaction.all(
            "\(OutboxEntry.select) where o.state = '\(OutboxEntry.State.sending.code)' order by o.id"
        ) { OutboxEntry($0) }.compactMap(\.self)
        var gone: [String: Bool] = [:]
        return try sending.filter { record in
            // A row without a claim comes from a restored backup.
            guard let process = record.claimedBy else { return true }
            if process == presence.name { return try !isRunning(record.id.rawValue) && isOld(record) }
            let isGone = gone[process] ?? presence.isGone(process)
            gone[process] = isGone
            return isGone
        }
    }

    private func isOld(_ record: OutboxEntry) throws -> Bool {
        let claimedAt = try transaction.date(
            "select claimed_at from outbox where id = ?", [.number(record.id.rawValue)])
        return (claimedAt ?? record.createdAt).addingTimeInterval(Self.ownTimeout) < now
    }

    /// Ends abandoned rows. An action that may have been sent has an unknown outcome, and so has one that a backup
    /// contains as sending.
    func recover(_ records: [OutboxEntry]) throws {
        for record in records {
            let isUnknown = record.sentAt != nil || record.claimedBy == nil
            _ = try setState(of: record, to: .ended(isUnknown ? .fateUnknown : .unsent(.crashed)))
        }
    }

    // MARK: Removing

    /// Removes guests' names and addresses from ended actions, in which earlier versions kept them.
    /// - Parameter isEverything: True to include actions in progress, for a backup.
    func removeAuthors(ofEverything isEverything: Bool = false) throws {
        let kept: [OutboxEntry.State] = isEverything ? [] : [.sending, .waitingForSignIn]
        let condition = kept.isEmpty ? "" : "and state not in (\(OutboxEntry.State.list(kept)))"
        let signed = try transaction.all(
            "select id, payload from outbox where kind = ? and payload like '%\"author\"%' \(condition)",
            [.text(RemoteAction.Kind.comment.rawValue)]
        ) { (id: $0.number("id"), action: JSONColumn.decodeIfReadable($0.text("payload")) as RemoteAction?) }
        for row in signed {
            guard let action = row.action else { continue }
            try transaction.run(
                "update outbox set payload = ? where id = ?",
                [.text(try JSONColumn.encode(action.unsigned)), .number(row.id)])
        }
    }

    func remove(_ id: Int64) throws { try transaction.run("delete from outbox where id = ?", [.number(id)]) }

    /// Deletes actions that are done, and ended actions without text such as votes, after thirty days.
    /// - Returns: The number of rows deleted.
    func removeOld() throws -> Int {
        let taps: [RemoteAction.Kind] = [.vote, .favourite, .hide, .flag]
        return try transaction.run(
            """
            delete from outbox where ended_at < ? and (state in (\(OutboxEntry.State.list(Self.done)))
              or (kind in (\(taps.map { "'\($0.rawValue)'" }.joined(separator: ", ")))
                and state <> '\(OutboxEntry.State.ended(.fateUnknown).code)'))
            """, [.date(now.addingTimeInterval(-30 * 86_400))])
    }
}
