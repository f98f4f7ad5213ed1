import Foundation
import GRDB
import GRDBSQLite

/// The only access to the database (decision 7). Reads never wait; writes wait up to five seconds for another process.
struct LibraryDatabase: Sendable {
    private let pool: DatabasePool
    private let durability = WriterDurability()

    /// Opens a database file.
    /// - Parameters:
    ///   - file: an existing file.
    ///   - trace: receives the SQL of each statement.
    init(file: URL, trace: (@Sendable (String) -> Void)? = nil) throws(LibraryError) {
        var settings = GRDB.Configuration()
        settings.label = "tidings"
        settings.busyMode = .timeout(5)
        settings.maximumReaderCount = 3
        // The cache size in KiB: 4 MiB per reading connection, and 16 MiB for the writer because of the full-text
        // index.
        settings.prepareDatabase { database in
            let size = database.configuration.readonly ? 4096 : 16384
            // SQLite checkpoints after 16 MiB of log instead of 4 MiB, because a refresh changes the same pages
            // repeatedly.
            try database.execute(
                sql: "pragma cache_size = -\(size); pragma temp_store = memory; pragma wal_autocheckpoint = 4096")
            if !database.configuration.readonly { try Self.prepareWriter(database) }
            if let trace { database.trace { trace($0.description) } }
        }
        do { pool = try DatabasePool(path: file.path, configuration: settings) } catch { throw LibraryError(error) }
    }

    /// Overwrites deleted content with zeros, because it may be secret. Keeps the write-ahead log and its index when
    /// the database is closed: on a full disk they could not be created again, and the database could not be read.
    private static func prepareWriter(_ database: Database) throws {
        try database.execute(sql: "pragma secure_delete = on")
        var isPersistent: Int32 = 1
        sqlite3_file_control(database.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &isPersistent)
    }

    /// Checkpoints the write-ahead log and truncates it as far as readers allow, so that deleted content does not
    /// remain in it.
    /// - Returns: true if the log was emptied; false if a reader is active.
    @discardableResult
    func emptyLog() async throws(LibraryError) -> Bool {
        do {
            try await pool.writeWithoutTransaction { database in
                // The short timeout keeps other writes from waiting for a reader.
                try database.execute(sql: "pragma busy_timeout = 200")
                defer { sqlite3_busy_timeout(database.sqliteConnection, Self.busyTimeout) }
                try Self.emptyLog(database)
            }
            return true
        } catch {
            // A reader is active; a later call will empty the log.
            guard LibraryError(error) == .busy else { throw LibraryError(error) }
            return false
        }
    }

    /// Checkpoints, then leaves one page (with the user version) in the log: GRDB writes something when it opens an
    /// empty log, which would fail on a full disk.
    private static func emptyLog(_ database: Database) throws {
        _ = try database.checkpoint(.truncate)
        try database.inTransaction(.immediate) {
            let version = try Transaction(database).number("pragma user_version") ?? 0
            try database.execute(sql: "pragma user_version = \(version)")
            return .commit
        }
    }

    /// The time in milliseconds that a write waits for another process.
    private static let busyTimeout: Int32 = 5000

    /// Reads a file through a read-only connection; opening it for writing would change its first page.
    static func inspect(_ file: URL, _ work: @Sendable (Transaction) throws -> Void) throws(LibraryError) {
        var settings = GRDB.Configuration()
        settings.readonly = true
        settings.busyMode = .timeout(5)
        do {
            let queue = try DatabaseQueue(path: file.path, configuration: settings)
            try queue.read { try work(Transaction($0)) }
            try queue.close()
        } catch { throw LibraryError(error) }
    }

    func read<Value: Sendable>(
        _ work: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(LibraryError) -> Value {
        do { return try await pool.read { try work(Transaction($0)) } } catch { throw LibraryError(error) }
    }

    func write<Value: Sendable>(
        _ durability: Durability = .readerAction, _ work: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(LibraryError) -> Value {
        do { return try await pool.writeWithoutTransaction { try transact($0, durability, work) } } catch {
            throw LibraryError(error)
        }
    }

    /// Runs a write transaction synchronously, for opening, closing and cancelled tasks.
    func writeSync<Value: Sendable>(
        _ durability: Durability = .readerAction, _ work: @Sendable (Transaction) throws -> Value
    ) throws(LibraryError) -> Value {
        do { return try pool.writeWithoutTransaction { try transact($0, durability, work) } } catch {
            throw LibraryError(error)
        }
    }

    private func transact<Value>(
        _ database: Database, _ durability: Durability, _ work: (Transaction) throws -> Value
    ) throws -> Value {
        try self.durability.set(durability) { try database.execute(sql: $0) }
        var value: Value?
        try database.inTransaction {
            value = try work(Transaction(database))
            return .commit
        }
        guard let value else { throw LibraryError.failed(why: "a transaction gave no answer") }
        return value
    }

    /// Returns SQLite's data version, which changes when *another* process commits.
    func dataVersion() async throws(LibraryError) -> Int64 {
        do {
            return try await pool.writeWithoutTransaction { try Transaction($0).number("pragma data_version") ?? 0 }
        } catch { throw LibraryError(error) }
    }

    /// Checkpoints as far as readers allow, then closes. If this process has changed no row, the log is left as it is:
    /// emptying it commits, which other processes would take for a change.
    func close() throws(LibraryError) {
        do {
            try pool.writeWithoutTransaction { database in
                // The short timeout keeps commands from waiting for the server's readers. The pragma throws if the
                // database is closed already, where `totalChangesCount` would crash.
                try database.execute(sql: "pragma busy_timeout = 200")
                if database.totalChangesCount > 0 { try Self.emptyLog(database) }
            }
        } catch {
            // Another process reads the database and will checkpoint.
        }
        do { try pool.close() } catch { throw LibraryError(error) }
    }
}

extension LibraryError {
    init(_ error: any Error) {
        switch error {
        case let own as LibraryError: self = own
        case let error as DatabaseError: self.init(database: error)
        case is CancellationError: self = .failed(why: "the work was stopped before it was done")
        default: self = .failed(why: String(describing: error))
        }
    }

    private init(database error: DatabaseError) {
        let why = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .diskFull
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corruptDataFolder(why: why)
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_IOERR:
            self = .folderUnusable(why: why)
        default: self = .failed(why: why)
        }
    }
}
