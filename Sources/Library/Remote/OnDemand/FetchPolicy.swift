import Foundation
import News

/// The rules for fetching one kind of target on demand: when a fetch is allowed, and for how long it may run.
struct FetchPolicy: Sendable {
    /// The time limit of a fetch, including the wait for its host.
    var timeout: Duration
    /// The duration after which the lease of a dead process expires.
    var leaseDuration: Duration
    /// The minimum time between two manual fetches.
    var manualMinimum: Duration
    /// The delay before a failed fetch is retried automatically.
    var retryDelay: Duration
    /// The factor by which the delay grows with each consecutive failure.
    var retryFactor = 1.0
    /// The number of consecutive failures after which only manual fetches are made; nil for no limit.
    var maxFailures: Int?
    /// True if refusals and unreadable responses are retried automatically.
    var retriesRefusals = true
    /// The freshness lifetime if the origin states none; nil if stored content never becomes stale.
    var defaultFreshness: Duration?
    /// The range to which the origin's freshness lifetime is clamped.
    var freshnessRange: ClosedRange<Duration> = .zero ... .seconds(7 * 86_400)  // bounded: constants
    /// True if a back-off of the target's host applies. False for sources that send requests to hosts of their own:
    /// there the HTTP client handles back-off.
    var heedsHostBackoff = false

    /// Returns the policy for leases of scheduled refreshes. `PollingSchedule` decides when a channel is due.
    static func refresh(_ polling: PollingPolicy) -> FetchPolicy {
        FetchPolicy(
            timeout: polling.leaseDuration, leaseDuration: polling.leaseDuration, manualMinimum: polling.manualMinimum,
            retryDelay: polling.minimum)
    }

    /// Returns the reason why a target may not be fetched on demand, judged by the target alone; nil if it may be
    /// fetched.
    /// - Parameter isStored: True if the target's content is stored and was made by the current rules.
    func skipped(_ state: OnDemandFetchState, isStored: Bool, reason: RefreshReason, at now: Date) -> FetchOutcome? {
        if isStored, defaultFreshness == nil { return .upToDate }
        if state.leasedUntil > now { return .inProgress }
        if let until = state.backoffUntil(now) { return .backingOff(until: until) }
        if reason == .manual {
            guard let last = state.lastAttemptAt else { return nil }
            return last.addingTimeInterval(manualMinimum.seconds) > now ? .tooSoon : nil
        }
        // If nothing failed, this is the time at which the lease of a crashed run would have expired.
        if let dueAt = state.dueAt, dueAt > now { return .deferred(until: dueAt) }
        if state.failure != nil { return state.dueAt == nil ? .deferred(until: nil) : nil }
        return isStored && state.freshUntil > now ? .upToDate : nil
    }

    /// Returns the time until which content that is stored now stays fresh.
    /// - Parameter seconds: The freshness lifetime that the origin states; nil for none.
    func freshUntil(_ now: Date, seconds: Int?) -> Date {
        guard let defaultFreshness else { return now }
        let requested = seconds.map { Duration.seconds($0) } ?? defaultFreshness
        return now.addingTimeInterval(
            min(max(requested, freshnessRange.lowerBound), freshnessRange.upperBound).seconds)
    }

    /// Returns the time of the next automatic attempt; nil for never.
    /// - Parameter failures: The number of consecutive failures, including this one.
    func retryAt(after error: SourceError, failures: Int, at now: Date, maxBackoff: Duration) -> Date? {
        if case .busy(let until, _) = error {
            return min(max(until, now), now.addingTimeInterval(maxBackoff.seconds))
        }
        guard retriesRefusals || error.isTemporary else { return nil }
        if let maxFailures, failures >= maxFailures { return nil }
        let growth = pow(retryFactor, Double(min(max(failures, 1), 8) - 1))
        return now.addingTimeInterval(retryDelay.seconds * growth)
    }
}

extension SourceError {
    /// True if a retry may succeed although nobody changes anything.
    fileprivate var isTemporary: Bool {
        switch self {
        case .busy, .unreachable: true
        case .refused(let status, _): status >= 500
        case .notThere, .gone, .signInNeeded, .keyNeeded, .unreadable, .notAllowed: false
        }
    }
}
