import Foundation
import GRDB

/// The database, behind the only seam through which the Library reaches it (decision 7). Readers never wait for the
/// writer; one writer at a time in this process, and another process may write too (we wait up to five seconds).
struct LibraryDatabase: Sendable {
    private let pool: DatabasePool
    private let durability = WriterDurability()

    /// - Parameters:
    ///   - file: exists already, with its permissions.
    ///   - trace: is told every statement's text before it runs.
    init(file: URL, trace: (@Sendable (String) -> Void)? = nil) throws(LibraryError) {
        var settings = GRDB.Configuration()
        settings.label = "tidings"
        settings.busyMode = .timeout(5)
        settings.maximumReaderCount = 3
        // Small on purpose: each of the three readers may fill its own cache (4 MiB); the writer keeps the ends of the
        // full-text index at hand (16 MiB).
        settings.prepareDatabase { database in
            let size = database.configuration.readonly ? 4096 : 16384
            // A thousand feeds that arrive change the same pages again and again: 16 MiB of them go into the file at once,
            // not four times 4.
            try database.execute(
                sql: "pragma cache_size = -\(size); pragma temp_store = memory; pragma wal_autocheckpoint = 4096")
            if let trace { database.trace { trace($0.description) } }
        }
        do { pool = try DatabasePool(path: file.path, configuration: settings) } catch { throw LibraryError(error) }
    }

    /// Asks a file without the least change to it: opening it for writing changes its first page already.
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

    /// Runs questions in one snapshot of the database.
    func read<Value: Sendable>(
        _ work: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(LibraryError) -> Value {
        do { return try await pool.read { try work(Transaction($0)) } } catch { throw LibraryError(error) }
    }

    /// Runs deeds in one transaction: all or nothing.
    /// - Parameter durability: whether they are on the disk when this returns; a reader's own actions have to be.
    func write<Value: Sendable>(
        _ durability: Durability = .readerAction, _ work: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(LibraryError) -> Value {
        do { return try await pool.writeWithoutTransaction { try transact($0, durability, work) } } catch {
            throw LibraryError(error)
        }
    }

    /// The same, where nothing can be awaited: while opening and closing.
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

    /// Changes whenever *another* process commits: SQLite's data version, seen from the writing connection, which is
    /// the only one of ours that writes.
    func dataVersion() async throws(LibraryError) -> Int64 {
        do {
            return try await pool.writeWithoutTransaction { try Transaction($0).number("pragma data_version") ?? 0 }
        } catch { throw LibraryError(error) }
    }

    /// Brings everything into the one file, as far as nobody else is reading, and closes it. Later calls throw.
    func close() throws(LibraryError) {
        do {
            try pool.writeWithoutTransaction { database in
                // A moment only: a command must not wait for the server's readers when it ends.
                try database.execute(sql: "pragma busy_timeout = 200")
                _ = try database.checkpoint(.truncate)
            }
        } catch {
            // Another process reads: its own end will do it.
        }
        do { try pool.close() } catch { throw LibraryError(error) }
    }
}

extension LibraryError {
    /// Every error that comes out of the database, in our words.
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
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corruptDataFolder(why: why)
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_IOERR:
            self = .folderUnusable(why: why)
        default: self = .failed(why: why)
        }
    }
}
