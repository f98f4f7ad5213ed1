import Crypto
import Foundation
import Untrusted

/// Unpacks a backup beside its place. Everything in an archive may be a lie: names, kinds and sizes are looked at before
/// anything is written, and nothing is written but plain files with names of ours.
struct ArchiveReader {
    let handle: FileHandle
    /// The archive's bytes; nothing in it can be longer.
    let size: Int
    /// Where the files are laid.
    let folder: URL
    /// Bytes that may be unpacked.
    let limit: Int

    /// A settings file, an edition and the list are far smaller.
    private static let longestText = 1 << 20
    private static let mostFiles = 1000

    static let strange = BackupError.unreadable("That is no backup of Tidings.")
    static let brokenOff = BackupError.unreadable("The backup breaks off before its end. Restore another copy.")

    /// - Returns: the list of what is in the archive, which is what it says.
    func unpack() throws -> BackupList {
        var found: [BackupList.File] = []
        var list: BackupList?
        var rest = limit
        while let header = try nextHeader() {
            guard header.kind != .folder else { continue }
            guard header.kind == .file, let name = BackupName.allowed(header.name), list == nil,
                found.count < Self.mostFiles, !found.contains(where: { $0.name == name }),
                name == BackupName.database || header.size <= Self.longestText
            else { throw Self.strange }
            guard header.size <= size - Int(try handle.offset()) else { throw Self.brokenOff }
            guard header.size <= rest else { throw BackupError.tooLarge(bytes: limit) }
            rest -= header.size
            if name == BackupList.name {
                list = try Self.list(try bytes(header.size))
            } else {
                found.append(try unpack(header.size, name))
            }
            _ = try bytes(TarHeader.padding(header.size))
        }
        guard let list else { throw Self.brokenOff }
        guard found.count == list.files.count, found.allSatisfy(list.files.contains) else {
            throw BackupError.unreadable(
                "The backup is damaged: what is in it is not what it says. Restore another copy.")
        }
        return list
    }

    /// - Returns: nil at the end of the archive.
    private func nextHeader() throws -> TarHeader? {
        let block = try handle.read(upToCount: TarHeader.block) ?? Data()
        if block.isEmpty || block.allSatisfy({ $0 == 0 }) { return nil }
        guard let header = TarHeader(Array(block)) else { throw Self.strange }
        return header
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
        guard count > 0 else { return [] }
        let data = try handle.read(upToCount: count) ?? Data()
        guard data.count == count else { throw Self.brokenOff }
        return Array(data)
    }

    private func unpack(_ size: Int, _ name: String) throws -> BackupList.File {
        let target = folder.appending(path: name)
        guard FileManager.default.createFile(atPath: target.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw LibraryError.folderUnusable(why: "\(folder.path) cannot be written to") }
        let output = try FileHandle(forWritingTo: target)
        var hash = SHA256()
        var rest = size
        while rest > 0 {
            let piece = try bytes(min(1 << 20, rest))
            rest -= piece.count
            hash.update(data: piece)
            try output.write(contentsOf: piece)
        }
        try output.synchronize()
        try output.close()
        return BackupList.File(name: name, size: size, sha256: Hex.text(hash.finalize()))
    }

    private static func list(_ bytes: [UInt8]) throws -> BackupList {
        struct Start: Decodable { let format: Int }
        let data = Data(bytes)
        do {
            let start = try JSONDecoder().decode(Start.self, from: data)
            guard start.format <= BackupList.knownFormat else {
                throw BackupError.newer(found: start.format, known: BackupList.knownFormat)
            }
            return try JSONDecoder().decode(BackupList.self, from: data)
        } catch let error as BackupError { throw error } catch { throw strange }
    }
}
