import Foundation
import GRDBSQLite
import Synchronization

/// A simulator of power failures: a layer over SQLite's default VFS (https://www.sqlite.org/vfs.html) that keeps a copy
/// of each file as it was at its last sync. A power failure may lose everything written since; `fail` loses all of it.
///
/// C calls the layer with pointers only, so the state is global for the process, by folder and by the pointers'
/// addresses. Invariant: `folders` has only the folders that a simulator watches, and other files keep SQLite's own
/// functions.
final class PowerFailureSimulator: Sendable {
    private struct Synced {
        var count = 0
        var bytes = Data()
    }

    private struct State {
        var isInstalled = false
        /// The system's VFS, its table of functions, and our table made from it.
        var system: UInt = 0
        var own: [UInt: UInt] = [:]
        var original: [UInt: UInt] = [:]
        var paths: [UInt: String] = [:]
        var folders: [String: [String: Synced]] = [:]
    }

    private static let state = Mutex(State())

    private let folder: URL

    /// Watches every database that is opened in the folder from now on.
    init(watching folder: URL) {
        self.folder = folder
        Self.install()
        Self.state.withLock { $0.folders[folder.path] = [:] }
    }

    deinit { _ = Self.state.withLock { $0.folders.removeValue(forKey: folder.path) } }

    /// The number of syncs of the database's write-ahead log.
    var logSyncs: Int { Self.state.withLock { $0.folders[folder.path]?["tidings.sqlite-wal"]?.count ?? 0 } }

    /// Writes into another folder the files that a power failure would leave of this one at this moment.
    func fail(into other: URL) throws {
        let files = Self.state.withLock { $0.folders[folder.path] ?? [:] }
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        // The file system keeps names by itself: a journal that was removed stays removed.
        for (name, synced) in files
        where FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path) {
            try synced.bytes.write(to: other.appendingPathComponent(name))
        }
    }

    // MARK: - Between SQLite and the system

    private static func install() {
        state.withLock { state in
            guard !state.isInstalled, let system = sqlite3_vfs_find(nil) else { return }
            state.isInstalled = true
            state.system = UInt(bitPattern: system)
            let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
            own.initialize(to: system.pointee)
            own.pointee.pNext = nil
            own.pointee.zName = UnsafePointer(strdup("power"))
            own.pointee.xOpen = { _, name, file, flags, given in PowerFailureSimulator.open(name, file, flags, given) }
            sqlite3_vfs_register(own, 1)
        }
    }

    private static func open(
        _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: CInt,
        _ given: UnsafeMutablePointer<CInt>?
    ) -> CInt {
        let system = UnsafeMutablePointer<sqlite3_vfs>(bitPattern: state.withLock { $0.system })
        guard let system, let open = system.pointee.xOpen else { return SQLITE_ERROR }
        let result = open(system, name, file, flags, given)
        guard result == SQLITE_OK, let file, let name, let methods = file.pointee.pMethods else { return result }
        let path = URL(fileURLWithPath: String(cString: name))
        state.withLock { state in
            guard state.folders[path.deletingLastPathComponent().path] != nil else { return }
            let known = UInt(bitPattern: methods)
            let own = state.own[known] ?? table(of: methods)
            state.own[known] = own
            state.original[own] = known
            state.paths[UInt(bitPattern: file)] = path.path
            file.pointee.pMethods = UnsafePointer(bitPattern: own)
        }
        return result
    }

    /// Returns the system's functions for a file, except for the one that syncs. The table is never freed, since files
    /// may outlive any simulator.
    private static func table(of methods: UnsafePointer<sqlite3_io_methods>) -> UInt {
        let own = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        own.initialize(to: methods.pointee)
        own.pointee.xSync = { file, flags in PowerFailureSimulator.sync(file, flags) }
        return UInt(bitPattern: own)
    }

    private static func sync(_ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: CInt) -> CInt {
        guard let file else { return SQLITE_ERROR }
        let (known, path) = state.withLock { state in
            (state.original[UInt(bitPattern: file.pointee.pMethods)] ?? 0, state.paths[UInt(bitPattern: file)])
        }
        guard let methods = UnsafePointer<sqlite3_io_methods>(bitPattern: known), let sync = methods.pointee.xSync
        else {
            return SQLITE_ERROR
        }
        let result = sync(file, flags)
        guard result == SQLITE_OK, let path, let bytes = content(of: file, methods.pointee) else { return result }
        let url = URL(fileURLWithPath: path)
        state.withLock { state in
            let folder = url.deletingLastPathComponent().path
            let count = state.folders[folder]?[url.lastPathComponent]?.count ?? 0
            state.folders[folder]?[url.lastPathComponent] = Synced(count: count + 1, bytes: bytes)
        }
        return result
    }

    /// Reads a file by its own functions: opening and closing the file separately would drop SQLite's locks.
    private static func content(of file: UnsafeMutablePointer<sqlite3_file>, _ methods: sqlite3_io_methods) -> Data? {
        var size: sqlite3_int64 = 0
        guard let measure = methods.xFileSize, measure(file, &size) == SQLITE_OK, let read = methods.xRead else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        guard read(file, &bytes, CInt(size), 0) == SQLITE_OK else { return nil }
        return Data(bytes)
    }
}
