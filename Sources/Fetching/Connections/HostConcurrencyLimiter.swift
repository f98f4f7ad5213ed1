import Foundation

/// A limiter of concurrent requests per host and of active hosts that rejects requests to hosts inside their
/// Retry-After window.
///
/// Invariant: at most `maxHosts` hosts with 1 to `maxConcurrent` requests each; only requests without capacity wait.
actor HostConcurrencyLimiter {
    private struct Waiter {
        let id: Int
        let host: String
        let maxConcurrent: Int
        let isUrgent: Bool
        let continuation: CheckedContinuation<FetchError?, Never>
    }

    private struct Backoff {
        var until: Date
        var recordedAt: Date
        let status: Int
    }

    private let maxHosts: Int
    private let now: @Sendable () -> Date
    private var activeRequests: [String: Int] = [:]
    private var waiters: [Waiter] = []
    private var lastWaiterID = 0
    private var backoffs: [String: Backoff] = [:]
    private var isClosed = false
    private var releasedAt: [String: ContinuousClock.Instant] = [:]

    init(maxHosts: Int, now: @escaping @Sendable () -> Date) {
        self.maxHosts = maxHosts
        self.now = now
    }

    var waitingCount: Int { waiters.count }

    /// Waits for a slot; throws `busy` inside a Retry-After window.
    ///
    /// - Parameters:
    ///   - maxConcurrent: maximum number of requests to this host, this one included.
    ///   - isUrgent: true to go before waiting requests that are not urgent.
    func acquire(_ host: String, maxConcurrent: Int = 1, isUrgent: Bool = false) async throws(FetchError) {
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
                let waiter = Waiter(
                    id: id, host: host, maxConcurrent: maxConcurrent, isUrgent: isUrgent, continuation: $0)
                let index = isUrgent ? waiters.firstIndex { !$0.isUrgent } : nil
                waiters.insert(waiter, at: index ?? waiters.endIndex)
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

    /// Returns the pause before the next request. The caller must hold a slot.
    func remainingDelay(at host: String, spacing: Duration) -> Duration {
        guard let last = releasedAt[host] else { return .zero }
        return max(.zero, spacing - (ContinuousClock.now - last))
    }

    /// Records a back-off; a longer known one remains.
    func recordBackoff(from host: String, until: Date, status: Int) {
        backoffs = backoffs.filter { $0.value.until > now() }
        if let known = backoff(of: host), known.until >= until { return }
        backoffs[host] = Backoff(until: until, recordedAt: now(), status: status)
        resumeWaiters()
    }

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
        guard let backoff = backoff(of: host), backoff.until > now() else { return nil }
        return .busy(until: backoff.until, status: backoff.status)
    }

    /// Returns the host's back-off. One that was recorded in the future, because the clock was set back since, begins
    /// now.
    private func backoff(of host: String) -> Backoff? {
        guard var backoff = backoffs[host] else { return nil }
        let ahead = backoff.recordedAt.timeIntervalSince(now())
        guard ahead > 0 else { return backoff }
        (backoff.until, backoff.recordedAt) = (backoff.until - ahead, backoff.recordedAt - ahead)
        backoffs[host] = backoff
        return backoff
    }

    private func cancelWaiter(_ id: Int) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: index).continuation.resume(returning: .cancelled)
    }

    private func resumeWaiters() {
        var stillWaiting: [Waiter] = []
        for waiter in waiters {
            if let rejection = rejection(waiter.host) {
                waiter.continuation.resume(returning: rejection)
            } else if hasCapacity(for: waiter.host, waiter.maxConcurrent) {
                activeRequests[waiter.host, default: 0] += 1
                waiter.continuation.resume(returning: nil)
            } else {
                stillWaiting.append(waiter)
            }
        }
        waiters = stillWaiting
    }
}
