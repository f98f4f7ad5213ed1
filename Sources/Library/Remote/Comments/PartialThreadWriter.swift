import News
import Synchronization

/// Stores a thread whenever its size has doubled, to limit writes.
///
/// Invariant: `writtenCount` only rises.
final class PartialThreadWriter: Sendable {
    private let context: LibraryContext
    private let policy: DiscussionPolicy
    private let lease: FetchLease
    private let request: DiscussionService.Request
    private let writtenCount = Mutex(0)

    init(context: LibraryContext, policy: DiscussionPolicy, lease: FetchLease, request: DiscussionService.Request) {
        self.context = context
        self.policy = policy
        self.lease = lease
        self.request = request
    }

    /// Ignored if the thread was stored before.
    func write(_ response: DiscussionResponse) async {
        let count = response.comments?.count ?? 0
        let isDue = writtenCount.withLock { written in
            guard !request.hasComments, count > 0, count >= 2 * written else { return false }
            written = count
            return true
        }
        guard isDue, !Task.isCancelled else { return }
        let (now, fetcher) = (context.now(), OnDemandFetcher(context: context, policy: policy.fetching))
        do {
            try await context.writeAndNotify(.refetchable) { [lease, request, policy] transaction in
                guard try fetcher.store(transaction, at: now).holds(lease) else { return }
                try DiscussionWriter(transaction: transaction, now: now, policy: policy)
                    .recordPartial(response, of: request.story)
            }
        } catch {
            // The final response is written anyway.
            return
        }
    }
}
