import Crypto
import Foundation
import Packs
import Untrusted

/// A reader that unpacks an untrusted backup: only regular files with the names of `BackupEntryName`, validated before
/// anything is written.
struct ArchiveReader {
    let handle: FileHandle
    /// The size of the archive in bytes; no file in the archive can be longer.
    let size: Int
    let folder: URL
    let sizeLimit: Int

    /// The size limit of text files in bytes; settings, editions and the manifest are far smaller.
    private static let maxTextSize = 1 << 20
    private static let maxFiles = 1000
    private static let maxMedia = 400_000

    static let notABackup = BackupError.unreadable("That is no backup of Tidings.")
    static let damaged = BackupError.unreadable(
        "The backup is damaged: what is in it is not what it says. Restore another copy.")
    static let truncated = BackupError.unreadable("The backup breaks off before its end. Restore another copy.")

    func unpack() throws -> BackupManifest {
        var found: [BackupManifest.File] = []
        var manifest: BackupManifest?
        var media: Set<PackMediumID> = []
        var remaining = sizeLimit
        while let header = try nextHeader() {
            guard header.kind != .folder else { continue }
            if let id = BackupEntryName.mediumID(header.name) {
                guard header.kind == .file, manifest == nil, media.insert(id).inserted, media.count <= Self.maxMedia,
                    header.size <= PackLimits().mediumSize
                else { throw Self.notABackup }
                try reserve(header.size, of: &remaining)
                try unpack(header.size, id)
                continue
            }
            guard header.kind == .file, let name = BackupEntryName.validated(header.name), manifest == nil,
                found.count < Self.maxFiles, !found.contains(where: { $0.name == name }),
                name == BackupEntryName.database || header.size <= Self.maxTextSize
            else { throw Self.notABackup }
            try reserve(header.size, of: &remaining)
            if name == BackupManifest.name {
                manifest = try Self.decodeManifest(try readBytes(header.size))
            } else {
                found.append(try unpack(header.size, name))
            }
            _ = try readBytes(TarHeader.padding(header.size))
        }
        guard let manifest else { throw Self.truncated }
        guard found.count == manifest.files.count, found.allSatisfy(manifest.files.contains) else {
            throw Self.damaged
        }
        return manifest
    }

    private func reserve(_ bytes: Int, of remaining: inout Int) throws {
        guard bytes <= size - Int(try handle.offset()) else { throw Self.truncated }
        guard bytes <= remaining else { throw BackupError.tooLarge(bytes: sizeLimit) }
        remaining -= bytes
    }

    /// Unpacks a medium and compares its hash with the one in its name.
    private func unpack(_ size: Int, _ id: PackMediumID) throws {
        let name = BackupEntryName.medium(id)
        try FileManager.default.createDirectory(
            at: folder.appending(path: name).deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        guard try unpack(size, name).sha256 == id.hex else { throw Self.damaged }
        _ = try readBytes(TarHeader.padding(size))
    }

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
        var remaining = size
        while remaining > 0 {
            let piece = try readBytes(min(1 << 20, remaining))
            remaining -= piece.count
            hash.update(data: piece)
            try output.write(contentsOf: piece)
        }
        try output.synchronize()
        try output.close()
        return BackupManifest.File(name: name, size: size, sha256: Hex.encode(hash.finalize()))
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
