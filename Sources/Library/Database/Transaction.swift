import GRDB

/// One transaction, open while a closure given to `LibraryDatabase.read` or `LibraryDatabase.write` runs; it never leaves it.
/// Statements are prepared once for each connection and kept.
struct Transaction {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// The rows of a query, each turned into a value while it is read.
    func all<Value>(_ sql: String, _ values: [SQLValue] = [], _ make: (inout SQLRow) throws -> Value) throws -> [Value]
    {
        let statement = try preparedStatement(sql, values)
        let cursor = try Row.fetchCursor(statement)
        var answer: [Value] = []
        while let row = try cursor.next() {
            var reader = SQLRow(row)
            answer.append(try make(&reader))
        }
        return answer
    }

    /// The first row of a query, or nil.
    func first<Value>(_ sql: String, _ values: [SQLValue] = [], _ make: (inout SQLRow) throws -> Value) throws -> Value?
    {
        let statement = try preparedStatement(sql, values)
        let cursor = try Row.fetchCursor(statement)
        guard let row = try cursor.next() else { return nil }
        var reader = SQLRow(row)
        let value = try make(&reader)
        // Read to the end: a deed with a returning clause is done only then, and a half-read statement holds locks.
        while try cursor.next() != nil {}
        return value
    }

    /// The number in the first column of the first row; nil when there is no row or no number.
    func number(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
        try first(sql, values) { $0.optionalNumber() } ?? nil
    }

    func count(_ sql: String, _ values: [SQLValue] = []) throws -> Int { Int(try number(sql, values) ?? 0) }

    /// Carries out a statement that answers nothing. Returns how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
        try preparedStatement(sql, values).execute()
        return database.changesCount
    }

    /// Several statements without values, separated by semicolons: for migrations and settings.
    func script(_ sql: String) throws { try database.execute(sql: sql) }

    /// Inserts a row and returns its id.
    func insert(_ sql: String, _ values: [SQLValue]) throws -> Int64 {
        guard let id = try number(sql + " returning id", values) else { throw LibraryError.failed(why: "no id given") }
        return id
    }

    private func preparedStatement(_ sql: String, _ values: [SQLValue]) throws -> Statement {
        let statement = try database.cachedStatement(sql: sql)
        // Of this type on purpose: what GRDB takes of any other it reads by a key path, which costs more than binding
        // (a twentieth of a refresh, tried 2026-11).
        let values: [(any DatabaseValueConvertible)?] = values.map { $0.databaseValue }
        try statement.setArguments(StatementArguments(values))
        return statement
    }
}
