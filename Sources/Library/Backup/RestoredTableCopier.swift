import GRDB
import Markup

/// A copier of one table's rows from an untrusted database, which validates each value.
struct RestoredTableCopier {
    let table: RestoredTable
    let source: Database
    let target: Database

    private struct Column {
        var name: String
        var rule: RestoredColumnRule
        var isNullable: Bool
    }

    private static let batchRows = 256
    private static let batchBytes = 8 << 20

    func copy() throws {
        let columns = try Self.columns(of: table, in: target)
        guard !columns.isEmpty else { return }
        let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        // The query uses no index, because indexes of a manipulated file may differ from the table.
        let condition = table.condition.map { " where \($0)" } ?? ""
        let selectStatement = try source.makeStatement(
            sql: "select \(names) from \"\(table.name)\" not indexed\(condition)")
        let placeholders = columns.map { _ in "?" }.joined(separator: ", ")
        let verb = table.hasSeedRows ? "insert or replace" : "insert"
        let insertStatement = try target.makeStatement(
            sql: "\(verb) into \"\(table.name)\" (\(names)) values (\(placeholders))")
        let cursor = try Row.fetchCursor(selectStatement)
        var rows: [[DatabaseValue]] = []
        var bytes = 0
        while let row = try cursor.next() {
            rows.append(
                try columns.indices.map { index in
                    try RestoredValueSanitizer.sanitized(
                        row[index], as: columns[index].rule, isNullable: columns[index].isNullable)
                })
            bytes += rows.last?.reduce(0) { $0 + RestoredValueSanitizer.size(of: $1) } ?? 0
            if rows.count == Self.batchRows || bytes > Self.batchBytes {
                try write(&rows, columns, insertStatement)
                bytes = 0
            }
        }
        try write(&rows, columns, insertStatement)
    }

    private func write(_ rows: inout [[DatabaseValue]], _ columns: [Column], _ insertStatement: Statement) throws {
        try clean(&rows, columns)
        for row in rows {
            let values: [(any DatabaseValueConvertible)?] = row
            try insertStatement.execute(arguments: StatementArguments(values))
        }
        rows.removeAll(keepingCapacity: true)
    }

    private static func columns(of table: RestoredTable, in target: Database) throws -> [Column] {
        let rows = try Row.fetchAll(
            target, sql: "select name, type, \"notnull\" from pragma_table_info(?)", arguments: [table.name])
        return rows.compactMap { row in
            let (name, type, isRequired): (String, String, Bool) = (row[0], row[1], row[2])
            let rule = table.rule(name, type: type)
            return rule == .excluded ? nil : Column(name: name, rule: rule, isNullable: !isRequired)
        }
    }

    // MARK: - Markup

    private func clean(_ rows: inout [[DatabaseValue]], _ columns: [Column]) throws {
        for (index, column) in columns.enumerated() {
            guard case .markup(let name) = column.rule else { continue }
            let plain = name.flatMap { name in columns.firstIndex { $0.name == name } }
            let texts = try rows.map { $0[index].isNull ? nil : try RestoredValueSanitizer.string($0[index]) }
            for (number, cleaned) in Self.cleaned(texts).enumerated() {
                guard let cleaned, cleaned.html.text != texts[number] else { continue }
                rows[number][index] = cleaned.html.text.databaseValue
                if let plain { rows[number][plain] = cleaned.text.databaseValue }
            }
        }
    }

    /// Returns the sanitised texts. Addresses in stored markup are absolute, so no base address is needed.
    private static func cleaned(_ texts: [String?]) -> [SanitizedContent?] {
        var results = [SanitizedContent?](repeating: nil, count: texts.count)
        for (index, text) in texts.enumerated() { results[index] = text.map { HTMLSanitizer().sanitize($0) } }
        return results
    }
}
