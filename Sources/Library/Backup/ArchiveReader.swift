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
    let sizeLimit: Int

    /// A settings file, an edition and the list are far smaller.
    private static let maxTextSize = 1 << 20
    private static let maxFiles = 1000

    static let notABackup = BackupError.unreadable("That is no backup of Tidings.")
    static let truncated = BackupError.unreadable("The backup breaks off before its end. Restore another copy.")

    /// - Returns: the list of what is in the archive, which is what it says.
    func unpack() throws -> BackupManifest {
        var found: [BackupManifest.File] = []
        var list: BackupManifest?
        var rest = sizeLimit
        while let header = try nextHeader() {
            guard header.kind != .folder else { continue }
            guard header.kind == .file, let name = BackupFileName.validated(header.name), list == nil,
                found.count < Self.maxFiles, !found.contains(where: { $0.name == name }),
                name == BackupFileName.database || header.size <= Self.maxTextSize
            else { throw Self.notABackup }
            guard header.size <= size - Int(try handle.offset()) else { throw Self.truncated }
            guard header.size <= rest else { throw BackupError.tooLarge(bytes: sizeLimit) }
            rest -= header.size
            if name == BackupManifest.name {
                list = try Self.decodeManifest(try readBytes(header.size))
            } else {
                found.append(try unpack(header.size, name))
            }
            _ = try readBytes(TarHeader.padding(header.size))
        }
        guard let list else { throw Self.truncated }
        guard found.count == list.files.count, found.allSatisfy(list.files.contains) else {
            throw BackupError.unreadable(
                "The backup is damaged: what is in it is not what it says. Restore another copy.")
        }
        return list
    }

    /// - Returns: nil at the end of the archive.
    private func nextHeader() throws -> TarHeader? {
        let block = try handle.read(upToCount: TarHeader.blockSize) ?? Data()
        if block.isEmpty || block.allSatisfy({ $0 == 0 }) { return nil }
        guard let header = TarHeader(Array(block)) else { throw Self.notABackup }
        return header
    }

    private func readBytes(_ count: Int) throws -> [UInt8] {
        guard count > 0 else { return [] }
        let data = try handle.read(upToCount: count) ?? Data()
        guard data.count == count else { throw Self.truncated }
        return Array(data)
    }

    private func unpack(_ size: Int, _ name: String) throws -> BackupManifest.File {
        let target = folder.appending(path: name)
        guard FileManager.default.createFile(atPath: target.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw LibraryError.folderUnusable(why: "\(folder.path) cannot be written to") }
        let output = try FileHandle(forWritingTo: target)
        var hash = SHA256()
        var rest = size
        while rest > 0 {
            let piece = try readBytes(min(1 << 20, rest))
            rest -= piece.count
            hash.update(data: piece)
            try output.write(contentsOf: piece)
        }
        try output.synchronize()
        try output.close()
        return BackupManifest.File(name: name, size: size, sha256: HexEncoding.encode(hash.finalize()))
    }

    private static func decodeManifest(_ bytes: [UInt8]) throws -> BackupManifest {
        struct Start: Decodable { let format: Int }
        let data = Data(bytes)
        do {
            let start = try JSONDecoder().decode(Start.self, from: data)
            guard start.format <= BackupManifest.currentFormat else {
                throw BackupError.newer(found: start.format, known: BackupManifest.currentFormat)
            }
            return try JSONDecoder().decode(BackupManifest.self, from: data)
        } catch let error as BackupError { throw error } catch { throw notABackup }
    }
}
