import Foundation
import GRDB
import Untrusted
import UntrustedSQLite

/// A row of a Core Data table. Columns that an older store lacks count as null.
struct CoreDataRow {
    var values: [String: DatabaseValue.Storage]

    /// Returns a text; nil for an empty one.
    func text(_ column: String) -> String? {
        guard case .string(let text) = values[column], !text.isEmpty else { return nil }
        return text
    }

    func int(_ column: String) -> Int? {
        switch values[column] {
        case .int64(let number): Int(number)
        case .double(let number): UntrustedDecimal(number)?.whole.int(in: Int.min...Int.max)
        default: nil
        }
    }

    func double(_ column: String) -> Double? {
        switch values[column] {
        case .int64(let number): Double(number)
        case .double(let number) where number.isFinite: number
        default: nil
        }
    }
}

/// Reads `StudyInYorkshire.sqlite`, as defensively as a pack.
struct CoreDataStoreReader {
    static let pageColumns = [
        "Z_PK", "ZBACKGROUNDNUMBER", "ZFAVOURITE", "ZPOSITION", "ZPARENT", "ZCOLORR", "ZCOLORG", "ZCOLORB",
        "ZFAVOURITEDAT", "ZLATITUDE", "ZLONGITUDE", "ZHEADERIMAGEUID", "ZIMAGEUID", "ZPERMALINK", "ZSLUG", "ZTEXT",
        "ZTITLE", "ZVIEWNAME",
    ]
    static let photoColumns = ["Z_PK", "ZPOSITION", "ZCAPTION", "ZIMAGEUID"]

    let pages: [CoreDataRow]
    let photographs: [CoreDataRow]

    init(_ file: URL, limits: PackLimits) throws(PackError) {
        _ = try PackFileHeader.check(file, limits: limits)
        for end in ["-wal", "-journal"] where FileManager.default.fileExists(atPath: file.path + end) {
            throw .damaged(
                "“\(file.lastPathComponent)\(end)” beside it holds changes that are not in it; close the app that writes it, then copy it"
            )
        }
        do {
            let queue = try UntrustedDatabase.open(file)
            (pages, photographs) = try queue.read { database in
                var budget = Budget(limits: limits)
                return (
                    try Self.rows(
                        "ZPAGE", Self.pageColumns, needed: ["Z_PK", "ZTITLE"], database, limit: limits.pages, &budget),
                    try Self.rows(
                        "ZPHOTO", Self.photoColumns, needed: ["ZIMAGEUID"], database, limit: limits.photographs, &budget
                    )
                )
            }
        } catch { throw PackReader.mapped(error) }
    }

    /// Checks a table before any of it is read, as an expression in it would be computed for every row.
    private static func check(_ table: String, _ database: Database) throws {
        let sql = try String.fetchOne(
            database, sql: "select sql from sqlite_schema where type = 'table' and name = ?", arguments: [table])
        guard let sql, !sql.lowercased().hasPrefix("create virtual") else {
            throw PackError.notAPack(
                "This is no store of the original app: it has no table \(table). Name its StudyInYorkshire.sqlite.")
        }
        // The only parentheses in Core Data's column definitions hold a length: VARCHAR(255).
        let insides = sql.split(separator: "(", omittingEmptySubsequences: false).dropFirst(2)
        guard insides.allSatisfy({ $0.first?.isNumber == true }) else {
            throw PackError.notAPack(
                "This is no store of the original app: \(table) computes values. Name another file.")
        }
        if let complaint = try String.fetchOne(database, sql: "pragma quick_check(\(table))"), complaint != "ok" {
            throw PackError.damaged(String(complaint.split(whereSeparator: \.isNewline).last ?? ""))
        }
    }

    /// A count of the bytes read, checked against the limits.
    private struct Budget {
        let limits: PackLimits
        private var read = 0

        init(limits: PackLimits) { self.limits = limits }

        mutating func take(_ value: DatabaseValue.Storage) throws(PackError) {
            let size =
                switch value {
                case .string(let text): text.utf8.count
                case .blob(let bytes): bytes.count
                default: 8
                }
            read += size
            guard size <= limits.textSize else {
                throw .tooLarge("A text of this store is larger than \(limits.textSize >> 10) kB")
            }
            guard read <= limits.allTexts else {
                throw .tooLarge("The texts of this store are larger than \(max(1, limits.allTexts >> 20)) MB")
            }
        }
    }

    private static func rows(
        _ table: String, _ columns: [String], needed: [String], _ database: Database, limit: Int,
        _ budget: inout Budget
    ) throws -> [CoreDataRow] {
        try check(table, database)
        let there = Set(try database.columns(in: table).map { $0.name.uppercased() })
        guard there.isSuperset(of: needed) else {
            throw PackError.notAPack(
                "This is no store of the original app: \(table) lacks \(needed.joined(separator: " or ")). Name another file."
            )
        }
        let selected = columns.filter(there.contains)
        var rows: [CoreDataRow] = []
        let cursor = try Row.fetchCursor(
            database, sql: "select \(selected.joined(separator: ", ")) from \(table) order by rowid")
        while let row = try cursor.next() {
            guard rows.count < limit else {
                throw PackError.tooLarge("This store has more than \(limit) rows in \(table)")
            }
            var values: [String: DatabaseValue.Storage] = [:]
            for (index, column) in selected.enumerated() {
                let value = (row[index] as DatabaseValue).storage
                try budget.take(value)
                values[column] = value
            }
            rows.append(CoreDataRow(values: values))
        }
        return rows
    }
}
