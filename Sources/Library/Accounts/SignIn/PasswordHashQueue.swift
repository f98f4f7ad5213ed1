import Foundation
import Synchronization

/// A queue that hashes passwords one at a time on a dispatch queue. Its length is bounded against floods, and some
/// slots are reserved for known devices.
///
/// Invariant: `pendingCount` counts queued and running jobs.
final class PasswordHashQueue: Sendable {
    private let queue = DispatchQueue(label: "tidings.passwords")
    private let pendingCount = Mutex(0)
    private static let maxQueued = 12
    private static let maxQueuedUnknown = 8

    /// Runs a hashing job and returns its result.
    /// - Throws: `.busy` if the queue is full.
    func perform<Value: Sendable>(
        isUnknownClient: Bool = false, _ work: @escaping @Sendable () throws -> Value
    ) async throws(LibraryError) -> Value {
        let hasSlot = pendingCount.withLock { pending in
            guard pending < (isUnknownClient ? Self.maxQueuedUnknown : Self.maxQueued) else { return false }
            pending += 1
            return true
        }
        guard hasSlot else { throw .busy }
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }
        pendingCount.withLock { $0 -= 1 }
        do { return try result.get() } catch { throw .failed(why: "the password could not be worked on") }
    }
}
