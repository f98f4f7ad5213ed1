import Foundation

/// The sealed secrets in the database, by name. Backups exclude them.
struct SecretStore {
    let transaction: Transaction

    struct Entry {
        let name: String
        let sealed: [UInt8]
        let madeAt: Date
    }

    /// Inserts a sealed secret, or replaces the one with the same name.
    func set(_ name: String, _ sealed: [UInt8], at now: Date) throws {
        try transaction.insert(
            into: "secret", ["name": .text(name), "encrypted_value": .bytes(sealed), "created_at": .date(now)],
            onConflict:
                "(name) do update set encrypted_value = excluded.encrypted_value, created_at = excluded.created_at")
    }

    func get(_ name: String) throws -> [UInt8]? {
        let found = try transaction.first("select encrypted_value from secret where name = ?", [.text(name)]) {
            $0.optionalBytes("encrypted_value")
        }
        return found.flatMap { $0 }
    }

    /// Removes a secret; returns true if there was one.
    func remove(_ name: String) throws -> Bool {
        try transaction.run("delete from secret where name = ?", [.text(name)]) > 0
    }

    func all() throws -> [Entry] {
        try transaction.all("select name, encrypted_value, created_at from secret order by name") { row in
            Entry(
                name: row.text("name"), sealed: row.optionalBytes("encrypted_value") ?? [],
                madeAt: row.date("created_at"))
        }
    }
}
