import Foundation

/// The data folder, before its database is opened.
struct DataFolder: Sendable {
    let url: URL
    var databaseFile: URL { url.appendingPathComponent("tidings.sqlite") }

    /// The folder of the packs' pictures.
    var media: URL { url.appendingPathComponent(BackupEntryName.media) }

    /// The folder of the publications that other houses follow. It is derived, so backups do not have it.
    var publications: URL { url.appendingPathComponent("publications") }

    /// The size of the database file in bytes; 0 if unknown.
    var databaseSize: Int {
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: databaseFile.path)
            return (attributes[.size] as? NSNumber)?.intValue ?? 0
        } catch { return 0 }
    }

    /// Creates the folder (mode 0700) and an empty database file (mode 0600) if missing. An existing file is not
    /// opened: closing it would drop the POSIX locks of this process's SQLite connections.
    func prepare() throws(LibraryError) {
        let files = FileManager.default
        do {
            if !files.fileExists(atPath: url.path) {
                try files.createDirectory(
                    at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
        } catch { throw .folderUnusable(why: "\(url.path) cannot be made: \(error.localizedDescription)") }
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue else {
            throw .folderUnusable(why: "\(url.path) is not a folder")
        }
        if !files.fileExists(atPath: databaseFile.path) { try makeFile() }
    }

    private func makeFile() throws(LibraryError) {
        let made = FileManager.default.createFile(
            atPath: databaseFile.path, contents: nil, attributes: [.posixPermissions: 0o600])
        guard made else { throw .folderUnusable(why: "\(url.path) cannot be written to") }
    }
}
