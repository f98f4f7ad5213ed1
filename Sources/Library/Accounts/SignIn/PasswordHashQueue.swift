import Foundation
import Synchronization

/// Does the slow work of passwords: one at a time, on a thread of its own, and only for so many who wait, so that a
/// crowd of guesses can take neither the memory nor the processors of those who read. Some places are kept free of
/// strangers, so that a crowd of them takes no known device's.
///
/// Invariant: `waiting` is how many pieces of work are queued or under way.
final class PasswordHashQueue: Sendable {
    private let queue = DispatchQueue(label: "tidings.passwords")
    private let pendingCount = Mutex(0)
    private static let maxQueued = 12
    private static let maxQueuedUnknown = 8

    /// - Throws: `.busy` when too many wait already.
    func perform<Value: Sendable>(
        forStranger isStranger: Bool = false, _ work: @escaping @Sendable () throws -> Value
    ) async throws(LibraryError) -> Value {
        let isFree = pendingCount.withLock { waiting in
            guard waiting < (isStranger ? Self.maxQueuedUnknown : Self.maxQueued) else { return false }
            waiting += 1
            return true
        }
        guard isFree else { throw .busy }
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }
        pendingCount.withLock { $0 -= 1 }
        do { return try result.get() } catch { throw .failed(why: "the password could not be worked on") }
    }
}
