import News
import Synchronization

/// Keeps what is known of a thread while more of it is fetched: the first comments at once, then whenever there are twice
/// as many, so that a long thread is written a few times and not a hundred.
///
/// Invariant: `written` only rises.
final class ThreadProgress: Sendable {
    private let house: House
    private let claim: DiscussionClaim
    private let bounds: DiscussionBounds
    private let written = Mutex(0)

    init(house: House, claim: DiscussionClaim, bounds: DiscussionBounds) {
        self.house = house
        self.claim = claim
        self.bounds = bounds
    }

    /// A thread that is kept from before stays as it is until the whole answer is here.
    func note(_ answer: DiscussionAnswer) async {
        let count = answer.comments?.count ?? 0
        let isWorthIt = written.withLock { written in
            guard !self.claim.hasAnswer, count > 0, count >= 2 * written else { return false }
            written = count
            return true
        }
        guard isWorthIt, !Task.isCancelled else { return }
        let (now, claim, bounds) = (house.now(), self.claim, self.bounds)
        do {
            try await house.change(.refetchable) { session in
                try DiscussionRecords(session: session, now: now, bounds: bounds).note(answer, of: claim)
            }
        } catch {
            // The whole answer is written in any case, or says what is wrong.
            return
        }
    }
}
