import Foundation
import Packs
import Untrusted

/// The media of installed and edited packs: files named by their hash (`media/ab/<sha256>`, modes 0700 and 0600).
///
/// A file under its final name is complete, as it is synced before it is renamed. Files that no pack has do no
/// harm. They are removed while nobody can install (`LibraryContext.removeOrphanedMedia`), so that no file is
/// removed that is about to be used.
struct PackMediaStore: Sendable {
    let folder: URL

    private static let partEnding = ".part"
    private static let maxAttempts = 3

    func file(of id: PackMediumID) -> URL { subfolder(of: id).appendingPathComponent(id.hex) }

    private func subfolder(of id: PackMediumID) -> URL { folder.appendingPathComponent(String(id.hex.prefix(2))) }

    /// Returns true if a file exists in its full length; its bytes are not read.
    func has(_ medium: PackMedium) -> Bool {
        var status = stat()
        return lstat(file(of: medium.id).path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_size == medium.size
    }

    func hasAll(_ media: [PackMedium]) -> Bool { media.allSatisfy(has) }

    /// Stores the media that do not exist yet, one file at a time; all are synced to disk on return.
    /// - Throws: `PackError` of the source, `.wrongHash`, `LibraryError`.
    func store(_ media: [PackMedium], from source: some PackMediaSource) async throws {
        var folders: Set<String> = []
        for medium in media where !has(medium) {
            try Task.checkCancellation()
            let bytes = try source.bytes(of: medium.id)
            guard PackMediumID(of: bytes) == medium.id else { throw PackError.wrongHash(part: "picture \(medium.id)") }
            try write(bytes, as: medium.id)
            folders.insert(subfolder(of: medium.id).path)
            // The yield lets other tasks use the processor.
            await Task.yield()
        }
        for path in folders.sorted() + (folders.isEmpty ? [] : [folder.path]) { try Self.sync(path) }
    }

    /// Writes a file; tries again if another process removed the unfinished file as an orphan.
    private func write(_ bytes: Data, as id: PackMediumID) throws {
        try FileManager.default.createDirectory(
            at: subfolder(of: id), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let part = subfolder(of: id).appendingPathComponent(UUID().uuidString + Self.partEnding)
        for attempt in 1...Self.maxAttempts {
            try writeAndSync(bytes, to: part)
            if rename(part.path, file(of: id).path) == 0 { return }
            let code = errno
            unlink(part.path)
            guard code == ENOENT, attempt < Self.maxAttempts else { throw Self.failure(code) }
        }
    }

    private func writeAndSync(_ bytes: Data, to part: URL) throws {
        let descriptor = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: bytes)
            try handle.synchronize()
            try handle.close()
        } catch {
            unlink(part.path)
            throw error
        }
    }

    private static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(errno) }
    }

    private static func failure(_ code: Int32) -> LibraryError {
        code == ENOSPC ? .diskFull : .folderUnusable(why: "media cannot be stored: \(String(cString: strerror(code)))")
    }

    /// Removes every file but those of `kept`, including unfinished ones.
    func removeAll(except kept: Set<String>) throws {
        let files = FileManager.default
        guard files.fileExists(atPath: folder.path) else { return }
        for subfolder in try files.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            var isFolder: ObjCBool = false
            guard files.fileExists(atPath: subfolder.path, isDirectory: &isFolder), isFolder.boolValue else { continue }
            for name in try files.contentsOfDirectory(atPath: subfolder.path) where !kept.contains(name) {
                unlink(subfolder.appendingPathComponent(name).path)
            }
        }
    }
}

extension LibraryContext {
    /// Removes the media that no installed or edited pack has. Runs within a write, so that no other process installs meanwhile:
    /// another process either has its rows already, or later finds that media are missing (`PackVersionWriter`).
    func removeOrphanedMedia() async throws(LibraryError) {
        let media = media
        try await database.write { transaction in
            let kept = "select sha256 from pack_medium union select sha256 from pack_project_medium"
            try media.removeAll(except: Set(transaction.texts(kept)))
        }
    }
}
