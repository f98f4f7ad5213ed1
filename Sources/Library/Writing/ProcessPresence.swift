import Foundation
import Synchronization

/// Tells other processes on the same data folder whether this one lives: by a lock on a file of its own, which the system
/// releases however the process ends. The file is made with the first action.
final class ProcessPresence: Sendable {
    /// Made anew whenever the folder is opened.
    let name: String
    private let folder: URL
    private let descriptor = Mutex<Int32?>(nil)

    init(folder: URL) {
        self.folder = folder
        name = UUID().uuidString
    }

    deinit { end() }

    private func file(of name: String) -> URL { folder.appendingPathComponent("sending-\(name).lock") }

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

    /// Whether a process of that name has ended. What it left is removed.
    func isGone(_ name: String) -> Bool {
        // It comes from the database, and becomes a path.
        guard UUID(uuidString: name) != nil else { return true }
        let path = file(of: name).path
        let found = open(path, O_RDWR | O_CLOEXEC)
        guard found >= 0 else { return errno == ENOENT }
        defer { close(found) }
        guard flock(found, LOCK_EX | LOCK_NB) == 0 else { return false }
        unlink(path)
        return true
    }

    /// This process sends nothing any longer.
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
