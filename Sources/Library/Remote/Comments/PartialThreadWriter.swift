import News
import Synchronization

/// Keeps what is known of a thread while more of it is fetched: the first comments at once, then whenever there are twice
/// as many, so that a long thread is written a few times and not a hundred.
///
/// Invariant: `written` only rises.
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

    /// A thread that is kept from before stays as it is until the whole answer is here.
    func write(_ answer: DiscussionResponse) async {
        let count = answer.comments?.count ?? 0
        let isWorthIt = writtenCount.withLock { written in
            guard !self.lease.hasComments, count > 0, count >= 2 * written else { return false }
            written = count
            return true
        }
        guard isWorthIt, !Task.isCancelled else { return }
        let (now, lease, policy) = (context.now(), self.lease, self.policy)
        do {
            try await context.writeAndNotify(.refetchable) { transaction in
                try DiscussionWriter(transaction: transaction, now: now, policy: policy).recordPartial(
                    answer, of: lease)
            }
        } catch {
            // The whole answer is written in any case, or says what is wrong.
            return
        }
    }
}
