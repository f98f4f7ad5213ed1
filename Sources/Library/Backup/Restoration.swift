import Crypto
public import Foundation

/// Brings a backup back, into a folder with nothing in it. Everything is unpacked beside its place and looked at first;
/// the database takes its place last, so that a restoration that broke off leaves no newspaper, and may be begun again.
public struct Restoration: Sendable {
    public var file: URL
    /// The data folder; made if it is not there.
    public var folder: URL

    public init(file: URL, folder: URL) {
        self.file = file
        self.folder = folder
    }

    /// - Returns: when the backup was made, as it says itself.
    public func run() throws(BackupError) -> String {
        do { return try unpackAndMove() } catch { throw BackupError(error) }
    }

    private var workshop: URL { folder.appending(path: ".restoring") }

    private func unpackAndMove() throws -> String {
        guard let handle = FileHandle(forReadingAtPath: file.path) else {
            throw BackupError.notThere("There is no file \(file.path) that can be read.")
        }
        try checkEmpty()
        try clear()
        let own: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try FileManager.default.createDirectory(
            at: workshop.appending(path: BackupName.editions), withIntermediateDirectories: true, attributes: own)
        chmod(folder.path, 0o700)
        do {
            let list = try unpack(handle)
            try check(list)
            try move(list)
            try clear()
            return list.madeAt
        } catch {
            // What went wrong first is what is told; what is left behind does not stand in the next try's way.
            try? clear()
            throw error
        }
    }

    /// What an earlier try has left is no obstacle; everything else is.
    private func checkEmpty() throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) else { return }
        let names = isFolder.boolValue ? try FileManager.default.contentsOfDirectory(atPath: folder.path) : ["?"]
        let isBrokenOff = names.contains(".restoring") && !names.contains(BackupName.database)
        let known = Set([".restoring", BackupName.settings, BackupName.editions])
        guard names.isEmpty || (isBrokenOff && names.allSatisfy(known.contains)) else {
            throw BackupError.inTheWay(
                "\(folder.path) is not empty, and a backup is restored only into an empty folder: --data FOLDER")
        }
    }

    private func clear() throws {
        guard FileManager.default.fileExists(atPath: workshop.path) else { return }
        try FileManager.default.removeItem(at: workshop)
    }

    // MARK: - Unpacking

    private func unpack(_ handle: FileHandle) throws -> BackupList {
        var found: [BackupList.File] = []
        var list: BackupList?
        while let header = try nextHeader(handle) {
            guard header.kind != .folder else { continue }
            guard header.kind == .file, let name = BackupName.allowed(header.name), list == nil,
                !found.contains(where: { $0.name == name })
            else { throw Self.strange }
            if name == BackupList.name {
                guard header.size <= 1 << 20 else { throw Self.strange }
                list = try readList(try bytes(handle, header.size))
            } else {
                found.append(try unpack(handle, header.size, name))
            }
            _ = try bytes(handle, TarHeader.padding(header.size))
        }
        guard let list else { throw Self.brokenOff }
        guard Set(found.map(\.name)) == Set(list.files.map(\.name)), found.allSatisfy(list.files.contains) else {
            throw BackupError.unreadable(
                "\(file.path) is damaged: what is in it is not what it says. Restore another copy.")
        }
        return list
    }

    private static let strange = BackupError.unreadable("That is no backup of Tidings.")
    private static let brokenOff = BackupError.unreadable("The backup breaks off before its end. Restore another copy.")

    /// - Returns: nil at the end of the archive.
    private func nextHeader(_ handle: FileHandle) throws -> TarHeader? {
        let block = try handle.read(upToCount: TarHeader.block) ?? Data()
        if block.isEmpty || block.allSatisfy({ $0 == 0 }) { return nil }
        guard let header = TarHeader(Array(block)) else { throw Self.strange }
        return header
    }

    private func bytes(_ handle: FileHandle, _ count: Int) throws -> [UInt8] {
        guard count > 0 else { return [] }
        let data = try handle.read(upToCount: count) ?? Data()
        guard data.count == count else { throw Self.brokenOff }
        return Array(data)
    }

    private func unpack(_ handle: FileHandle, _ size: Int, _ name: String) throws -> BackupList.File {
        let target = workshop.appending(path: name)
        guard FileManager.default.createFile(atPath: target.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw LibraryError.folderUnusable(why: "\(folder.path) cannot be written to") }
        let output = try FileHandle(forWritingTo: target)
        var hash = SHA256()
        var rest = size
        while rest > 0 {
            let piece = try bytes(handle, min(1 << 20, rest))
            rest -= piece.count
            hash.update(data: piece)
            try output.write(contentsOf: piece)
        }
        try output.synchronize()
        try output.close()
        return BackupList.File(name: name, size: size, sha256: Hex.text(hash.finalize()))
    }

    private func readList(_ bytes: [UInt8]) throws -> BackupList {
        struct Start: Decodable { let format: Int }
        let data = Data(bytes)
        do {
            let start = try JSONDecoder().decode(Start.self, from: data)
            guard start.format <= BackupList.knownFormat else {
                throw BackupError.newer(found: start.format, known: BackupList.knownFormat)
            }
            return try JSONDecoder().decode(BackupList.self, from: data)
        } catch let error as BackupError { throw error } catch { throw Self.strange }
    }

    // MARK: - Looking and moving

    private func check(_ list: BackupList) throws {
        guard list.layout <= Migrations.known else {
            throw BackupError.newer(found: list.layout, known: Migrations.known)
        }
        let database = workshop.appending(path: BackupName.database)
        guard list.files.contains(where: { $0.name == BackupName.database }) else { throw Self.strange }
        do {
            try Checkup.run(on: database, size: 0)
            try Store.inspect(database) { session in
                let complaint = try session.first("pragma integrity_check(1)") { $0.words() }
                if let complaint, complaint != "ok" { throw LibraryError.corruptDataFolder(why: complaint) }
            }
        } catch { throw Self.told(error) }
        DatabaseCopy.removeBeside(database)
    }

    private static func told(_ error: LibraryError) -> any Error {
        switch error {
        case .newerDataFolder(let found, let known): BackupError.newer(found: found, known: known)
        case .corruptDataFolder(let why):
            BackupError.unreadable("The database in the backup is damaged: \(why). Restore another copy.")
        default: error
        }
    }

    /// The database last.
    private func move(_ list: BackupList) throws {
        let names = list.files.map(\.name).filter { $0 != BackupName.database } + [BackupName.database]
        if names.contains(where: { $0.hasPrefix(BackupName.editions) }) {
            try FileManager.default.createDirectory(
                at: folder.appending(path: BackupName.editions), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        for name in names {
            guard rename(workshop.appending(path: name).path, folder.appending(path: name).path) == 0 else {
                throw LibraryError.folderUnusable(why: String(cString: strerror(errno)))
            }
        }
    }
}

extension DatabaseCopy {
    /// Removes what SQLite may have laid beside a database that was only looked at.
    static func removeBeside(_ file: URL) { for end in ["-wal", "-shm", "-journal"] { unlink(file.path + end) } }
}
