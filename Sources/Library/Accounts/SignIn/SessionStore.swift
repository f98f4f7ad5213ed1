import Foundation
import News

/// The sessions and one-time links in the database.
struct SessionStore {
    let transaction: Transaction
    let now: Date

    private static let columns =
        """
        id, reader_id, (select role from reader r where r.id = reader_id) as role, sign_in_method, created_at,
        last_seen_at, expires_at, user_agent, client_address, name
        """
    private static let maxSessions: Int64 = 100

    /// Opens a session under a token.
    /// - Parameter name: the name that the reader gave the device.
    func open(
        _ token: SecretToken, _ method: ReaderSession.SignInMethod, _ client: LoginClient, reader: Int64,
        name: String? = nil
    ) throws -> ReaderSession {
        try transaction.run("delete from reader_session where expires_at <= ?", [.date(now)])
        try transaction.run(
            """
            delete from reader_session where id in (select id from reader_session where reader_id = ?
              order by last_seen_at desc, id desc limit 1000000 offset ?)
            """, [.number(reader), .number(Self.maxSessions - 1)])
        try transaction.insert(
            into: "reader_session",
            [
                "reader_id": .number(reader), "token_hash": .text(token.hash), "sign_in_method": .text(method.rawValue),
                "created_at": .date(now), "last_seen_at": .date(now),
                "expires_at": .date(now.addingTimeInterval(ReaderSession.lifetime)),
                "user_agent": .text(client.agent.map { String($0.prefix(300)) }),
                "client_address": .text(client.address.isEmpty ? nil : String(client.address.prefix(60))),
                "name": .text(name),
            ])
        guard let made = try find(token) else { throw LibraryError.failed(why: "no session was made") }
        return made
    }

    func find(_ token: SecretToken) throws -> ReaderSession? {
        try transaction.first(
            "select \(Self.columns) from reader_session where token_hash = ? and expires_at > ?",
            [.text(token.hash), .date(now)], Self.read)
    }

    func all(of reader: Int64) throws -> [ReaderSession] {
        try transaction.all(
            """
            select \(Self.columns) from reader_session where reader_id = ? and expires_at > ?
            order by last_seen_at desc, id desc
            """, [.number(reader), .date(now)], Self.read)
    }

    private static func read(_ row: SQLRow) -> ReaderSession {
        ReaderSession(
            id: ReaderSession.ID(rawValue: row.number("id")), reader: ReaderID(rawValue: row.number("reader_id")),
            role: ReaderRole(rawValue: row.text("role")) ?? .reader,
            method: ReaderSession.SignInMethod(rawValue: row.text("sign_in_method")) ?? .password,
            madeAt: row.date("created_at"), seenAt: row.date("last_seen_at"), expiresAt: row.date("expires_at"),
            agent: row.optionalText("user_agent"), clientAddress: row.optionalText("client_address"),
            name: row.optionalText("name"))
    }

    /// Ends all sessions of a reader except `kept`, deletes all links, and removes all devices except that of `kept`.
    /// Returns the number of ended sessions.
    func endAll(of reader: Int64, but kept: Int64? = nil) throws -> Int {
        try transaction.run("delete from one_time_link where reader_id = ?", [.number(reader)])
        try KnownDeviceStore(transaction: transaction, now: now).removeAll(of: reader, but: kept)
        return try transaction.run(
            "delete from reader_session where reader_id = ? and id <> ?", [.number(reader), .number(kept ?? 0)])
    }

    /// Ends the links that a session has made and nobody has used.
    func endLinks(of session: ReaderSession.ID) throws {
        try transaction.run(
            "delete from one_time_link where session_id = ? and used_at is null", [.number(session.rawValue)])
    }

    /// Redeems a link; of several concurrent attempts one succeeds.
    /// - Returns: the reader, and true for a recovery; nil if the link is not valid.
    func redeem(_ link: SecretToken) throws -> (reader: Int64, isRecovery: Bool)? {
        try transaction.first(
            """
            update one_time_link set used_at = ? where token_hash = ? and used_at is null and expires_at > ?
            returning reader_id, is_recovery
            """, [.date(now), .text(link.hash), .date(now)]
        ) { ($0.number("reader_id"), $0.bool("is_recovery")) }
    }

    /// Returns the reason why a link is not valid; nil if it is valid.
    func rejection(of link: SecretToken) throws -> SignInError? {
        let found = try transaction.first(
            "select used_at, expires_at from one_time_link where token_hash = ?", [.text(link.hash)]
        ) { (spentAt: $0.optionalDate("used_at"), expiresAt: $0.date("expires_at")) }
        guard let found else { return .linkExpired }
        if found.spentAt != nil { return .linkUsed }
        return found.expiresAt <= now ? .linkExpired : nil
    }

    /// Stores a link's hash.
    /// - Parameter session: the session that made it, with which it ends.
    func makeLink(
        _ link: SecretToken, reader: Int64, until: Date, isRecovery: Bool, by session: ReaderSession.ID?
    ) throws {
        // Links are kept for a week, to report why a second opening fails.
        try transaction.run(
            "delete from one_time_link where created_at < ?", [.date(now.addingTimeInterval(-7 * 24 * 3600))])
        try transaction.run(
            """
            insert into one_time_link (token_hash, reader_id, created_at, expires_at, is_recovery, session_id)
            values (?, ?, ?, ?, ?, ?)
            """,
            [
                .text(link.hash), .number(reader), .date(now), .date(until), .bool(isRecovery),
                .number(session?.rawValue),
            ])
    }
}
