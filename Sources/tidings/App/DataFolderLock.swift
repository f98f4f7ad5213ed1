import Foundation

/// A lock on a file of the data folder, held until it is let go or the process ends, however it ends. The file itself
/// stays: to remove it would let two hold locks of two files.
final class DataFolderLock: Sendable {
    /// What only one process may do at a time on one data folder.
    enum Purpose: String {
        /// To serve; also when its control socket was removed, or could never be made.
        case serving = "serving.lock"
        /// To ask origins without a server: one process at a time has one connection to a host.
        case fetching = "asking.lock"
    }

    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// - Returns: nil when another process holds it.
    /// - Throws: `Trouble` when the folder cannot be written.
    static func tryAcquire(_ work: Purpose, in folder: URL) throws -> DataFolderLock? {
        let path = folder.appending(path: work.rawValue).path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CLIError(.cannotCreate, "\(path) cannot be written. Is the data folder yours?")
        }
        let lock = DataFolderLock(descriptor)
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? lock : nil
    }

    /// Waits until no other process holds it, and says so after two seconds.
    static func acquire(_ work: Purpose, in folder: URL) async throws -> DataFolderLock {
        var turns = 0
        while true {
            if let lock = try tryAcquire(work, in: folder) { return lock }
            turns += 1
            if turns == 40 {
                Terminal.printNote("Another tidings command is asking origins; this one goes on when that has ended.")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
