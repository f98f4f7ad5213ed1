import Foundation
import GRDB

/// One transaction, valid within the closure of `LibraryDatabase.read` or `write`. Prepared statements are cached.
struct Transaction {
    private let database: Database

    init(_ database: Database) { self.database = database }

    // MARK: Reading rows

    func all<Value>(_ sql: String, _ values: [SQLValue] = [], _ make: (SQLRow) throws -> Value) throws -> [Value] {
        let statement = try preparedStatement(sql, values)
        let columns = SQLColumns(statement.columnNames)
        let cursor = try Row.fetchCursor(statement)
        var results: [Value] = []
        while let row = try cursor.next() { results.append(try make(SQLRow(row, columns))) }
        try check(columns, sql)
        return results
    }

    func first<Value>(_ sql: String, _ values: [SQLValue] = [], _ make: (SQLRow) throws -> Value) throws -> Value? {
        let statement = try preparedStatement(sql, values)
        let columns = SQLColumns(statement.columnNames)
        let cursor = try Row.fetchCursor(statement)
        guard let row = try cursor.next() else { return nil }
        let value = try make(SQLRow(row, columns))
        // The cursor is read to its end: `returning` completes only there, and half-read statements hold locks.
        while try cursor.next() != nil {}
        try check(columns, sql)
        return value
    }

    private func check(_ columns: SQLColumns, _ sql: String) throws {
        guard let missing = columns.missing else { return }
        throw LibraryError.failed(why: "no column “\(missing)” in: \(sql)")
    }

    // MARK: Reading statements of one column

    /// Returns the number in the first column of the first row; nil for null or no row.
    func number(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
        try firstValue(sql, values).flatMap(SQLRow.number)
    }

    /// Returns the text in the first column of the first row; nil for null or no row.
    func text(_ sql: String, _ values: [SQLValue] = []) throws -> String? {
        try firstValue(sql, values).flatMap(SQLRow.text)
    }

    /// Returns the date in the first column of the first row; nil for null or no row.
    func date(_ sql: String, _ values: [SQLValue] = []) throws -> Date? {
        try number(sql, values).map { Date(milliseconds: $0) }
    }

    func count(_ sql: String, _ values: [SQLValue] = []) throws -> Int { Int(try number(sql, values) ?? 0) }

    func exists(_ sql: String, _ values: [SQLValue] = []) throws -> Bool { try firstValue(sql, values) != nil }

    /// Returns the numbers in the first column, leaving out nulls.
    func numbers(_ sql: String, _ values: [SQLValue] = []) throws -> [Int64] {
        try allValues(sql, values).compactMap(SQLRow.number)
    }

    /// Returns the texts in the first column, leaving out nulls.
    func texts(_ sql: String, _ values: [SQLValue] = []) throws -> [String] {
        try allValues(sql, values).compactMap(SQLRow.text)
    }

    private func firstValue(_ sql: String, _ values: [SQLValue]) throws -> DatabaseValue.Storage? {
        let cursor = try Row.fetchCursor(try preparedStatement(sql, values))
        guard let row = try cursor.next() else { return nil }
        let value: DatabaseValue = row[0]
        while try cursor.next() != nil {}
        return value.storage
    }

    private func allValues(_ sql: String, _ values: [SQLValue]) throws -> [DatabaseValue.Storage] {
        let cursor = try Row.fetchCursor(try preparedStatement(sql, values))
        var results: [DatabaseValue.Storage] = []
        while let row = try cursor.next() {
            let value: DatabaseValue = row[0]
            results.append(value.storage)
        }
        return results
    }

    // MARK: Writing

    /// Executes a statement and returns the number of changed rows.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
        try preparedStatement(sql, values).execute()
        return database.changesCount
    }

    /// Executes several statements without arguments.
    func script(_ sql: String) throws { try database.execute(sql: sql) }

    /// Inserts a row.
    /// - Parameter conflict: the text after `on conflict`, such as `(story_id) do nothing`.
    /// - Returns: the number of inserted or updated rows.
    @discardableResult
    func insert(
        into table: String, _ values: SQLAssignments, onConflict conflict: String? = nil
    ) throws -> Int {
        try run(Self.insertSQL(table, values, conflict), values.pairs.map(\.value))
    }

    /// Inserts a row and returns its ID.
    func insertReturningID(into table: String, _ values: SQLAssignments) throws -> Int64 {
        guard let id = try number(Self.insertSQL(table, values, nil) + " returning id", values.pairs.map(\.value))
        else {
            throw LibraryError.failed(why: "no id given")
        }
        return id
    }

    /// Updates rows and returns the number of changed rows.
    @discardableResult
    func update(
        _ table: String, set values: SQLAssignments, where condition: String, _ arguments: [SQLValue]
    ) throws -> Int {
        let columns = values.pairs.map { "\($0.column) = ?" }.joined(separator: ", ")
        return try run("update \(table) set \(columns) where \(condition)", values.pairs.map(\.value) + arguments)
    }

    private static func insertSQL(_ table: String, _ values: SQLAssignments, _ conflict: String?)
        -> String
    {
        let columns = values.pairs.map(\.column).joined(separator: ", ")
        let marks = Array(repeating: "?", count: values.pairs.count).joined(separator: ", ")
        let suffix = conflict.map { " on conflict \($0)" } ?? ""
        return "insert into \(table) (\(columns)) values (\(marks))\(suffix)"
    }

    private func preparedStatement(_ sql: String, _ values: [SQLValue]) throws -> Statement {
        let statement = try database.cachedStatement(sql: sql)
        // The type is `DatabaseValueConvertible?` because GRDB binds other types by key path (5 % of a refresh,
        // 2026-11).
        let values: [(any DatabaseValueConvertible)?] = values.map { $0.databaseValue }
        try statement.setArguments(StatementArguments(values))
        return statement
    }
}
