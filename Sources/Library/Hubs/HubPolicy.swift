import Foundation

/// The limits and intervals of subscriptions at hubs (docs/websub.md).
enum HubPolicy {
    /// The lease to ask for: ten days.
    static let requestedLease: TimeInterval = 10 * 86_400
    /// The longest lease that is believed.
    static let maxLease: TimeInterval = 30 * 86_400
    /// The shortest time between two requests for one channel.
    static let minRenewal: TimeInterval = 3_600
    /// The pauses after requests that the hub has not confirmed; the last one repeats.
    private static let pauses: [TimeInterval] = [600, 3_600, 6 * 3_600, 86_400]
    /// The pause after a refusal, a denial or misbehaviour.
    static let rest: TimeInterval = 86_400
    /// The number of attempts to end a subscription, after which its address merely answers *gone*.
    static let maxEndAttempts = 3
    /// The time for one request to a hub, after which another process may try.
    static let claimLifetime: TimeInterval = 120
    /// The content that is taken in an hour; more is a flood.
    static let maxPerHour = 120
    static let window: TimeInterval = 3_600
    /// The content in a row that may be damaged, unsigned or another channel's.
    static let maxFaults = 10

    static func pause(after attempts: Int) -> TimeInterval { pauses[min(max(attempts, 0), pauses.count - 1)] }

    /// Returns the end of a lease. A hub that states none is taken to have granted what was asked for.
    static func leaseEnd(_ seconds: Int?, from now: Date) -> Date {
        now.addingTimeInterval(min(max(seconds.map(TimeInterval.init) ?? requestedLease, 0), maxLease))
    }

    /// Returns the time of a renewal: a quarter of the lease, at most a day, before its end.
    static func renewal(before end: Date, from now: Date) -> Date {
        let lease = end.timeIntervalSince(now)
        return max(end.addingTimeInterval(-min(86_400, lease / 4)), now.addingTimeInterval(minRenewal))
    }
}
