public import Foundation

/// The restore of an untrusted backup into an empty folder. The database is copied value by value. Settings get another
/// name, because they control access and connections. The database is moved last, so an interrupted restore can be
/// repeated.
public struct BackupRestorer: Sendable {
    /// The result of a restore.
    public struct Summary: Sendable, Equatable {
        /// The time of the backup as claimed by the untrusted manifest.
        public var madeAt: String
        /// The file of the restored settings, if any; they take effect once renamed to `tidings.yaml`.
        public var settings: URL?
    }

    /// The backup file.
    public var file: URL
    /// The data folder to restore into, which is created if missing.
    public var folder: URL
    /// The upper limit of the unpacked size in bytes.
    public var sizeLimit: Int

    /// The default size limit of 16 GiB; 100,000 stories with pages take about 2 GB.
    public static let defaultSizeLimit = 16 << 30

    public init(file: URL, folder: URL, sizeLimit: Int = BackupRestorer.defaultSizeLimit) {
        self.file = file
        self.folder = folder
        self.sizeLimit = sizeLimit
    }

    /// Restores the backup.
    /// - Throws: an error on any failure; then the folder has no database.
    public func run() throws(BackupError) -> Summary {
        do { return try unpackAndMove() } catch { throw BackupError(error) }
    }

    private var stagingFolder: URL { folder.appending(path: ".restoring") }
    private var newDatabase: URL { stagingFolder.appending(path: "new.sqlite") }
    private var unpackedDatabase: URL { stagingFolder.appending(path: BackupEntryName.database) }

    private func unpackAndMove() throws -> Summary {
        guard let handle = FileHandle(forReadingAtPath: file.path) else {
            throw BackupError.notThere("There is no file \(file.path) that can be read.")
        }
        try checkEmpty()
        try removeStaging()
        let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try FileManager.default.createDirectory(
            at: stagingFolder.appending(path: BackupEntryName.editions), withIntermediateDirectories: true,
            attributes: permissions)
        chmod(folder.path, 0o700)
        do {
            let size = Int(try handle.seekToEnd())
            try handle.seek(toOffset: 0)
            try checkSpace(size)
            let manifest = try ArchiveReader(handle: handle, size: size, folder: stagingFolder, sizeLimit: sizeLimit)
                .unpack()
            try checkManifest(manifest)
            try DatabaseRestorer(source: unpackedDatabase, target: newDatabase).run()
            let settings = try move(manifest)
            try removeStaging()
            return Summary(madeAt: manifest.madeAt, settings: settings)
        } catch {
            // The error of removing leftovers is ignored, because leftovers do not block the next attempt.
            try? removeStaging()
            throw error
        }
    }

    /// Throws unless the folder is missing, empty, or contains only leftovers of an interrupted restore.
    private func checkEmpty() throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) else { return }
        let names = isFolder.boolValue ? try FileManager.default.contentsOfDirectory(atPath: folder.path) : ["?"]
        let isInterrupted = names.contains(".restoring") && !names.contains(BackupEntryName.database)
        let known = Set([
            ".restoring", BackupEntryName.settings, BackupEntryName.restoredSettings, BackupEntryName.editions,
            BackupEntryName.media,
        ])
        guard names.isEmpty || (isInterrupted && names.allSatisfy(known.contains)) else {
            throw BackupError.targetOccupied(
                "\(folder.path) is not empty, and a backup is restored only into an empty folder: --data FOLDER")
        }
    }

    /// Throws `.diskFull` unless the disk has room for 2.1 times the size: restoring takes twice the size, and a tenth
    /// stays free.
    private func checkSpace(_ size: Int) throws {
        let attributes = try FileManager.default.attributesOfFileSystem(forPath: stagingFolder.path)
        // If the free space is unknown, the restore is attempted.
        guard let free = (attributes[.systemFreeSize] as? NSNumber)?.intValue else { return }
        if min(size, sizeLimit) > free / 21 * 10 { throw LibraryError.diskFull }
    }

    private func removeStaging() throws {
        guard FileManager.default.fileExists(atPath: stagingFolder.path) else { return }
        try FileManager.default.removeItem(at: stagingFolder)
    }

    // MARK: - Checking and moving

    private func checkManifest(_ manifest: BackupManifest) throws {
        try Migrations.checkBackup(version: manifest.layout)
        guard manifest.files.contains(where: { $0.name == BackupEntryName.database }) else {
            throw ArchiveReader.notABackup
        }
    }

    /// Moves the files, the database last. Returns the location of the settings, if any.
    private func move(_ manifest: BackupManifest) throws -> URL? {
        let names = manifest.files.map(\.name).filter { $0 != BackupEntryName.database }
        if names.contains(where: { $0.hasPrefix(BackupEntryName.editions) }) {
            try FileManager.default.createDirectory(
                at: folder.appending(path: BackupEntryName.editions), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        var settings: URL?
        for name in names {
            let isSettings = name == BackupEntryName.settings
            let target = folder.appending(path: isSettings ? BackupEntryName.restoredSettings : name)
            try move(stagingFolder.appending(path: name), to: target)
            if isSettings { settings = target }
        }
        try moveMedia()
        try move(newDatabase, to: folder.appending(path: BackupEntryName.database))
        try sync(folder)
        return settings
    }

    /// Moves the media folder as a whole; leftovers of an interrupted restore are replaced.
    private func moveMedia() throws {
        let media = stagingFolder.appending(path: BackupEntryName.media)
        guard FileManager.default.fileExists(atPath: media.path) else { return }
        let target = folder.appending(path: BackupEntryName.media)
        if FileManager.default.fileExists(atPath: target.path) { try FileManager.default.removeItem(at: target) }
        try move(media, to: target)
    }

    private func move(_ file: URL, to target: URL) throws {
        guard rename(file.path, target.path) == 0 else {
            throw LibraryError.folderUnusable(why: String(cString: strerror(errno)))
        }
    }

    private func sync(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw LibraryError.folderUnusable(why: String(cString: strerror(errno))) }
        fsync(descriptor)
        close(descriptor)
    }
}
