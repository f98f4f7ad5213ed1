import Foundation
import News

/// When one kind of target may be fetched on demand, and for how long.
public struct FetchPolicy: Sendable {
    /// Of a fetch, with the wait for its host.
    public var timeout: Duration
    /// When the lease of a dead process expires.
    public var leaseDuration: Duration
    /// Between two manual fetches.
    public var manualMinimum: Duration
    /// Until a failed fetch is tried again without being asked for.
    public var retryDelay: Duration
    /// By which the delay grows with each failure in a row.
    public var retryFactor: Double
    /// In a row; then only manual fetches are made. Nil for no limit.
    public var maxFailures: Int?
    /// Whether refusals and unreadable responses are tried again without being asked for.
    public var retriesRefusals: Bool
    /// Where the origin does not say; nil where stored content stays as it is.
    public var defaultFreshness: Duration?
    /// Bounds what the origin says.
    public var freshnessRange: ClosedRange<Duration>
    /// Whether back-off of the target's host counts. Not where the source has hosts of its own for requests: there the
    /// HTTP client minds it.
    public var heedsHostBackoff: Bool

    public init(
        timeout: Duration, leaseDuration: Duration, manualMinimum: Duration, retryDelay: Duration,
        retryFactor: Double = 1, maxFailures: Int? = nil, retriesRefusals: Bool = true,
        defaultFreshness: Duration? = nil,
        freshnessRange: ClosedRange<Duration> = .zero ... .seconds(7 * 86_400),  // bounded: constants
        heedsHostBackoff: Bool = false
    ) {
        self.timeout = timeout
        self.leaseDuration = leaseDuration
        self.manualMinimum = manualMinimum
        self.retryDelay = retryDelay
        self.retryFactor = retryFactor
        self.maxFailures = maxFailures
        self.retriesRefusals = retriesRefusals
        self.defaultFreshness = defaultFreshness
        self.freshnessRange = freshnessRange
        self.heedsHostBackoff = heedsHostBackoff
    }

    /// Whether a target may be fetched.
    enum Decision: Sendable, Equatable {
        case allowed
        case skipped(FetchOutcome)
    }

    /// Decides for a fetch on demand, by its target alone.
    /// - Parameter isStored: its content is there, by the current rules.
    func decision(_ state: FetchState, isStored: Bool, reason: RefreshReason, at now: Date) -> Decision {
        if isStored, defaultFreshness == nil { return .skipped(.upToDate) }
        if state.leasedUntil > now { return .skipped(.inProgress) }
        if let until = state.backoffUntil(now) { return .skipped(.backingOff(until: until)) }
        if reason == .manual {
            let earliest = state.lastAttemptAt.map { $0.addingTimeInterval(manualMinimum.seconds) }
            return earliest.map { $0 > now } ?? false ? .skipped(.tooSoon) : .allowed
        }
        if state.failure != nil {
            guard let dueAt = state.dueAt else { return .skipped(.deferred(until: nil)) }
            return dueAt > now ? .skipped(.deferred(until: dueAt)) : .allowed
        }
        return isStored && state.freshUntil > now ? .skipped(.upToDate) : .allowed
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
        if case .busy(let until) = error {
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
        case .notThere, .gone, .signInNeeded, .unreadable, .notAllowed: false
        }
    }
}
