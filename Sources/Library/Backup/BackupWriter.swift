public import Foundation
import GRDB
import Packs

/// A writer of backups: tar archives of a database snapshot, the settings, the operator's editions and the media of
/// packs, without secrets.
public struct BackupWriter: Sendable {
    /// The data folder.
    public var folder: URL
    /// The settings file, which may be outside the data folder.
    public var settings: URL?
    /// The program's name and version, for people who read the manifest.
    public var program: String
    /// A callback that receives the number of bytes written so far.
    var progress: @Sendable (Int) -> Void = { _ in }

    public init(folder: URL, settings: URL?, program: String) {
        self.folder = folder
        self.settings = settings
        self.program = program
    }

    /// Writes the backup under a temporary name first. Changes made meanwhile are not included.
    /// - Parameter isReplacing: true if an existing `file` may be replaced.
    /// - Returns: the size of the backup in bytes.
    public func write(to file: URL, isReplacing: Bool, now: Date) throws(BackupError) -> Int {
        do {
            for _ in 0..<2 {
                do { return try writeArchive(file, isReplacing, now) } catch BackupError.changedMeanwhile { continue }
            }
            return try writeArchive(file, isReplacing, now)
        } catch { throw BackupError(error) }
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
        try tar.add(copy.file, as: BackupEntryName.database)
        for (url, name) in textFiles() { try tar.add(url, as: name) }
        try addMedia(of: copy.file, from: source, to: &tar)
        let manifest = BackupManifest(
            program: program, madeAt: now.formatted(.iso8601), layout: copy.schemaVersion, files: tar.files)
        try tar.finish(with: try manifest.encoded(), as: BackupManifest.name)
        return try part.publish(as: file, isReplacing: isReplacing)
    }

    /// Adds the media of the packs in the copy. Missing media files are left out, because the rest is still worth
    /// keeping.
    /// - Throws: `.changedMeanwhile` if another version of a pack was installed while the pictures were copied.
    private func addMedia(of copy: URL, from source: DataFolder, to tar: inout TarWriter) throws {
        let media = PackMediaStore(folder: source.media)
        do {
            for medium in try DatabaseCopy.media(copy) where media.has(medium) {
                try tar.addUnlisted(media.file(of: medium.id), as: BackupEntryName.medium(medium.id))
            }
        } catch {
            guard try DatabaseCopy.packs(copy) == DatabaseCopy.packs(source.databaseFile) else {
                throw BackupError.changedMeanwhile
            }
            throw error
        }
        guard try DatabaseCopy.packs(copy) == DatabaseCopy.packs(source.databaseFile) else {
            throw BackupError.changedMeanwhile
        }
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

    /// Copies the database without free pages (deleted data) and secrets. Returns the copy and its schema version.
    private func copyDatabase(_ source: URL, beside file: URL) throws -> (file: URL, schemaVersion: Int) {
        let copy = URL(filePath: file.path + ".part.sqlite")
        DatabaseCopy.remove(copy)
        var settings = GRDB.Configuration()
        settings.readonly = true
        settings.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: source.path, configuration: settings)
        // VACUUM is not allowed in a transaction.
        try queue.inDatabase { try $0.execute(sql: "vacuum into ?", arguments: [copy.path]) }
        try queue.close()
        return (copy, try DatabaseCopy.removeSecrets(copy))
    }

    private func textFiles() -> [(URL, String)] {
        var found: [(URL, String)] = []
        if let settings { found.append((settings, BackupEntryName.settings)) }
        let editions = folder.appending(path: BackupEntryName.editions)
        // The folder may be missing.
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: editions.path) } catch { return found }
        for name in names.sorted() where BackupEntryName.isEdition(name) {
            var isFolder: ObjCBool = false
            let url = editions.appending(path: name)
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            found.append((url, "\(BackupEntryName.editions)/\(name)"))
        }
        return found
    }
}

/// Functions for the database copy in a backup.
enum DatabaseCopy {
    /// Removes secrets and runtime state, and checks the integrity of the rest. Returns the schema version.
    static func removeSecrets(_ file: URL) throws -> Int {
        chmod(file.path, 0o600)
        var settings = GRDB.Configuration()
        // Foreign keys are off, so that rows can be deleted in any order.
        settings.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: file.path, configuration: settings)
        let schemaVersion = try queue.inDatabase { database in
            let schemaVersion = try Int.fetchOne(database, sql: "pragma user_version") ?? 0
            try deleteExcludedData(database)
            let problem = try String.fetchOne(database, sql: "pragma quick_check(1)")
            if let problem, problem != "ok" { throw LibraryError.corruptDataFolder(why: problem) }
            return schemaVersion
        }
        try queue.close()
        return schemaVersion
    }

    /// Returns the digests of the installed pack versions.
    static func packs(_ file: URL) throws -> [String] {
        var settings = GRDB.Configuration()
        settings.readonly = true
        settings.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: file.path, configuration: settings)
        let digests = try queue.read { database in
            guard try database.tableExists("pack") else { return [String]() }
            return try String.fetchAll(database, sql: "select digest from pack order by source_id")
        }
        try queue.close()
        return digests
    }

    /// Returns the media of the installed and the edited packs, each once.
    static func media(_ file: URL) throws -> [PackMedium] {
        var settings = GRDB.Configuration()
        settings.readonly = true
        let queue = try DatabaseQueue(path: file.path, configuration: settings)
        let media = try queue.read { database in
            let tables = try ["pack_medium", "pack_project_medium"].filter { try database.tableExists($0) }
            guard !tables.isEmpty else { return [PackMedium?]() }
            let rows = tables.map { "select sha256, type, size from \($0)" }.joined(separator: " union all ")
            return try Transaction(database).all(
                """
                select sha256, max(type) as type, max(size) as size from (\(rows)) m group by sha256 order by sha256
                """, [], InstalledPackQuery.decodeMedium)
        }
        try queue.close()
        return media.compactMap(\.self)
    }

    /// Deletes the data that a restore excludes, by the same list, so that new tables are excluded until they are
    /// listed.
    private static func deleteExcludedData(_ database: Database) throws {
        try database.execute(sql: "pragma secure_delete = on; drop table if exists sqlite_stat1")
        try database.execute(sql: "drop table if exists sqlite_stat4")
        let tables = try String.fetchAll(database, sql: "select name from sqlite_schema where type = 'table'")
        for table in tables where RestoredTable.named(table) == nil && !isInternalTable(table) {
            try database.execute(sql: "delete from \"\(table)\"")
        }
        if try database.columns(in: "reader").contains(where: { $0.name == "password_hash" }) {
            try database.execute(sql: "update reader set password_hash = null")
        }
        if tables.contains("outbox") {
            try OutboxStore(transaction: Transaction(database), now: Date()).removeAuthors(ofEverything: true)
        }
        // Excluded columns (such as source states) of restored tables become null.
        for table in RestoredTable.all where tables.contains(table.name) {
            let excluded = try database.columns(in: table.name).filter {
                !$0.isNotNull && table.rule($0.name, type: $0.type) == .excluded
            }
            guard !excluded.isEmpty else { continue }
            let sets = excluded.map { "\"\($0.name)\" = null" }.joined(separator: ", ")
            try database.execute(sql: "update \"\(table.name)\" set \(sets)")
        }
    }

    private static func isInternalTable(_ table: String) -> Bool {
        table.hasPrefix("sqlite_") || table == "story_search" || table.hasPrefix("story_search_")
    }

    static func remove(_ file: URL) {
        for end in ["", "-journal", "-wal", "-shm"] { unlink(file.path + end) }
    }
}
