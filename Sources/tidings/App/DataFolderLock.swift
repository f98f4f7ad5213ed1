import Foundation

/// A file lock (flock) in the data folder. The file is never removed, because two processes could then lock different
/// files.
final class DataFolderLock: Sendable {
    enum Purpose: String {
        /// Serving. The lock works also if the control socket was removed, or cannot be created.
        case serving = "serving.lock"
        /// Fetching without a server, so that hosts get connections from one process.
        case fetching = "asking.lock"
    }

    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Acquires the lock without waiting.
    ///
    /// - Returns: nil if another process holds the lock.
    /// - Throws: `CLIError` for an unwritable folder.
    static func tryAcquire(_ purpose: Purpose, in folder: URL) throws -> DataFolderLock? {
        let path = folder.appending(path: purpose.rawValue).path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CLIError(.cannotCreate, "\(path) cannot be written. Is the data folder yours?")
        }
        let lock = DataFolderLock(descriptor)
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? lock : nil
    }

    /// Waits for the lock; prints a note after two seconds.
    static func acquire(_ purpose: Purpose, in folder: URL) async throws -> DataFolderLock {
        var attempts = 0
        while true {
            if let lock = try tryAcquire(purpose, in: folder) { return lock }
            attempts += 1
            if attempts == 40 {
                Terminal.printNote("Another tidings command is fetching feeds; waiting for it to finish.")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
