import Foundation
import News

/// The ways out and the queue of messages in the database. A message is sent at least once: a delivery stays due until its
/// outcome is stored, and is claimed while it is carried out.
struct DeliveryStore {
    let transaction: Transaction
    let now: Date

    /// The time for one attempt, after which another process may try.
    private static let claimLifetime: TimeInterval = 300
    /// The time for which messages are kept after they were made.
    private static let retention: TimeInterval = 30 * 24 * 3600
    /// The pauses after failed attempts, in seconds; the last one repeats.
    private static let pauses: [TimeInterval] = [60, 300, 900, 3_600, 3 * 3_600]
    static let maxWays = 100

    // MARK: - Ways

    func ways(of reader: Int64) throws -> [DeliveryWayRecord] {
        try transaction.all(
            """
            select w.id, w.kind, w.name, w.address_hash, w.session_id, w.created_at, w.last_attempt_at, w.last_failure, w.ended_at,
              (select count(*) from outgoing_delivery d where d.way_id = w.id and d.state = 'waiting') as waiting
            from delivery_way w where w.reader_id = ? order by w.id
            """, [.number(reader)]
        ) { row in
            DeliveryWayRecord(
                id: .init(rawValue: row.number("id")), kind: DeliveryKind(rawValue: row.text("kind")) ?? .webhook,
                name: row.text("name"), addressHash: row.text("address_hash"),
                session: row.optionalNumber("session_id").map { .init(rawValue: $0) },
                createdAt: row.date("created_at"), lastAttemptAt: row.optionalDate("last_attempt_at"),
                lastFailure: JSONColumn.decodeIfReadable(row.optionalText("last_failure")),
                endedAt: row.optionalDate("ended_at"), waitingCount: row.int("waiting"))
        }
    }

    /// Returns the sealed address of a reader's way with its name as a secret; nil if there is none.
    func sealedAddress(of way: Int64, reader: Int64) throws -> (bytes: [UInt8], secretName: String)? {
        try transaction.first(
            "select kind, address_hash, encrypted_address from delivery_way where id = ? and reader_id = ?",
            [.number(way), .number(reader)]
        ) { row in
            row.optionalBytes("encrypted_address").map {
                ($0, Self.secretName(row.text("kind"), row.text("address_hash")))
            }
        }.flatMap(\.self)
    }

    /// Returns the ID of the way with an address, and its reader.
    func way(_ kind: DeliveryKind, hash: String) throws -> (id: Int64, reader: Int64)? {
        try transaction.first(
            "select id, reader_id from delivery_way where kind = ? and address_hash = ?",
            [.text(kind.rawValue), .text(hash)]
        ) { ($0.number("id"), $0.number("reader_id")) }
    }

    /// Returns the ID of the way with the token of a mail's link, and its reader.
    func way(token: SecretToken) throws -> (id: Int64, reader: Int64)? {
        try transaction.first(
            "select id, reader_id from delivery_way where token_hash = ?", [.text(token.hash)]
        ) { ($0.number("id"), $0.number("reader_id")) }
    }

    func insert(_ values: SQLAssignments) throws -> Int64 {
        try transaction.insertReturningID(into: "delivery_way", ["created_at": .date(now)] + values)
    }

    /// Removes a way with what waits for it.
    /// - Returns: false if the reader has no such way.
    func remove(_ way: Int64, reader: Int64) throws -> Bool {
        let owned = "way_id in (select id from delivery_way where id = ? and reader_id = ?)"
        for table in ["outgoing_delivery", "digest_way"] {
            try transaction.run("delete from \(table) where \(owned)", [.number(way), .number(reader)])
        }
        return try transaction.run(
            "delete from delivery_way where id = ? and reader_id = ?", [.number(way), .number(reader)]) > 0
    }

    /// The name under which an address is sealed: it opens as no other's.
    static func secretName(_ kind: String, _ hash: String) -> String { "delivery \(kind) \(hash)" }

    // MARK: - The queue

