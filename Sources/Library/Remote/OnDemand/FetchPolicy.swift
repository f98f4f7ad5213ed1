import Foundation
import News

/// When one kind of target may be fetched on demand, and for how long.
struct FetchPolicy: Sendable {
    /// Of a fetch, with the wait for its host.
    var timeout: Duration
    /// When the lease of a dead process expires.
    var leaseDuration: Duration
    /// Between two manual fetches.
    var manualMinimum: Duration
    /// Until a failed fetch is tried again without being asked for.
    var retryDelay: Duration
    /// By which the delay grows with each failure in a row.
    var retryFactor = 1.0
    /// In a row; then only manual fetches are made. Nil for no limit.
    var maxFailures: Int?
    /// Whether refusals and unreadable responses are tried again without being asked for.
    var retriesRefusals = true
    /// Where the origin does not say; nil where stored content stays as it is.
    var defaultFreshness: Duration?
    /// Bounds what the origin says.
    var freshnessRange: ClosedRange<Duration> = .zero ... .seconds(7 * 86_400)  // bounded: constants
    /// Whether back-off of the target's host counts. Not where the source has hosts of its own for requests: there the
    /// HTTP client minds it.
    var heedsHostBackoff = false

    /// Of scheduled refreshes, as far as leases are concerned: `PollingSchedule` decides when a channel is due.
    static func refresh(_ polling: PollingPolicy) -> FetchPolicy {
        FetchPolicy(
            timeout: polling.leaseDuration, leaseDuration: polling.leaseDuration, manualMinimum: polling.manualMinimum,
            retryDelay: polling.minimum)
    }

    /// Why a target may not be fetched on demand, as far as it depends on the target alone; nil if it may.
    /// - Parameter isStored: its content is there, by the current rules.
    func skipped(_ state: FetchState, isStored: Bool, reason: RefreshReason, at now: Date) -> FetchOutcome? {
        if isStored, defaultFreshness == nil { return .upToDate }
        if state.leasedUntil > now { return .inProgress }
        if let until = state.backoffUntil(now) { return .backingOff(until: until) }
        if reason == .manual {
            guard let last = state.lastAttemptAt else { return nil }
            return last.addingTimeInterval(manualMinimum.seconds) > now ? .tooSoon : nil
        }
        // Without a failure: when the lease of a run that crashed would have expired.
        if let dueAt = state.dueAt, dueAt > now { return .deferred(until: dueAt) }
        if state.failure != nil { return state.dueAt == nil ? .deferred(until: nil) : nil }
        return isStored && state.freshUntil > now ? .upToDate : nil
    }

    /// - Parameter seconds: what the origin says.
    func freshUntil(_ now: Date, seconds: Int?) -> Date {
        guard let defaultFreshness else { return now }
        let requested = seconds.map { Duration.seconds($0) } ?? defaultFreshness
        return now.addingTimeInterval(
            min(max(requested, freshnessRange.lowerBound), freshnessRange.upperBound).seconds)
    }

    /// When to try again without being asked; nil for never.
    /// - Parameter failures: in a row, with this one.
    func retryAt(after error: SourceError, failures: Int, at now: Date) -> Date? {
        if case .busy(let until, _) = error {
            return min(max(until, now), now.addingTimeInterval(HostBackoffTable.maxBackoff))
        }
        guard retriesRefusals || error.isTemporary else { return nil }
        if let maxFailures, failures >= maxFailures { return nil }
        let growth = pow(retryFactor, Double(min(max(failures, 1), 8) - 1))
        return now.addingTimeInterval(retryDelay.seconds * growth)
    }
}

extension SourceError {
    /// Another try may succeed although nobody changes anything.
    fileprivate var isTemporary: Bool {
        switch self {
        case .busy, .unreachable: true
        case .refused(let status, _): status >= 500
        case .notThere, .gone, .signInNeeded, .keyNeeded, .unreadable, .notAllowed: false
        }
    }
}
