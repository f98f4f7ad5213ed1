import Foundation

/// Sealed secrets in the database, by name. Never in a backup.
struct SecretStore {
    let transaction: Transaction

    struct Entry {
        let name: String
        let sealed: [UInt8]
        let madeAt: Date
    }

    /// Replaces what had the name.
    func set(_ name: String, _ sealed: [UInt8], at now: Date) throws {
        try transaction.insert(
            into: "secret", ["name": .text(name), "sealed": .bytes(sealed), "made_at": .date(now)],
            onConflict: "(name) do update set sealed = excluded.sealed, made_at = excluded.made_at")
    }

    func get(_ name: String) throws -> [UInt8]? {
        let found = try transaction.first("select sealed from secret where name = ?", [.text(name)]) {
            $0.optionalBytes("sealed")
        }
        return found.flatMap { $0 }
    }

    /// Returns whether there was one.
    func remove(_ name: String) throws -> Bool {
        try transaction.run("delete from secret where name = ?", [.text(name)]) > 0
    }

    func all() throws -> [Entry] {
        try transaction.all("select name, sealed, made_at from secret order by name") { row in
            Entry(name: row.text("name"), sealed: row.optionalBytes("sealed") ?? [], madeAt: row.date("made_at"))
        }
    }
}
