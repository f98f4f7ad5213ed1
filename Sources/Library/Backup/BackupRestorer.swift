public import Foundation

/// Brings a backup back, into a folder with nothing in it. A backup is a file, and may be anybody's: nothing in it is
/// trusted. Its database is copied value by value into a new one (`DatabaseRestorer`), its settings are laid beside
/// their place, since they say who may reach this server and whom it reaches. The database takes its place last, so that
/// a restoration that broke off leaves no newspaper, and may be begun again.
public struct BackupRestorer: Sendable {
    /// What was brought back.
    public struct Summary: Sendable, Equatable {
        /// When the backup was made, as it says itself: a stranger's words.
        public var madeAt: String
        /// Where the backup's settings lie, if it had any. They are not in force until they bear the name `tidings.yaml`.
        public var settings: URL?
    }

    public var file: URL
    /// The data folder; made if it is not there.
    public var folder: URL
    /// Bytes that a backup may unpack to.
    public var limit: Int

    /// A hundred thousand stories with their pages take about 2 GB.
    public static let defaultSizeLimit = 16 << 30

    public init(file: URL, folder: URL, limit: Int = BackupRestorer.defaultSizeLimit) {
        self.file = file
        self.folder = folder
        self.limit = limit
    }

    /// - Throws: what is wrong with the file, the folder or the disk; then the folder has no newspaper.
    public func run() throws(BackupError) -> Summary {
        do { return try unpackAndMove() } catch { throw BackupError(error) }
    }

    private var stagingFolder: URL { folder.appending(path: ".restoring") }
    /// The new database, and the backup's own.
    private var newDatabase: URL { stagingFolder.appending(path: "new.sqlite") }
    private var unpackedDatabase: URL { stagingFolder.appending(path: BackupFileName.database) }

    private func unpackAndMove() throws -> Summary {
        guard let handle = FileHandle(forReadingAtPath: file.path) else {
            throw BackupError.notThere("There is no file \(file.path) that can be read.")
        }
        try checkEmpty()
        try removeStaging()
        let own: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try FileManager.default.createDirectory(
            at: stagingFolder.appending(path: BackupFileName.editions), withIntermediateDirectories: true,
            attributes: own)
        chmod(folder.path, 0o700)
        do {
            let size = Int(try handle.seekToEnd())
            try handle.seek(toOffset: 0)
            try checkSpace(size)
            let list = try ArchiveReader(handle: handle, size: size, folder: stagingFolder, sizeLimit: limit).unpack()
            try checkManifest(list)
            try DatabaseRestorer(source: unpackedDatabase, target: newDatabase).run()
            let settings = try move(list)
            try removeStaging()
            return Summary(madeAt: list.madeAt, settings: settings)
        } catch {
            // What went wrong first is what is told; what is left behind does not stand in the next try's way.
            try? removeStaging()
            throw error
        }
    }

    /// What an earlier try has left is no obstacle; everything else is.
    private func checkEmpty() throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) else { return }
        let names = isFolder.boolValue ? try FileManager.default.contentsOfDirectory(atPath: folder.path) : ["?"]
        let isBrokenOff = names.contains(".restoring") && !names.contains(BackupFileName.database)
        let known = Set([
            ".restoring", BackupFileName.settings, BackupFileName.restoredSettings, BackupFileName.editions,
        ])
        guard names.isEmpty || (isBrokenOff && names.allSatisfy(known.contains)) else {
            throw BackupError.targetOccupied(
                "\(folder.path) is not empty, and a backup is restored only into an empty folder: --data FOLDER")
        }
    }

    /// The archive is unpacked, and its database copied: twice its size for a while, and a tenth to go on with.
    private func checkSpace(_ size: Int) throws {
        let facts = try FileManager.default.attributesOfFileSystem(forPath: stagingFolder.path)
        // A file system that does not tell is tried.
        guard let free = (facts[.systemFreeSize] as? NSNumber)?.intValue else { return }
        if min(size, limit) > free / 21 * 10 { throw LibraryError.diskFull }
    }

    private func removeStaging() throws {
        guard FileManager.default.fileExists(atPath: stagingFolder.path) else { return }
        try FileManager.default.removeItem(at: stagingFolder)
    }

    // MARK: - Looking and moving

    private func checkManifest(_ list: BackupManifest) throws {
        guard list.layout <= Migrations.latestVersion else {
            throw BackupError.newer(found: list.layout, known: Migrations.latestVersion)
        }
        guard list.files.contains(where: { $0.name == BackupFileName.database }) else { throw ArchiveReader.notABackup }
    }

    /// The database last.
    /// - Returns: where the settings are.
    private func move(_ list: BackupManifest) throws -> URL? {
        let names = list.files.map(\.name).filter { $0 != BackupFileName.database }
        if names.contains(where: { $0.hasPrefix(BackupFileName.editions) }) {
            try FileManager.default.createDirectory(
                at: folder.appending(path: BackupFileName.editions), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        var settings: URL?
        for name in names {
            let isSettings = name == BackupFileName.settings
            let place = folder.appending(path: isSettings ? BackupFileName.restoredSettings : name)
            try move(stagingFolder.appending(path: name), to: place)
            if isSettings { settings = place }
        }
        try move(newDatabase, to: folder.appending(path: BackupFileName.database))
        try sync(folder)
        return settings
    }

    private func move(_ file: URL, to place: URL) throws {
        guard rename(file.path, place.path) == 0 else {
            throw LibraryError.folderUnusable(why: String(cString: strerror(errno)))
        }
    }

    /// Names are on the disk, too, before it is said that all is there.
    private func sync(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw LibraryError.folderUnusable(why: String(cString: strerror(errno))) }
        fsync(descriptor)
        close(descriptor)
    }
}
