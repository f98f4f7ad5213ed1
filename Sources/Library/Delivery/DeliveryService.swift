import Foundation
public import News

/// A service for the ways out of the app, and for the queue of messages that are sent on them.
public struct DeliveryService: Sendable {
    let context: LibraryContext

    private static let pushKeyName = "push-key"

    // MARK: - Ways

    /// Returns a reader's ways, the oldest first.
    public func ways(for reader: ReaderID) async throws(LibraryError) -> [DeliveryWayRecord] {
        let now = context.now()
        return try await context.database.read {
            try DeliveryStore(transaction: $0, now: now).ways(of: reader.rawValue)
        }
    }

    /// Returns the address of a way with its secrets.
    /// - Throws: `.notThere` if the reader has no such way, if it has ended, or if the master key does not open it.
    public func address(
        of way: DeliveryWayRecord.ID, for reader: ReaderID
    ) async throws(LibraryError) -> DeliveryAddress {
        let now = context.now()
        let found = try await context.database.read {
            try DeliveryStore(transaction: $0, now: now).sealedAddress(of: way.rawValue, reader: reader.rawValue)
        }
        guard let found, let address = opened(found.bytes, found.secretName) else { throw .notThere }
        return address
    }

    private func opened(_ sealed: [UInt8], _ name: String) -> DeliveryAddress? {
        JSONColumn.decodeIfReadable(context.secrets.unseal(sealed, as: name))
    }

