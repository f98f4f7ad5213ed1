import Foundation

/// The folder that holds everything, before the database in it is opened.
struct DataFolder: Sendable {
    let url: URL
    var database: URL { url.appendingPathComponent("tidings.sqlite") }

    /// Bytes of the database file; 0 when it cannot be told.
    var size: Int {
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: database.path)
            return (attributes[.size] as? NSNumber)?.intValue ?? 0
        } catch { return 0 }
    }

    /// Makes the folder (0700) and the file (0600) where they are missing, and looks at the first bytes of the file:
    /// what is no database of ours is reported before anything could write to it.
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
        guard files.fileExists(atPath: database.path) else { return try makeFile() }
        try checkBeginning()
    }

    private func makeFile() throws(LibraryError) {
        let made = FileManager.default.createFile(
            atPath: database.path, contents: nil, attributes: [.posixPermissions: 0o600])
        guard made else { throw .folderUnusable(why: "\(url.path) cannot be written to") }
    }

    private func checkBeginning() throws(LibraryError) {
        let head: Data
        do {
            let file = try FileHandle(forReadingFrom: database)
            head = try file.read(upToCount: 100) ?? Data()
            try file.close()
        } catch { throw .folderUnusable(why: "\(database.path) cannot be read: \(error.localizedDescription)") }
        // An empty file is what a creation that was cut off leaves behind.
        guard !head.isEmpty else { return }
        guard head.count == 100, head.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw .corruptDataFolder(why: "\(database.path) is not a database")
        }
    }
}
