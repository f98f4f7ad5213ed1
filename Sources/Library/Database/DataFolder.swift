import Foundation

/// The data folder, before its database is opened.
struct DataFolder: Sendable {
    let url: URL
    var databaseFile: URL { url.appendingPathComponent("tidings.sqlite") }

    /// The pictures of packs.
    var media: URL { url.appendingPathComponent(BackupFileName.media) }

    /// Bytes; 0 if unknown.
    var databaseSize: Int {
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: databaseFile.path)
            return (attributes[.size] as? NSNumber)?.intValue ?? 0
        } catch { return 0 }
    }

    /// Creates folder (0700) and file (0600). Closing the file would drop the locks of this process's SQLite
    /// connections.
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
