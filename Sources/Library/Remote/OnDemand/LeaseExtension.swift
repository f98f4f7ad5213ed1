import Foundation
import Synchronization

extension LibraryContext {
    /// Does work under a lease, and extends the lease before it expires, however long the work takes: nobody fetches the
    /// target a second time meanwhile.
    /// - Returns: the work's result, and the lease as it is now.
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

    /// Until cancelled, or until somebody else has the lease.
    private func extend(_ held: HeldLease, _ policy: FetchPolicy) async {
        // Late: a shorter fetch needs no write.
        let pause = policy.leaseDuration * 9 / 10
        while true {
            do { try await Task.sleep(for: pause) } catch { return }
            let (lease, now) = (held.lease, now())
            // A task of its own: a cancelled write could be committed all the same.
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
                // A full disk: the next try may succeed.
                continue
            }
        }
    }
}

/// A lease that is extended while its fetch goes on.
private final class HeldLease: Sendable {
    private let stored: Mutex<FetchLease>

    init(_ lease: FetchLease) { stored = Mutex(lease) }

    var lease: FetchLease {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}
