import Foundation
import News
import Untrusted

/// The passkeys in the database.
struct PasskeyStore {
    let transaction: Transaction
    let now: Date

    /// A stored passkey with what checks its signatures.
    struct Record {
        var passkey: Passkey
        var reader: ReaderID
        var credentialID: String
        /// The COSE key.
        var publicKey: [UInt8]
        var userHandle: [UInt8]
        var signCount: Int64
    }

    private static let columns =
        """
        id, reader_id, name, host, credential_id, public_key, user_handle, sign_count, is_backed_up, created_at,
        last_used_at
        """

    func all(of reader: ReaderID) throws -> [Record] {
        try transaction.all(
            "select \(Self.columns) from passkey where reader_id = ? order by id", [.number(reader.rawValue)], Self.read
        )
    }

    func find(_ credentialID: [UInt8]) throws -> Record? {
        try transaction.first(
            "select \(Self.columns) from passkey where credential_id = ?", [.text(Base64URL.encode(credentialID))],
            Self.read)
    }

    func insert(
        _ credential: AuthenticatorData.Credential, _ data: AuthenticatorData, named name: String, at site: PasskeySite,
        userHandle: [UInt8], for reader: ReaderID
    ) throws -> Passkey {
        let id = try transaction.insertReturningID(
            into: "passkey",
            [
                "reader_id": .number(reader.rawValue), "name": .text(name), "host": .text(site.host),
                "credential_id": .text(Base64URL.encode(credential.id)),
                "public_key": .text(Base64URL.encode(credential.keyBytes)),
                "user_handle": .text(Base64URL.encode(userHandle)), "sign_count": .number(data.signCount),
                "is_backed_up": .bool(data.isBackedUp), "created_at": .date(now),
            ])
        return Passkey(
            id: Passkey.ID(rawValue: id), name: name, host: site.host, isBackedUp: data.isBackedUp,
            createdAt: Date(milliseconds: now.milliseconds))
    }

    func recordUse(of id: Passkey.ID, _ data: AuthenticatorData) throws {
        try transaction.run(
            "update passkey set sign_count = ?, is_backed_up = ?, last_used_at = ? where id = ?",
            [.number(data.signCount), .bool(data.isBackedUp), .date(now), .number(id.rawValue)])
    }

    /// Removes a passkey of a reader; returns false if the reader has no such passkey.
    func remove(_ id: Passkey.ID, of reader: ReaderID) throws -> Bool {
        try transaction.run(
            "delete from passkey where id = ? and reader_id = ?", [.number(id.rawValue), .number(reader.rawValue)]) == 1
    }

    private static func read(_ row: SQLRow) -> Record {
        let passkey = Passkey(
            id: Passkey.ID(rawValue: row.number("id")), name: row.text("name"), host: row.text("host"),
            isBackedUp: row.bool("is_backed_up"), createdAt: row.date("created_at"),
            lastUsedAt: row.optionalDate("last_used_at"))
        return Record(
            passkey: passkey, reader: ReaderID(rawValue: row.number("reader_id")),
            credentialID: row.text("credential_id"), publicKey: Base64URL.decode(row.text("public_key")) ?? [],
            userHandle: Base64URL.decode(row.text("user_handle")) ?? [], signCount: row.number("sign_count"))
    }
}
