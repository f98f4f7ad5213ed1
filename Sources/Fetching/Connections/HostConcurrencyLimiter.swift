import Foundation

/// Lets requests out: one at a time per host or as many as a request says, so many hosts at once, and none to a host
/// that asked for peace.
///
/// Invariant: `inside` holds the hosts being asked, never more than `places`, each with how many requests ask it (never
/// 0, never more than the largest company that one of these allowed); whoever waits in `line` waits because its host
/// has all the company that the request allows, or because all places are taken.
actor HostConcurrencyLimiter {
    private struct Waiter {
        let id: Int
        let host: String
        let maxConcurrent: Int
        let continuation: CheckedContinuation<FetchError?, Never>
    }

    private let maxHosts: Int
    private let now: @Sendable () -> Date
    private var activeRequests: [String: Int] = [:]
    private var waiters: [Waiter] = []
    private var lastWaiterID = 0
    private var backoffs: [String: (until: Date, status: Int)] = [:]
    private var isClosed = false
    /// When a host was last left.
    private var releasedAt: [String: ContinuousClock.Instant] = [:]

    init(maxHosts: Int, now: @escaping @Sendable () -> Date) {
        self.maxHosts = maxHosts
        self.now = now
    }

    /// How many requests wait in line.
    var waitingCount: Int { waiters.count }

    /// Returns when it is this request's turn; it must `leave` afterwards. Throws `busy` without waiting when the
    /// host asked for peace, also when it does so while the request waits.
    ///
    /// - Parameter atOnce: with how many requests at the host, this one included, it may be there.
    func acquire(_ host: String, maxConcurrent: Int = 1) async throws(FetchError) {
        if let rejection = rejection(host) { throw rejection }
        if Task.isCancelled { throw .cancelled }
        if hasCapacity(for: host, maxConcurrent) {
            activeRequests[host, default: 0] += 1
            return
        }
        lastWaiterID += 1
        let id = lastWaiterID
        let failure = await withTaskCancellationHandler {
            await withCheckedContinuation {
                waiters.append(Waiter(id: id, host: host, maxConcurrent: maxConcurrent, continuation: $0))
            }
        } onCancel: {
            Task { await self.cancelWaiter(id) }
        }
        if let failure { throw failure }
    }

    func release(_ host: String) {
        if releasedAt.count > 256 { releasedAt = releasedAt.filter { ContinuousClock.now - $0.value < .seconds(60) } }
        releasedAt[host] = .now
        activeRequests[host] = activeRequests[host].flatMap { $0 > 1 ? $0 - 1 : nil }
        resumeWaiters()
    }

    /// How long to wait yet, inside, so that a host is left in peace between two questions.
    func remainingDelay(at host: String, spacing: Duration) -> Duration {
        guard let last = releasedAt[host] else { return .zero }
        return max(.zero, spacing - (ContinuousClock.now - last))
    }

    /// A host asked for peace; a longer wish that is already known stays.
    func recordBackoff(from host: String, until: Date, status: Int) {
        backoffs = backoffs.filter { $0.value.until > now() }
        if let known = backoffs[host], known.until >= until { return }
        backoffs[host] = (until, status)
        resumeWaiters()
    }

    /// Nobody enters any more, and all who wait go home.
    func close() {
        isClosed = true
        resumeWaiters()
    }

    private func hasCapacity(for host: String, _ maxConcurrent: Int) -> Bool {
        guard let active = activeRequests[host] else { return activeRequests.count < maxHosts }
        return active < maxConcurrent
    }

    private func rejection(_ host: String) -> FetchError? {
        if isClosed { return .cancelled }
        guard let wish = backoffs[host], wish.until > now() else { return nil }
        return .busy(until: wish.until, status: wish.status)
    }

    private func cancelWaiter(_ id: Int) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: index).continuation.resume(returning: .cancelled)
    }

    private func resumeWaiters() {
        var still: [Waiter] = []
        for waiting in waiters {
            if let rejection = rejection(waiting.host) {
                waiting.continuation.resume(returning: rejection)
            } else if hasCapacity(for: waiting.host, waiting.maxConcurrent) {
                activeRequests[waiting.host, default: 0] += 1
                waiting.continuation.resume(returning: nil)
            } else {
                still.append(waiting)
            }
        }
        waiters = still
    }
}
