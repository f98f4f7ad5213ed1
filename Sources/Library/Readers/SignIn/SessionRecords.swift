import Foundation
import News

/// The rows of sessions and links.
struct SessionRecords {
    let session: Session
    let now: Date

    private static let columns = "id, reader_id, way, made_at, seen_at, expires_at, agent, address"
    /// More than anybody has; the one unused for longest gives way.
    private static let most: Int64 = 100

    /// Opens a session.
    func open(_ token: Token, _ way: ReaderSession.Way, _ caller: GuessCaller, reader: Int64) throws -> ReaderSession {
        try session.run("delete from reader_session where expires_at <= ?", [.instant(now)])
        try session.run(
            """
            delete from reader_session where id in (select id from reader_session where reader_id = ?
              order by seen_at desc, id desc limit 1000000 offset ?)
            """, [.number(reader), .number(Self.most - 1)])
        let expiresAt = now.addingTimeInterval(ReaderSession.lifetime)
        _ = try session.insert(
            """
            insert into reader_session (reader_id, hash, way, made_at, seen_at, expires_at, agent, address)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .number(reader), .words(token.hash), .words(way.rawValue), .instant(now), .instant(now),
                .instant(expiresAt), .words(caller.agent.map { String($0.prefix(300)) }),
                .words(caller.address.isEmpty ? nil : String(caller.address.prefix(60))),
            ])
        guard let made = try find(token) else { throw LibraryError.failed(why: "no session was made") }
        return made
    }

    /// The living session that a token opens.
    func find(_ token: Token) throws -> ReaderSession? {
        try session.first(
            "select \(Self.columns) from reader_session where hash = ? and expires_at > ?",
            [.words(token.hash), .instant(now)], Self.read)
    }

    /// Last used first.
    func all(of reader: Int64) throws -> [ReaderSession] {
        try session.all(
            """
            select \(Self.columns) from reader_session where reader_id = ? and expires_at > ?
            order by seen_at desc, id desc
            """, [.number(reader), .instant(now)], Self.read)
    }

    private static func read(_ row: inout SQLRow) -> ReaderSession {
        ReaderSession(
            id: ReaderSession.ID(rawValue: row.number()), reader: ReaderID(rawValue: row.number()),
            way: ReaderSession.Way(rawValue: row.words()) ?? .password, madeAt: row.instant(), seenAt: row.instant(),
            expiresAt: row.instant(), agent: row.optionalWords(), address: row.optionalWords())
    }

    /// Ends every session and link of a reader, and forgets every device, but perhaps one session and its device.
    func endAll(of reader: Int64, but kept: Int64? = nil) throws -> Int {
        try session.run("delete from one_time_link where reader_id = ?", [.number(reader)])
        try KnownDevices(session: session, now: now).forgetAll(of: reader, but: kept)
        return try session.run(
            "delete from reader_session where reader_id = ? and id <> ?", [.number(reader), .number(kept ?? 0)])
    }

    /// Spends a link: only one of those who try at the same time succeeds.
    /// - Returns: whose it is; nil when it cannot be used.
    func spend(_ link: Token) throws -> Int64? {
        try session.number(
            """
            update one_time_link set spent_at = ? where hash = ? and spent_at is null and expires_at > ?
            returning reader_id
            """, [.instant(now), .words(link.hash), .instant(now)])
    }

    /// Why a link cannot be used; nil when it can.
    func refusal(of link: Token) throws -> SignInError? {
        let found = try session.first(
            "select spent_at, expires_at from one_time_link where hash = ?", [.words(link.hash)]
        ) { (spentAt: $0.optionalInstant(), expiresAt: $0.instant()) }
        guard let found else { return .expired }
        if found.spentAt != nil { return .spent }
        return found.expiresAt <= now ? .expired : nil
    }

    func makeLink(_ link: Token, reader: Int64, until: Date) throws {
        // Spent ones are remembered for a week, so that opening them again can say what happened.
        try session.run(
            "delete from one_time_link where made_at < ?", [.instant(now.addingTimeInterval(-7 * 24 * 3600))])
        try session.run(
            "insert into one_time_link (hash, reader_id, made_at, expires_at) values (?, ?, ?, ?)",
            [.words(link.hash), .number(reader), .instant(now), .instant(until)])
    }
}