    /// Queues a message for ways of a reader that have not ended; a message that is known changes nothing.
    /// - Returns: the number of ways.
    func enqueue(_ message: OutgoingMessage, reader: Int64, only ways: Set<Int64>?) throws -> Int {
        let oldest = now.addingTimeInterval(-Self.retention)
        try transaction.run(
            """
            delete from outgoing_delivery where message_id in (select id from outgoing_message where created_at < ?)
            """, [.date(oldest)])
        try transaction.run("delete from outgoing_message where created_at < ?", [.date(oldest)])
        let inserted = try transaction.insert(
            into: "outgoing_message",
            [
                "id": .text(message.id), "reader_id": .number(reader), "content": .text(try JSONColumn.encode(message)),
                "created_at": .date(message.createdAt), "expires_at": .date(message.expiresAt),
                "series": .text(message.series),
            ], onConflict: "(id) do nothing")
        guard inserted > 0 else { return 0 }
        let known = try transaction.numbers(
            "select id from delivery_way where reader_id = ? and ended_at is null order by id", [.number(reader)])
        let chosen = known.filter { ways?.contains($0) ?? true }
        for way in chosen {
            try giveUp(seriesOf: message, on: way, reader: reader)
            try transaction.insert(
                into: "outgoing_delivery",
                [
                    "message_id": .text(message.id), "way_id": .number(way), "state": .text("waiting"),
                    "attempt_count": .number(Int64(0)), "due_at": .date(try restEnd(of: way) ?? now),
                    "claimed_until": .number(Int64(0)),
                ])
        }
        return chosen.count
    }

    /// Returns the time until which a way's service takes nothing; nil if it does.
    private func restEnd(of way: Int64) throws -> Date? {
        try transaction.date(
            """
            select min(due_at) from outgoing_delivery
            where way_id = ? and state = 'waiting' and attempt_count > 0 and due_at > ?
            """, [.number(way), .date(now)])
    }

    /// Claims deliveries that are due, the oldest first, after giving up those that are too old or whose device is signed
    /// out.
    func claimDue(limit: Int, excluding ways: [Int64]) throws -> [(
        message: String, reader: Int64, way: Int64, attempts: Int
    )] {
        try giveUp()
        let due = try transaction.all(
            """
            select d.message_id, d.way_id, d.attempt_count, m.content, m.reader_id from outgoing_delivery d
            join outgoing_message m on m.id = d.message_id
            where d.state = 'waiting' and d.due_at <= ? and d.claimed_until <= ?\(Self.condition(excluding: ways))
            order by d.due_at limit ?
            """, [.date(now), .date(now), .number(Int64(limit))]
        ) { row in
            (
                id: row.text("message_id"), message: row.text("content"), reader: row.number("reader_id"),
                way: row.number("way_id"), attempts: row.int("attempt_count")
            )
        }
        for delivery in due {
            try transaction.run(
                "update outgoing_delivery set claimed_until = ? where message_id = ? and way_id = ?",
                [.date(now.addingTimeInterval(Self.claimLifetime)), .text(delivery.id), .number(delivery.way)])
        }
        return due.map { ($0.message, $0.reader, $0.way, $0.attempts) }
    }

    private static func condition(excluding ways: [Int64]) -> String {
        ways.isEmpty ? "" : " and d.way_id not in (\(ways.map(String.init).joined(separator: ", ")))"
    }

    /// Returns the time of the next attempt; nil if nothing waits.
    func nextAttemptAt(excluding ways: [Int64]) throws -> Date? {
        try transaction.date(
            """
            select min(case when d.claimed_until > d.due_at then d.claimed_until else d.due_at end)
            from outgoing_delivery d where d.state = 'waiting'\(Self.condition(excluding: ways))
            """)
    }

    /// Gives up the older messages of a message's series that wait on a way, also one that is being tried.
    private func giveUp(seriesOf message: OutgoingMessage, on way: Int64, reader: Int64) throws {
        guard let series = message.series else { return }
        try transaction.run(
            """
            update outgoing_delivery set state = 'failed', failure = ?, claimed_until = 0
            where way_id = ? and state = 'waiting' and message_id in (
              select m.id from outgoing_message m where m.reader_id = ? and m.series = ? and m.id <> ?)
            """,
            [
                .text(try JSONColumn.encode(DeliveryFailure(.gaveUp))), .number(way), .number(reader), .text(series),
                .text(message.id),
            ])
    }

