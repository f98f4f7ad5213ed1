import Foundation
import News

/// The app passwords in the database.
struct AppPasswordStore {
    let transaction: Transaction
    let now: Date

    /// A stored password with the reader it is for.
    struct Record {
        var password: AppPassword
        var reader: Int64
        var userName: String

        var identity: AppIdentity {
            AppIdentity(reader: ReaderID(rawValue: reader), password: password.id, userName: userName)
        }
    }

    /// The user name of a reader without a name, as the only one of a server usually is.
    private static let unnamed = "reader"

    private static let columns = "p.id, p.reader_id, p.name, p.created_at, p.last_used_at, r.name as reader_name"

    func all(of reader: Int64) throws -> [AppPassword] {
        try transaction.all(
            """
            select \(Self.columns) from app_password p join reader r on r.id = p.reader_id
            where p.reader_id = ? order by p.id
            """, [.number(reader)], Self.read
        ).map(\.password)
    }

    /// Returns the user name of a reader.
    /// - Throws: `.notThere` for an unknown reader.
    func userName(of reader: Int64) throws -> String {
        let name = try transaction.text("select name from reader where id = ?", [.number(reader)])
        guard let name else { throw LibraryError.notThere }
        return Self.userName(name)
    }

    func insert(_ secret: AppSecret, named name: String, for reader: Int64) throws -> NewAppPassword {
        let userName = try userName(of: reader)
        let id = try transaction.insertReturningID(
            into: "app_password",
            [
                "reader_id": .number(reader), "name": .text(name), "secret_hash": .text(secret.hash),
                "token_hash": .text(secret.tokenHash),
                "fever_key_hash": .text(secret.feverKeyHash(userName: userName)),
                "other_fever_key_hash": .text(secret.feverKeyHash(userName: Self.otherCase(of: userName))),
                "created_at": .date(now),
            ])
        let password = AppPassword(
            id: AppPassword.ID(rawValue: id), name: name, createdAt: Date(milliseconds: now.milliseconds))
        return NewAppPassword(password: password, userName: userName, secret: secret.text)
    }

    /// Removes a password of a reader; returns false if the reader has no such password.
    func remove(_ id: AppPassword.ID, of reader: Int64) throws -> Bool {
        try transaction.run(
            "delete from app_password where id = ? and reader_id = ?", [.number(id.rawValue), .number(reader)]) == 1
    }

    func find(_ secret: AppSecret) throws -> Record? { try find("p.secret_hash = ?", [.text(secret.hash)]) }

    func find(token: String) throws -> Record? { try find("p.token_hash = ?", [.text(AppSecret.hash(token))]) }

    func find(feverKey: String) throws -> Record? {
        let hash = SQLValue.text(AppSecret.hash(feverKey.lowercased()))
        return try find("(p.fever_key_hash = ? or p.other_fever_key_hash = ?)", [hash, hash])
    }

    private func find(_ condition: String, _ arguments: [SQLValue]) throws -> Record? {
        try transaction.first(
            "select \(Self.columns) from app_password p join reader r on r.id = p.reader_id where \(condition)",
            arguments, Self.read)
    }

    func recordUse(of id: AppPassword.ID) throws {
        try transaction.run(
            "update app_password set last_used_at = ? where id = ?", [.date(now), .number(id.rawValue)])
    }

    private static func read(_ row: SQLRow) -> Record {
        let password = AppPassword(
            id: AppPassword.ID(rawValue: row.number("id")), name: row.text("name"), createdAt: row.date("created_at"),
            lastUsedAt: row.optionalDate("last_used_at"))
        return Record(
            password: password, reader: row.number("reader_id"), userName: Self.userName(row.text("reader_name")))
    }

    private static func userName(_ name: String) -> String { name.isEmpty ? unnamed : name }

    /// Returns the name with the other case of its first letter: phones capitalise what is typed, and a Fever key does
    /// not tell how its name was spelt. A name that begins with no letter gets a space.
    private static func otherCase(of name: String) -> String {
        let first = name.prefix(1)
        let other = first.uppercased() == first ? first.lowercased() : first.uppercased()
        return (other == first ? " " + first : other) + name.dropFirst()
    }
}
