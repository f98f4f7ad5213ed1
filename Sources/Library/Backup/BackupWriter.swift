public import Foundation
import GRDB

/// Writes a backup to one file: a snapshot of the database, the settings and the operator's own editions, in a tar
/// archive. It contains no secrets: no password, session or key.
public struct BackupWriter: Sendable {
    /// The data folder.
    public var folder: URL
    /// The settings file, which may be outside the data folder.
    public var settings: URL?
    /// The program's name and version, for people.
    public var program: String
    /// Called with the bytes written so far.
    var progress: @Sendable (Int) -> Void = { _ in }

    public init(folder: URL, settings: URL?, program: String) {
        self.folder = folder
        self.settings = settings
        self.program = program
    }

    /// Writes the backup. Others may read and write meanwhile; later changes are not included. It is written under a
    /// temporary name, so that `file` is never incomplete.
    /// - Parameter isReplacing: whether an existing file may be replaced.
    /// - Returns: the size in bytes.
    public func write(to file: URL, isReplacing: Bool, now: Date) throws(BackupError) -> Int {
        do { return try writeArchive(file, isReplacing, now) } catch { throw BackupError(error) }
    }

    private func writeArchive(_ file: URL, _ isReplacing: Bool, _ now: Date) throws -> Int {
        let source = DataFolder(url: folder)
        guard FileManager.default.fileExists(atPath: source.databaseFile.path) else {
            throw BackupError.notThere("There is no newspaper in \(folder.path). Name its folder: --data FOLDER")
        }
        try checkTarget(file, isReplacing)
        try IntegrityCheck.run(on: source.databaseFile, size: source.databaseSize)
        let part = try AtomicFileWriter(beside: file)
        defer { part.remove() }
        let copy = try copyDatabase(source.databaseFile, beside: file)
        defer { DatabaseCopy.remove(copy.file) }
        var tar = TarWriter(part.handle, madeAt: now)
        tar.progress = progress
        try tar.add(copy.file, as: BackupFileName.database)
        for (url, name) in textFiles() { try tar.add(url, as: name) }
        let manifest = BackupManifest(
            program: program, madeAt: now.formatted(.iso8601), layout: copy.layout, files: tar.files)
        try tar.finish(with: try manifest.encoded(), as: BackupManifest.name)
        return try part.publish(as: file, isReplacing: isReplacing)
    }

    private func checkTarget(_ file: URL, _ isReplacing: Bool) throws(BackupError) {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
        if exists, isFolder.boolValue {
            throw .targetOccupied("\(file.path) is a folder. Name a file: tidings backup FILE")
        }
        if exists, !isReplacing {
            throw .targetOccupied("\(file.path) exists already. Name another file, or replace it with --force.")
        }
    }

    /// A consistent copy without free pages, so without deleted data; then secrets are removed.
    private func copyDatabase(_ source: URL, beside file: URL) throws -> (file: URL, layout: Int) {
        let copy = URL(filePath: file.path + ".part.sqlite")
        DatabaseCopy.remove(copy)
        var settings = GRDB.Configuration()
        settings.readonly = true
        settings.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: source.path, configuration: settings)
        // Outside a transaction: VACUUM INTO takes its own snapshot.
        try queue.inDatabase { try $0.execute(sql: "vacuum into ?", arguments: [copy.path]) }
        try queue.close()
        return (copy, try DatabaseCopy.removeSecrets(copy))
    }

    /// The settings and editions that exist.
    private func textFiles() -> [(URL, String)] {
        var found: [(URL, String)] = []
        if let settings { found.append((settings, BackupFileName.settings)) }
        let editions = folder.appending(path: BackupFileName.editions)
        // A missing folder has no files.
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: editions.path) } catch { return found }
        for name in names.sorted() where BackupFileName.isEdition(name) {
            var isFolder: ObjCBool = false
            let url = editions.appending(path: name)
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            found.append((url, "\(BackupFileName.editions)/\(name)"))
        }
        return found
    }
}

/// The copy of the database that goes into the archive.
enum DatabaseCopy {
    /// Removes secrets and the running server's state, and checks the integrity of the rest.
    /// - Returns: its schema version.
    static func removeSecrets(_ file: URL) throws -> Int {
        chmod(file.path, 0o600)
        var settings = GRDB.Configuration()
        // Rows are deleted in any order; the remaining ones reference only each other.
        settings.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: file.path, configuration: settings)
        let layout = try queue.inDatabase { database in
            let layout = try Int.fetchOne(database, sql: "pragma user_version") ?? 0
            try deleteExcludedData(database)
            let problem = try String.fetchOne(database, sql: "pragma quick_check(1)")
            if let problem, problem != "ok" { throw LibraryError.corruptDataFolder(why: problem) }
            return layout
        }
        try queue.close()
        return layout
    }

    /// Deletes and overwrites what a restore would not take. Both use one list, so that a new table stays out of
    /// backups until it is listed.
    private static func deleteExcludedData(_ database: Database) throws {
        try database.execute(sql: "pragma secure_delete = on; drop table if exists sqlite_stat1")
        try database.execute(sql: "drop table if exists sqlite_stat4")
        let tables = try String.fetchAll(database, sql: "select name from sqlite_schema where type = 'table'")
        for table in tables where RestoredTable.named(table) == nil && !isInternalTable(table) {
            try database.execute(sql: "delete from \"\(table)\"")
        }
        if try database.columns(in: "reader").contains(where: { $0.name == "password" }) {
            try database.execute(sql: "update reader set password = null")
        }
        // Columns that a restore does not take from tables that it does, such as the source state.
        for table in RestoredTable.all where tables.contains(table.name) {
            let excluded = try database.columns(in: table.name).filter {
                !$0.isNotNull && table.rule($0.name, type: $0.type) == .excluded
            }
            guard !excluded.isEmpty else { continue }
            let sets = excluded.map { "\"\($0.name)\" = null" }.joined(separator: ", ")
            try database.execute(sql: "update \"\(table.name)\" set \(sets)")
        }
    }

    /// SQLite's own tables and those of the search index.
    private static func isInternalTable(_ table: String) -> Bool {
        table.hasPrefix("sqlite_") || table == "story_search" || table.hasPrefix("story_search_")
    }

    /// Removes the copy with SQLite's auxiliary files; missing ones are no error.
    static func remove(_ file: URL) {
        for end in ["", "-journal", "-wal", "-shm"] { unlink(file.path + end) }
    }
}
