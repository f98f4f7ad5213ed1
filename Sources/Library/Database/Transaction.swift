import GRDB

/// One transaction, valid within the closure of `LibraryDatabase.read` or `write`. Caches prepared statements.
struct Transaction {
    private let database: Database

    init(_ database: Database) { self.database = database }

    func all<Value>(_ sql: String, _ values: [SQLValue] = [], _ make: (inout SQLRow) throws -> Value) throws -> [Value]
    {
        let statement = try preparedStatement(sql, values)
        let cursor = try Row.fetchCursor(statement)
        var results: [Value] = []
        while let row = try cursor.next() {
            var reader = SQLRow(row)
            results.append(try make(&reader))
        }
        return results
    }

    func first<Value>(_ sql: String, _ values: [SQLValue] = [], _ make: (inout SQLRow) throws -> Value) throws -> Value?
    {
        let statement = try preparedStatement(sql, values)
        let cursor = try Row.fetchCursor(statement)
        guard let row = try cursor.next() else { return nil }
        var reader = SQLRow(row)
        let value = try make(&reader)
        // `returning` completes only at the end, and half-read statements hold locks.
        while try cursor.next() != nil {}
        return value
    }

    /// Nil for null or no row.
    func number(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
        try first(sql, values) { $0.optionalNumber() } ?? nil
    }

    func count(_ sql: String, _ values: [SQLValue] = []) throws -> Int { Int(try number(sql, values) ?? 0) }

    /// Returns the number of changed rows.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
        try preparedStatement(sql, values).execute()
        return database.changesCount
    }

    /// Several statements without arguments.
    func script(_ sql: String) throws { try database.execute(sql: sql) }

    func insert(_ sql: String, _ values: [SQLValue]) throws -> Int64 {
        guard let id = try number(sql + " returning id", values) else { throw LibraryError.failed(why: "no id given") }
        return id
    }

    private func preparedStatement(_ sql: String, _ values: [SQLValue]) throws -> Statement {
        let statement = try database.cachedStatement(sql: sql)
        // GRDB reads other types by key path (5 % of a refresh, 2026-11).
        let values: [(any DatabaseValueConvertible)?] = values.map { $0.databaseValue }
        try statement.setArguments(StatementArguments(values))
        return statement
    }
}
