import Foundation
import Markup
import News

/// The rows of readers and invitations.
struct PeopleStore {
    let transaction: Transaction
    let now: Date

    static let maxNameLength = 40
    private static let maxReaders: Int64 = 200
    private static let maxInvitations: Int64 = 20

    // MARK: - Names

    /// Returns a name as it is stored.
    /// - Throws: `.invalid` for an empty name, and one that is too long.
    static func name(_ text: String) throws(LibraryError) -> String {
        let name = PrintableText.line(text).trimmingCharacters(in: .whitespaces)
        guard !name.isEmpty, name.count <= maxNameLength else {
            throw .invalid(why: "A name has 1 to \(maxNameLength) characters.")
        }
        return name
    }

    /// Returns the text by which names are compared: letter case, the forms of an accent (Unicode NFC) and those of an
    /// apostrophe, of which phones type a curly one, do not count.
    static func key(of name: String) -> String {
        PrintableText.line(name).trimmingCharacters(in: .whitespaces).lowercased()
            .precomposedStringWithCanonicalMapping
            .replacing(/[\u{2018}\u{2019}\u{02BC}]/, with: "'")
    }

    // MARK: - Readers

    func all() throws -> [Person] { try people("1 = 1", []) }

    func person(_ reader: ReaderID) throws -> Person? { try people("r.id = ?", [.number(reader.rawValue)]).first }

    private func people(_ condition: String, _ values: [SQLValue]) throws -> [Person] {
        try transaction.all(
            """
            select r.id, r.name, r.role, r.created_at,
              (select max(s.last_seen_at) from reader_session s where s.reader_id = r.id and s.expires_at > ?)
                as last_seen_at,
              r.password_hash is not null as has_password
            from reader r where \(condition) order by r.id
            """, [.date(now)] + values
        ) { row in
            let joinedAt = row.date("created_at")
            return Person(
                id: ReaderID(rawValue: row.number("id")), name: row.text("name"),
                role: ReaderRole(rawValue: row.text("role")) ?? .reader,
                joinedAt: joinedAt.timeIntervalSince1970 > 0 ? joinedAt : nil,
                lastSeenAt: row.optionalDate("last_seen_at"), hasPassword: row.bool("has_password"))
        }
    }

    /// Returns the reader of a name; nil for none.
    func reader(named name: String) throws -> ReaderID? {
        try transaction.number("select id from reader where name_key = ?", [.text(Self.key(of: name))])
            .map(ReaderID.init(rawValue:))
    }

    func person(named name: String) throws -> Person? {
        try people("r.name_key = ?", [.text(Self.key(of: name))]).first
    }

    func rename(_ reader: ReaderID, to name: String) throws {
        if let other = try self.reader(named: name), other != reader {
            throw LibraryError.invalid(why: Self.nameIsTaken(name))
        }
        let count = try transaction.run(
            "update reader set name = ?, name_key = ? where id = ?",
            [.text(name), .text(Self.key(of: name)), .number(reader.rawValue)])
        guard count == 1 else { throw LibraryError.notThere }
    }

    /// - Parameter passwordHash: nil for a reader who signs in another way.
    func insert(_ name: String, _ role: ReaderRole, passwordHash: String?) throws -> ReaderID {
        guard try self.reader(named: name) == nil else { throw LibraryError.invalid(why: Self.nameIsTaken(name)) }
        guard try transaction.count("select count(*) from reader", []) < Int(Self.maxReaders) else {
            throw LibraryError.invalid(why: "A house has at most \(Self.maxReaders) readers. Remove one first.")
        }
        return ReaderID(
            rawValue: try transaction.insertReturningID(
                into: "reader",
                [
                    "name": .text(name), "name_key": .text(Self.key(of: name)), "role": .text(role.rawValue),
                    "created_at": .date(now), "password_hash": .text(passwordHash),
                ]))
    }

    /// Returns the sentence on a name that somebody has.
    static func nameIsTaken(_ name: String) -> String {
        "Somebody in this house is called “\(name)” already. Choose another name."
    }

    func setRole(_ role: ReaderRole, of reader: ReaderID) throws {
        let count = try transaction.run(
            "update reader set role = ? where id = ?", [.text(role.rawValue), .number(reader.rawValue)])
        guard count == 1 else { throw LibraryError.notThere }
    }

    // MARK: - Invitations

    func insertInvitation(_ token: SecretToken, _ role: ReaderRole, by reader: ReaderID, until: Date) throws {
        // Used and expired ones are kept for a week, to report why a second opening fails.
        try transaction.run(
            "delete from invitation where created_at < ?", [.date(now.addingTimeInterval(-7 * 24 * 3600))])
        guard try openInvitationCount() < Int(Self.maxInvitations) else {
            throw LibraryError.invalid(
                why: "\(Self.maxInvitations) invitations are open. Withdraw them, or wait until they expire.")
        }
        try transaction.insert(
            into: "invitation",
            [
                "token_hash": .text(token.hash), "role": .text(role.rawValue), "invited_by": .number(reader.rawValue),
                "created_at": .date(now), "expires_at": .date(until),
            ])
    }

    /// Returns the number of invitations that work.
    func openInvitationCount() throws -> Int {
        try transaction.count(
            "select count(*) from invitation where used_at is null and expires_at > ?", [.date(now)])
    }

    /// Returns an invitation that works.
    /// - Throws: `InvitationError` for one that does not.
    func invitation(_ token: SecretToken) throws -> Invitation {
        let found = try transaction.first(
            """
            select i.role, i.expires_at, i.used_at, r.name from invitation i join reader r on r.id = i.invited_by
            where i.token_hash = ?
            """, [.text(token.hash)]
        ) { row in
            let role = ReaderRole(rawValue: row.text("role")) ?? .reader
            let expiresAt = row.date("expires_at")
            let isUsed = row.optionalDate("used_at") != nil
            return (Invitation(role: role, expiresAt: expiresAt, inviterName: row.text("name")), isUsed)
        }
        guard let (invitation, isUsed) = found else { throw InvitationError.expired }
        guard !isUsed else { throw InvitationError.used }
        guard invitation.expiresAt > now else { throw InvitationError.expired }
        return invitation
    }

    /// Marks an invitation as used. Nobody else can have used it, as `invitation` was read in the same transaction.
    func markUsed(_ token: SecretToken, by reader: ReaderID) throws {
        try transaction.run(
            "update invitation set used_at = ?, reader_id = ? where token_hash = ?",
            [.date(now), .number(reader.rawValue), .text(token.hash)])
    }

    /// Withdraws the invitations that work and that nobody has used.
    func withdrawInvitations() throws -> Int {
        try transaction.run("delete from invitation where used_at is null and expires_at > ?", [.date(now)])
    }
}
