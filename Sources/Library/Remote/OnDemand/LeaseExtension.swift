import Foundation
import Synchronization

extension LibraryContext {
    /// Runs work under a lease and extends the lease before it expires, however long the work takes, so that no other
    /// process fetches the target meanwhile.
    /// - Returns: The work's result, and the lease in its current form.
    func withExtendedLease<Value: Sendable>(
        _ lease: FetchLease, under policy: FetchPolicy, _ work: () async throws -> Value
    ) async rethrows -> (Value, FetchLease) {
        let held = HeldLease(lease)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            // The work may occupy all threads of its executor.
            group.addTask(executorPreference: globalConcurrentExecutor) { await self.extend(held, policy) }
            defer { group.cancelAll() }
            let value = try await work()
            group.cancelAll()
            try await group.waitForAll()
            return (value, held.lease)
        }
    }

    /// Extends the lease repeatedly until the task is cancelled or another process has the lease.
    private func extend(_ held: HeldLease, _ policy: FetchPolicy) async {
        // Waiting this long spares shorter fetches a write.
        let pause = policy.leaseDuration * 9 / 10
        while true {
            do { try await Task.sleep(for: pause) } catch { return }
            let (lease, now) = (held.lease, now())
            // The write runs in its own task, because a cancelled write could still be committed.
            let write = Task {
                try await database.write(.refetchable) { [pollingPolicy] transaction in
                    try FetchLeaseStore(
                        transaction: transaction, now: now, policy: policy, pollingPolicy: pollingPolicy
                    ).extend(lease)
                }
            }
            do {
                guard let extended = try await write.value else { return }
                held.lease = extended
            } catch {
                // The disk may be full; the next attempt may succeed.
                continue
            }
        }
    }
}

/// A lease that is extended during its fetch.
private final class HeldLease: Sendable {
    private let stored: Mutex<FetchLease>

    init(_ lease: FetchLease) { stored = Mutex(lease) }

    var lease: FetchLease {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}
