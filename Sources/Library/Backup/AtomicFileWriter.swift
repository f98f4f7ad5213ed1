import Foundation

/// A writer of a temporary file that is renamed when complete. A lock makes concurrent writers fail; leftover temporary
/// files are overwritten.
struct AtomicFileWriter {
    let handle: FileHandle
    private let path: String

    init(beside file: URL) throws {
        path = file.path + ".part"
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw BackupError.notThere(
                "\(file.path) cannot be written: \(String(cString: strerror(errno))). Name another place.")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw BackupError.targetOccupied("Another program is writing \(file.path) at this moment.")
        }
        try handle.truncate(atOffset: 0)
    }

    /// Syncs and renames the file; returns its size in bytes.
    func publish(as file: URL, isReplacing: Bool) throws -> Int {
        let size = Int(try handle.seekToEnd())
        try handle.synchronize()
        // A hard link fails if the name exists; some file systems do not support hard links.
        if !isReplacing, link(path, file.path) == 0 { return size }
        if !isReplacing, errno == EEXIST {
            throw BackupError.targetOccupied(
                "\(file.path) exists already. Name another file, or replace it with --force.")
        }
        guard rename(path, file.path) == 0 else {
            throw BackupError.notThere("\(file.path) cannot be written: \(String(cString: strerror(errno))).")
        }
        return size
    }

    func remove() { unlink(path) }
}
