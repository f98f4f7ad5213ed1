import Foundation

/// A file that is being written under another name, with a lock on it, so that two who write the same file notice, and
/// what a killed program left is simply written over.
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
            throw BackupError.targetOccupied("Another backup is writing \(file.path) at this moment.")
        }
        try handle.truncate(atOffset: 0)
    }

    /// Gives it its name, once everything is on the disk.
    /// - Returns: its bytes.
    func publish(as file: URL, isReplacing: Bool) throws -> Int {
        let size = Int(try handle.seekToEnd())
        try handle.synchronize()
        // A link is refused when the name has been taken meanwhile; some file systems know no links.
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

    /// Takes the other name away, where it still is.
    func remove() { unlink(path) }
}
