import Foundation

/// An advisory lock (flock) on a file in the data folder, held until it is released or the process ends. The file is
/// never removed: otherwise two processes could hold locks on two different files of that name.
final class DataFolderLock: Sendable {
    /// Work that only one process at a time may do on a data folder.
    enum Purpose: String {
        /// Serving. The control socket does not replace this lock: it can be removed, or be impossible to create.
        case serving = "serving.lock"
        /// Fetching without a server, so that a host never has connections from two processes.
        case fetching = "asking.lock"
    }

    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// - Returns: nil when another process holds the lock.
    /// - Throws: `CLIError` when the folder cannot be written.
    static func tryAcquire(_ work: Purpose, in folder: URL) throws -> DataFolderLock? {
        let path = folder.appending(path: work.rawValue).path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CLIError(.cannotCreate, "\(path) cannot be written. Is the data folder yours?")
        }
        let lock = DataFolderLock(descriptor)
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? lock : nil
    }

    /// Waits for the lock, and prints a note after two seconds.
    static func acquire(_ work: Purpose, in folder: URL) async throws -> DataFolderLock {
        var attempts = 0
        while true {
            if let lock = try tryAcquire(work, in: folder) { return lock }
            attempts += 1
            if attempts == 40 {
                Terminal.printNote("Another tidings command is fetching feeds; waiting for it to finish.")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
