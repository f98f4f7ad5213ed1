import Foundation

/// The folder that holds everything, before the database in it is opened.
struct DataFolder: Sendable {
    let url: URL
    var databaseFile: URL { url.appendingPathComponent("tidings.sqlite") }

    /// Bytes of the database file; 0 when it cannot be told.
    var databaseSize: Int {
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: databaseFile.path)
            return (attributes[.size] as? NSNumber)?.intValue ?? 0
        } catch { return 0 }
    }

    /// Makes the folder (0700) and the file (0600) where they are missing. The file itself is left to SQLite: opening
    /// and closing it here would drop the locks of every other connection in this process.
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
