import Foundation
import Synchronization

/// A sign to other processes on the same data folder that this process is alive: a lock on a file of its own, which the
/// system releases however the process ends. The file is created with the first action.
final class ProcessLivenessLock: Sendable {
    /// The name of this process, created whenever the folder is opened.
    let name: String
    private let folder: URL
    private let descriptor = Mutex<Int32?>(nil)

    init(folder: URL) {
        self.folder = folder
        name = UUID().uuidString
    }

    deinit { end() }

    private func file(of name: String) -> URL { folder.appendingPathComponent("sending-\(name).lock") }

    /// Creates and locks the file, unless that is done.
    /// - Throws: `.folderUnusable`.
    func announce() throws(LibraryError) {
        let path = file(of: name).path
        let isLocked = descriptor.withLock { descriptor in
            if descriptor != nil { return true }
            let new = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard new >= 0 else { return false }
            guard flock(new, LOCK_EX | LOCK_NB) == 0 else {
                close(new)
                return false
            }
            descriptor = new
            return true
        }
        guard isLocked else { throw .folderUnusable(why: "\(path) cannot be written") }
    }

    /// Returns true if the process of a name has ended, and removes its file.
    func isGone(_ name: String) -> Bool {
        // The name comes from the database and becomes part of a path.
        guard UUID(uuidString: name) != nil else { return true }
        let path = file(of: name).path
        let found = open(path, O_RDWR | O_CLOEXEC)
        guard found >= 0 else { return errno == ENOENT }
        defer { close(found) }
        guard flock(found, LOCK_EX | LOCK_NB) == 0 else { return false }
        unlink(path)
        return true
    }

    /// Removes the file, because this process sends nothing any longer.
    func end() {
        let old = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        guard let old else { return }
        unlink(file(of: name).path)
        close(old)
    }
}