    private func giveUp() throws {
        let expired = try transaction.all(
            """
            select d.message_id, d.way_id from outgoing_delivery d join outgoing_message m on m.id = d.message_id
            where d.state = 'waiting' and d.claimed_until <= ? and d.due_at <= ? and m.expires_at <= ?
            """, [.date(now), .date(now), .date(now)]
        ) { ($0.text("message_id"), $0.number("way_id")) }
        for (message, way) in expired { try record(.refused(DeliveryFailure(.gaveUp)), of: message, by: way) }
        let signedOut = try transaction.numbers(
            """
            select w.id from delivery_way w where w.ended_at is null and w.session_id is not null
              and not exists (select 1 from known_device k where k.session_id = w.session_id and k.expires_at > ?)
            """, [.date(now)])
        for way in signedOut { try end(way, DeliveryFailure(.deviceSignedOut)) }
    }

    // MARK: - Outcomes

    /// Stores the outcome of an attempt.
    func record(_ outcome: DeliveryOutcome, of message: String, by way: Int64, attempts: Int = 0) throws {
        try recordAttempt(outcome, by: way)
        switch outcome {
        case .sent: try finish("sent", nil, message, way)
        case .refused(let failure): try finish("failed", failure, message, way)
        case .ended(let failure): try end(way, failure)
        case .later(let date, let failure):
            let pause = Self.pauses[min(max(attempts, 0), Self.pauses.count - 1)]
            // A service that asks for less than a second is asked again after one.
            let due = max(date ?? now.addingTimeInterval(pause), now.addingTimeInterval(1))
            try transaction.run(
                """
                update outgoing_delivery set attempt_count = ?, claimed_until = 0, failure = ?,
                  due_at = 0
                where message_id = ? and way_id = ?
                """, [.number(attempts + 1), .text(try JSONColumn.encode(failure)), .text(message), .number(way)])
            try rest(way, until: due)
        }
    }

    /// Postpones what waits for a way, as its service takes nothing until then, but not beyond a message's own end.
    private func rest(_ way: Int64, until due: Date) throws {
        try transaction.run(
            """
            update outgoing_delivery
            set due_at = (select case when m.expires_at < ? then m.expires_at else ? end from outgoing_message m
              where m.id = outgoing_delivery.message_id)
            where way_id = ? and state = 'waiting' and due_at < ? and claimed_until <= ?
            """, [.date(due), .date(due), .number(way), .date(due), .date(now)])
    }

    /// Stores the outcome of an attempt as the way's last one.
    func recordAttempt(_ outcome: DeliveryOutcome, by way: Int64) throws {
        try transaction.run(
            "update delivery_way set last_attempt_at = ?, last_failure = ? where id = ?",
            [.date(now), .text(try outcome.failure.map { try JSONColumn.encode($0) }), .number(way)])
        if case .ended(let failure) = outcome { try end(way, failure) }
    }

    private func finish(_ state: String, _ failure: DeliveryFailure?, _ message: String, _ way: Int64) throws {
        try transaction.run(
            "update outgoing_delivery set state = ?, failure = ?, claimed_until = 0 where message_id = ? and way_id = ?",
            [.text(state), .text(try failure.map { try JSONColumn.encode($0) }), .text(message), .number(way)])
    }

    /// Ends a way: its address is removed, and what waits for it fails.
    private func end(_ way: Int64, _ failure: DeliveryFailure) throws {
        let words = try JSONColumn.encode(failure)
        try transaction.run(
            "update delivery_way set ended_at = ?, encrypted_address = null, last_failure = ? where id = ?",
            [.date(now), .text(words), .number(way)])
        try transaction.run(
            """
            update outgoing_delivery set state = 'failed', failure = ?, claimed_until = 0
            where way_id = ? and state = 'waiting'
            """, [.text(words), .number(way)])
    }
}
