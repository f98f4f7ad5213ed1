import GRDB
import UntrustedSQLite

/// Reads the tables of an open pack as plain values, and compares their hashes.
struct PackTableReader {
    /// The rows by table name.
    var rows: [String: [[PackValue]]] = [:]

    /// Reads all tables.
    /// - Throws: `PackError`, `DatabaseError`.
    init(database: Database, limits: PackLimits) throws {
        try Self.checkKind(database)
        try Self.checkSchema(database)
        var read = 0
        for table in PackTable.all + [.parts] {
            rows[table.name] = try Self.rows(of: table, database, limits, read: &read)
        }
        try checkHashes()
    }

    private static func checkKind(_ database: Database) throws {
        guard try Int.fetchOne(database, sql: "pragma application_id") == PackTable.applicationID else {
            throw PackError.notAPack(
                "This database is another program's, no pack. For a store of the original app: tidings pack import.")
        }
        let format = try Int.fetchOne(database, sql: "pragma user_version") ?? 0
        guard format <= PackManifest.currentFormat else { throw PackError.newerFormat(found: format) }
        guard format == PackManifest.currentFormat else {
            throw PackError.damaged("it says that its format is \(format), which never was")
        }
    }

    /// Checks the schema, and that the file's structure is sound, so that reading ends.
    private static func checkSchema(_ database: Database) throws {
        let count = try Int.fetchOne(database, sql: "select count(*) from sqlite_schema") ?? 0
        guard count <= 50 else { throw PackError.foreignSchema("\(count) tables and indexes") }
        let own = try DatabaseQueue()
        let known = try own.write { own in
            for table in PackTable.all + [.parts] { try own.execute(sql: table.sql) }
            return try (DatabaseSchema(own), String.fetchSet(own, sql: "select name from sqlite_schema"))
        }
        guard try DatabaseSchema(database) == known.0 else {
            let names = try Row.fetchAll(database, sql: "select type, name from sqlite_schema").compactMap { row in
                guard case .string(let type) = (row[0] as DatabaseValue).storage,
                    case .string(let name) = (row[1] as DatabaseValue).storage
                else { return nil as String? }
                return known.1.contains(name) ? nil : "\(type) \(name.prefix(60))"
            }
            throw PackError.foreignSchema(names.first ?? "a table in another form")
        }
        if let complaint = try String.fetchOne(database, sql: "pragma quick_check(1)"), complaint != "ok" {
            throw PackError.damaged(String(complaint.split(whereSeparator: \.isNewline).last ?? ""))
        }
    }

    private static func rows(
        of table: PackTable, _ database: Database, _ limits: PackLimits, read: inout Int
    ) throws -> [[PackValue]] {
        var rows: [[PackValue]] = []
        let cursor = try Row.fetchCursor(database, sql: table.select)
        while let row = try cursor.next() {
            guard rows.count < table.limit(limits) else {
                throw PackError.tooLarge("This pack has more than \(table.limit(limits)) \(table.name)")
            }
            var values: [PackValue] = []
            for column in 0..<table.columns.count {
                // GRDB traps on failed conversions, so the value is read without one.
                let value: DatabaseValue = row[column]
                switch value.storage {
                case .null: values.append(.null)
                case .int64(let number): values.append(.integer(number))
                case .string(let text):
                    read += text.utf8.count
                    values.append(.text(text))
                case .double, .blob: throw PackError.damaged("\(table.name) holds what is neither text nor number")
                }
            }
            guard read <= limits.allTexts else {
                throw PackError.tooLarge("The texts of this pack are larger than \(max(1, limits.allTexts >> 20)) MB")
            }
            rows.append(values)
        }
        return rows
    }

    private func checkHashes() throws {
        for table in PackTable.all {
            var digest = PackDigest()
            for row in rows[table.name] ?? [] { digest.add(row) }
            guard rows["parts"]?.contains([.text(table.name), .text(digest.hex)]) == true else {
                throw PackError.wrongHash(part: table.name)
            }
        }
    }
}
