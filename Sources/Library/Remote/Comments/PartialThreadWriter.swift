import News
import Synchronization

/// Stores a thread whenever its size has doubled, to limit writes.
///
/// Invariant: `writtenCount` only rises.
final class PartialThreadWriter: Sendable {
    private let context: LibraryContext
    private let lease: DiscussionLease
    private let policy: DiscussionPolicy
    private let writtenCount = Mutex(0)

    init(context: LibraryContext, lease: DiscussionLease, policy: DiscussionPolicy) {
        self.context = context
        self.lease = lease
        self.policy = policy
    }

    /// Ignored if the thread was stored before.
    func write(_ response: DiscussionResponse) async {
        let count = response.comments?.count ?? 0
        let isDue = writtenCount.withLock { written in
            guard !self.lease.hasComments, count > 0, count >= 2 * written else { return false }
            written = count
            return true
        }
        guard isDue, !Task.isCancelled else { return }
        let (now, lease, policy) = (context.now(), self.lease, self.policy)
        do {
            try await context.writeAndNotify(.refetchable) { transaction in
                try DiscussionWriter(transaction: transaction, now: now, policy: policy).recordPartial(
                    response, of: lease)
            }
        } catch {
            // The final response is written anyway.
            return
        }
    }
}