    /// Stores a way. An address that the reader has already keeps its ID, and is active again.
    /// - Parameters:
    ///   - name: the name of the device, or the mailbox or host.
    ///   - session: the session of the device, with which push messages end.
    ///   - former: the way that it replaces.
    /// - Throws: `.alreadyThere` for an address of another reader; `.notThere` for an unknown former way; `.invalid` for too
    ///   many ways; `.secretsUnusable` without a usable master key.
    @discardableResult
    public func save(
        _ address: DeliveryAddress, named name: String, session: ReaderSession.ID? = nil,
        replacing former: DeliveryWayRecord.ID? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> DeliveryWayRecord.ID {
        let (now, hash, kind) = (context.now(), address.hash, address.kind)
        let text: String
        do { text = try JSONColumn.encode(address) } catch { throw .failed(why: "an address could not be encoded") }
        let sealed = try context.secrets.seal(text, as: DeliveryStore.secretName(kind.rawValue, hash))
        return try await context.writeAndNotify(for: reader) { transaction in
            let store = DeliveryStore(transaction: transaction, now: now)
            let values: SQLAssignments = [
                "name": .text(String(name.prefix(200))), "session_id": .number(session?.rawValue),
                "address_hash": .text(hash), "token_hash": .text(address.tokenHash),
                "encrypted_address": .bytes(sealed), "ended_at": .null,
                "last_failure": .null, "last_attempt_at": .null,
            ]
            let known = try store.way(kind, hash: hash)
            if let known, known.reader != reader.rawValue || (former.map { $0.rawValue != known.id } ?? false) {
                throw LibraryError.alreadyThere
            }
            if let id = known?.id ?? former?.rawValue {
                let changed = try transaction.update(
                    "delivery_way", set: values, where: "id = ? and reader_id = ? and kind = ?",
                    [.number(id), .number(reader.rawValue), .text(kind.rawValue)])
                guard changed == 1 else { throw LibraryError.notThere }
                return DeliveryWayRecord.ID(rawValue: id)
            }
            guard try store.ways(of: reader.rawValue).count < DeliveryStore.maxWays else {
                throw LibraryError.invalid(
                    why: "There are \(DeliveryStore.maxWays) ways out already. Remove one that you do not need.")
            }
            let id = try store.insert(
                ["reader_id": .number(reader.rawValue), "kind": .text(kind.rawValue)] + values)
            return DeliveryWayRecord.ID(rawValue: id)
        }
    }

    /// Removes a way, and what waits to be sent on it.
    /// - Throws: `.notThere` if the reader has no such way.
    public func remove(_ way: DeliveryWayRecord.ID, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        let isRemoved = try await context.writeAndNotify(for: reader) {
            try DeliveryStore(transaction: $0, now: now).remove(way.rawValue, reader: reader.rawValue)
        }
        guard isRemoved else { throw .notThere }
    }

    /// Removes the way whose mails have a link with a token.
    /// - Throws: `.notThere` for an unknown token.
    public func unsubscribe(_ token: SecretToken) async throws(LibraryError) {
        let now = context.now()
        let isRemoved = try await context.writeAndNotify { transaction in
            let store = DeliveryStore(transaction: transaction, now: now)
            guard let way = try store.way(token: token) else { return false }
            return try store.remove(way.id, reader: way.reader)
        }
        guard isRemoved else { throw .notThere }
    }

    /// Returns the secret key of push messages, which is made once and kept, as subscriptions are bound to it.
    /// - Parameter new: a new key, which is stored if there is none that can be opened.
    public func pushKey(or new: String) async throws(LibraryError) -> String {
        let (name, now, secrets) = (Self.pushKeyName, context.now(), context.secrets)
        let known = try await context.database.read { try SecretStore(transaction: $0).get(name) }
        if let known, let key = secrets.unseal(known, as: name) { return key }
        let sealed = try secrets.seal(new, as: name)
        return try await context.database.write { transaction in
            let store = SecretStore(transaction: transaction)
            // Another request may have stored one meanwhile.
            if let known = try store.get(name), let key = secrets.unseal(known, as: name) { return key }
            try store.set(name, sealed, at: now)
            return new
        }
    }

    // MARK: - Messages

    /// Queues a message for a reader. It is sent at least once by every way, also after a crash, and given up after two
    /// days. A message whose ID is known is not queued again.
    /// - Parameter ways: the ways to send it by; nil for all.
    /// - Returns: the number of ways by which it will be sent.
    @discardableResult
    public func enqueue(
        _ message: OutgoingMessage, by ways: Set<DeliveryWayRecord.ID>? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> Int {
        let (now, chosen) = (context.now(), ways.map { Set($0.map(\.rawValue)) })
        return try await context.writeAndNotify(for: reader) {
            try DeliveryStore(transaction: $0, now: now).enqueue(message, reader: reader.rawValue, only: chosen)
        }
    }

    /// Claims messages that are due, for the process that sends them.
    /// - Parameter ways: the ways that have to wait for their service.
    public func claimDue(
        limit: Int, excluding ways: Set<DeliveryWayRecord.ID> = []
    ) async throws(LibraryError) -> [QueuedDelivery] {
        let (now, excluded) = (context.now(), ways.map(\.rawValue).sorted())
        // A power failure may lose the latest claims and outcomes: the messages are then sent again, with their IDs.
        let found = try await context.database.write(.refetchable) { transaction in
            let store = DeliveryStore(transaction: transaction, now: now)
            return try store.claimDue(limit: limit, excluding: excluded).map { delivery in
                (
                    delivery: delivery, message: try JSONColumn.decode(delivery.message, as: OutgoingMessage.self),
                    sealed: try store.sealedAddress(of: delivery.way, reader: delivery.reader)
                )
            }
        }
        return found.map { entry in
            QueuedDelivery(
                message: entry.message, way: .init(rawValue: entry.delivery.way),
                address: entry.sealed.flatMap { opened($0.bytes, $0.secretName) },
                attemptCount: entry.delivery.attempts)
        }
    }

    /// Puts claimed messages back that were not sent.
    public func release(_ deliveries: [QueuedDelivery]) async throws(LibraryError) {
        try await context.database.write(.refetchable) { transaction in
            for delivery in deliveries {
                try transaction.run(
                    "update outgoing_delivery set claimed_until = 0 where message_id = ? and way_id = ?",
                    [.text(delivery.message.id), .number(delivery.way.rawValue)])
            }
        }
    }

    /// Puts back what a process that has ended had claimed. Only the one process that serves a data folder sends.
    public func releaseClaims() async throws(LibraryError) {
        _ = try await context.database.write(.refetchable) { transaction in
            try transaction.run(
                "update outgoing_delivery set claimed_until = 0 where state = 'waiting' and claimed_until > 0")
        }
    }

    /// Stores the outcome of a claimed message.
    public func record(_ outcome: DeliveryOutcome, of delivery: QueuedDelivery) async throws(LibraryError) {
        let now = context.now()
        try await context.database.write(.refetchable) { transaction in
            try DeliveryStore(transaction: transaction, now: now).record(
                outcome, of: delivery.message.id, by: delivery.way.rawValue, attempts: delivery.attemptCount)
        }
    }

    /// Stores the outcome of a test as the way's last result.
    public func recordTest(
        _ outcome: DeliveryOutcome, of way: DeliveryWayRecord.ID, for reader: ReaderID
    ) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            try DeliveryStore(transaction: transaction, now: now).recordAttempt(outcome, by: way.rawValue)
        }
    }

    /// Waits until a message may be due, at most ten minutes.
    /// - Parameter ways: the ways that have to wait for their service.
    public func waitForDue(excluding ways: Set<DeliveryWayRecord.ID> = []) async {
        let changes = context.notifier.changes()
        var pause: TimeInterval = 600
        do {
            let (now, excluded) = (context.now(), ways.map(\.rawValue).sorted())
            let next = try await context.database.read {
                try DeliveryStore(transaction: $0, now: now).nextAttemptAt(excluding: excluded)
            }
            if let next { pause = min(pause, max(0.05, next.timeIntervalSince(now))) }
        } catch {
            // The database is closed or busy; the next round finds out.
            pause = 5
        }
        await ChangeNotifier.wait(.milliseconds(Int(pause * 1_000)), orUntil: changes)
    }
}
