import Foundation
import News

/// A session and the time of its sign-in, which tells it from an older session: losing the older one does not lose this
/// one.
struct StoredSession: Sendable {
    let session: MemberSession
    let signedInAt: Date

    /// The time in seconds after a sign-in within which waiting actions are resumed, one after another.
    private static let resumption: TimeInterval = 300

    /// Returns true if an action has waited for this session and is sent right after the sign-in. Later attempts may
    /// find the session lost, however old the action is.
    /// - Parameter moment: The time of the attempt, used if no process has claimed the action.
    func began(after action: OutboxEntry, at moment: Date) -> Bool {
        let attemptedAt = action.claimedAt ?? moment
        return signedInAt > action.createdAt && attemptedAt < signedInAt.addingTimeInterval(Self.resumption)
    }
}

/// The store of one reader's accounts in the database.
struct MemberAccountStore {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    /// An account as stored; the master key may not be able to decrypt its session.
    struct Stored {
        let source: StorySource
        let name: String
        let signedInAt: Date
        let lostAt: Date?
        let karma: Int?
        let sealed: [UInt8]?
    }

    /// Returns the name of the encrypted session's secret; `select` spells the same name in SQL.
    static func secretName(_ reader: Int64, _ source: Int64) -> String { secretNamePrefix(reader) + "\(source)" }

    /// Returns the beginning of the names of all secrets of a reader's accounts.
    static func secretNamePrefix(_ reader: Int64) -> String { "member-session \(reader) " }

    private static let select = """
        select a.name, a.signed_in_at, a.session_lost_at, a.karma, x.encrypted_value, r.id as source_id, r.kind as source_kind,
          r.address as source_address, \(StorySource.titleColumn(of: "r"))
        from member_account a join source r on r.id = a.source_id
        left join secret x on x.name = 'member-session ' || a.reader_id || ' ' || a.source_id
        """

    // MARK: Reading

    func all() throws -> [Stored] {
        try transaction.all("\(Self.select) where a.reader_id = ? order by a.source_id", [.number(reader)]) {
            Self.stored($0)
        }.compactMap(\.self)
    }

    func find(at source: Int64) throws -> Stored? {
        try transaction.first(
            "\(Self.select) where a.reader_id = ? and a.source_id = ?", [.number(reader), .number(source)]
        ) { Self.stored($0) } ?? nil
    }

    func name(at source: Int64) throws -> String? {
        try transaction.text(
            "select name from member_account where reader_id = ? and source_id = ?",
            [.number(reader), .number(source)])
    }

    private static func stored(_ row: SQLRow) -> Stored? {
        let (name, signedInAt) = (row.text("name"), row.date("signed_in_at"))
        let (lostAt, karma) = (row.optionalDate("session_lost_at"), row.optionalInt("karma"))
        let sealed = row.optionalBytes("encrypted_value")
        return StorySource(joined: row).map {
            Stored(
                source: $0, name: name, signedInAt: signedInAt, lostAt: lostAt, karma: karma, sealed: sealed)
        }
    }

    // MARK: Writing

    /// Saves a session, and deletes the data that another member saw.
    /// - Parameter sealed: The encrypted cookie of the session.
    func save(_ session: MemberSession, sealed: [UInt8], at source: Int64) throws {
        if let known = try name(at: source), known != session.name { try removeSeen(at: source) }
        try SecretStore(transaction: transaction).set(Self.secretName(reader, source), sealed, at: now)
        try transaction.insert(
            into: "member_account",
            [
                "reader_id": .number(reader), "source_id": .number(source), "name": .text(session.name),
                "signed_in_at": .date(now), "replies_due_at": .date(now),
            ],
            onConflict: """
                (reader_id, source_id) do update set karma = case when member_account.name = excluded.name
                  then member_account.karma end, name = excluded.name, signed_in_at = excluded.signed_in_at,
                  session_lost_at = null, replies_due_at = excluded.replies_due_at
                """)
        try forgetViewFailures()
    }

    /// Deletes the account, its session, and the data that only the member saw.
    func remove(at source: Int64) throws {
        _ = try SecretStore(transaction: transaction).remove(Self.secretName(reader, source))
        try removeSeen(at: source)
        try transaction.run(
            "delete from outbox where reader_id = ? and source_id = ? and state = '\(OutboxEntry.State.waitingForSignIn.code)'",
            [.number(reader), .number(source)])
        try transaction.run(
            "delete from member_account where reader_id = ? and source_id = ?", [.number(reader), .number(source)])
    }

    private func removeSeen(at source: Int64) throws {
        for table in ["member_item", "received_reply"] {
            try transaction.run(
                "delete from \(table) where reader_id = ? and source_id = ?", [.number(reader), .number(source)])
        }
        try transaction.run(
            "update member_account set replies_checked_at = null where reader_id = ? and source_id = ?",
            [.number(reader), .number(source)])
        try forgetViewFailures()
    }

    /// Deletes the fetch states of views, so that the views are fetched again: for another member, or with a working
    /// session.
    private func forgetViewFailures() throws {
        try transaction.run(
            "delete from fetch_state where kind = ? and source_id = ?",
            [.text(FetchTarget.Kind.memberView.rawValue), .number(reader)])
    }

    /// Marks an account as lost because the origin no longer accepts the session, unless a newer session has replaced
    /// it.
    func markLost(_ session: StoredSession, at source: Int64) throws {
        let count = try transaction.run(
            """
            update member_account set session_lost_at = ? where reader_id = ? and source_id = ? and session_lost_at is null
              and signed_in_at = ?
            """, [.date(now), .number(reader), .number(source), .date(session.signedInAt)])
        guard count == 1 else { return }
        _ = try SecretStore(transaction: transaction).remove(Self.secretName(reader, source))
    }

    func setKarma(_ karma: Int?, at source: Int64) throws {
        guard let karma else { return }
        try transaction.run(
            "update member_account set karma = ? where reader_id = ? and source_id = ?",
            [.number(karma), .number(reader), .number(source)])
    }
}

extension LibraryContext {
    /// Returns the reader's session at a source; nil if there is no usable one.
    func session(at source: StorySource, for reader: ReaderID) async throws(LibraryError) -> StoredSession? {
        let moment = now()
        let found = try await database.read { transaction in
            try MemberAccountStore(transaction: transaction, reader: reader.rawValue, now: moment).find(at: source.id)
        }
        guard let found, found.lostAt == nil, let sealed = found.sealed else { return nil }
        let name = MemberAccountStore.secretName(reader.rawValue, source.id)
        return secrets.unseal(sealed, as: name).map {
            StoredSession(session: MemberSession(name: found.name, cookie: $0), signedInAt: found.signedInAt)
        }
    }

    func markLost(
        _ session: StoredSession, at source: StorySource, for reader: ReaderID
    ) async throws(LibraryError) {
        let moment = now()
        try await writeAndNotify(for: reader) { transaction in
            try MemberAccountStore(transaction: transaction, reader: reader.rawValue, now: moment)
                .markLost(session, at: source.id)
        }
    }

    func account(_ stored: MemberAccountStore.Stored, of reader: ReaderID) -> MemberAccount {
        let name = MemberAccountStore.secretName(reader.rawValue, stored.source.id)
        let state: MemberAccount.State =
            if let lostAt = stored.lostAt {
                .lost(at: lostAt)
            } else if let sealed = stored.sealed, secrets.canUnseal(sealed, as: name) {
                .signedIn
            } else {
                .unreadable
            }
        return MemberAccount(
            source: stored.source, name: stored.name, signedInAt: stored.signedInAt, karma: stored.karma, state: state)
    }
}
