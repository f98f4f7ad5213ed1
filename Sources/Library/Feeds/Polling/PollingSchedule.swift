public import Foundation
public import News
import Untrusted

/// A namespace of pure functions that compute when to poll channels (docs/etiquette.md).
public enum PollingSchedule {
    /// The input of a decision.
    public struct Input: Sendable {
        /// The current time.
        public var now: Date
        /// The polling hints of the channel's last response.
        public var pollingHints: PollingHints
        /// The publication dates of the newest stories; the last thirty days matter.
        public var published: [Date]
        /// The number of newest stories without a date.
        public var undated = 0
        /// The number of consecutive failures, including the latest.
        public var failures: Int
        /// A random number in 0 ..< 1 that spreads channels.
        public var jitter: Double
        /// True if the channel's hub tells of new stories, so that fetches only find what it missed.
        public var isToldByHub = false
        /// True if an alert follows the channel, which is then fetched sooner (docs/alerts.md).
        public var isFollowedByAlert = false
        /// The time of the last full fetch, for origins without validators.
        public var lastFullFetchAt: Date?

        public init(
            now: Date, pollingHints: PollingHints = PollingHints(), published: [Date] = [], failures: Int = 0,
            jitter: Double = 0
        ) {
            self.now = now
            self.pollingHints = pollingHints
            self.published = published
            self.failures = failures
            self.jitter = min(max(jitter, 0), 1)
        }
    }

    /// The time of the next poll and its reason.
    public struct Decision: Sendable, Equatable {
        /// The time of the next poll; nil for never.
        public var dueAt: Date?
        /// The reason for `dueAt`.
        public var reason: PollingReason
    }

    /// Returns the next poll after a response: after half the mean interval between stories, or later if the origin
    /// asks for it, within `policy` and outside `skipHours` and `skipDays`.
    public static func next(after input: Input, within policy: PollingPolicy) -> Decision {
        let pollingHints = input.pollingHints
        let isUrgent = input.isFollowedByAlert && !pollingHints.lacksValidators
        let (least, most) = (seconds(isUrgent ? policy.alertMinimum : policy.minimum), seconds(policy.maximum))
        var (interval, publishingReason) = publishingInterval(of: input, unknown: most / 4)
        if isUrgent, interval > seconds(policy.minimum) {
            interval = seconds(policy.minimum)
            publishingReason = .alerted(every: Int(saturating: interval))
        }
        var (wait, reason) = (min(max(interval, least), most), publishingReason)
        // The floor also holds with jitter.
        var floor = min(least, most)
        func raise(to seconds: Double, because reasonGiven: (Int) -> PollingReason) {
            floor = max(floor, seconds)
            if floor > wait { (wait, reason) = (floor, reasonGiven(Int(saturating: floor.rounded()))) }
        }
        if input.isToldByHub { raise(to: most) { _ in .toldByHub } }
        if pollingHints.lacksValidators {
            raise(to: seconds(policy.unconditionalMinimum)) { .unconditional(interval: $0) }
        }
        if let fresh = pollingHints.freshSeconds.map(Double.init) {
            raise(to: min(fresh, most)) { .fresh(seconds: $0) }
        }
        let updateAt =
            input.isToldByHub
            ? nil
            : nextUpdateTime(
                of: pollingHints, after: input, soonest: floor, wanted: wait, latest: max(most, floor))
        if updateAt == nil, let requested = pollingHints.intervalSeconds.map(Double.init) {
            raise(to: min(requested, most)) { .requestsInterval(seconds: $0) }
        }
        if updateAt != nil { reason = .updatesAtSetTimes }
        let due =
            updateAt
            ?? input.now.addingTimeInterval(
                jittered(wait, floor: floor, ceiling: max(most, floor), by: 0.1, input.jitter))
        let latest = max(due, input.now.addingTimeInterval(most))
        let allowed = skippingQuietTimes(due, pollingHints: pollingHints, before: latest)
        return Decision(dueAt: allowed, reason: allowed == due ? reason : .quietTime(reason))
    }

    /// Returns the next poll after a failure: doubles the interval with each failure.
    public static func next(
        after error: SourceError, _ input: Input, within policy: PollingPolicy
    ) -> Decision {
        let now = input.now
        switch error {
        case .gone:
            return Decision(dueAt: nil, reason: .gone)
        case .busy(let until, _):
            let least = seconds(policy.minimumInterval(isUnconditional: input.pollingHints.lacksValidators))
            let wait = max(until.timeIntervalSince(now), least)
            // The jitter spreads the requests of clients.
            let due = now.addingTimeInterval(wait + min(60, 0.1 * wait) * input.jitter)
            return Decision(dueAt: due, reason: .busy)
        default:
            let wait = backOff(input, within: policy)
            return Decision(
                dueAt: now.addingTimeInterval(wait),
                reason: .failed(count: input.failures, retryAfter: Int(saturating: wait.rounded())))
        }
    }

    private static func backOff(_ input: Input, within policy: PollingPolicy) -> Double {
        let (least, most) = (seconds(policy.minimum), seconds(policy.maximum))
        let doubled = least * pow(2, Double(min(max(input.failures, 1), 16) - 1))
        let wait = jittered(min(doubled, most), floor: min(least, most), ceiling: most, by: 0.2, input.jitter)
        guard input.pollingHints.lacksValidators, let lastFullFetchAt = input.lastFullFetchAt else { return wait }
        // Failures do not shorten the full-fetch interval.
        let age = max(0, input.now.timeIntervalSince(lastFullFetchAt))
        return max(wait, seconds(policy.unconditionalMinimum) - age)
    }

    /// Returns the time until which a displayed list needs no request: `PollingHints.viewFreshSeconds`, else the
    /// freshness lifetime, else the minimum interval; without validators, not before a full fetch is allowed.
    static func freshUntil(_ now: Date, pollingHints: PollingHints, within policy: PollingPolicy) -> Date {
        if let viewFresh = pollingHints.viewFreshSeconds {
            return now.addingTimeInterval(
                min(max(Double(viewFresh), seconds(policy.manualMinimum)), seconds(policy.maximum)))
        }
        let named = pollingHints.freshSeconds.flatMap { $0 > 0 ? min(Double($0), seconds(policy.maximum)) : nil }
        let fresh = named ?? seconds(policy.minimum)
        let floor = pollingHints.lacksValidators ? seconds(policy.unconditionalMinimum) : seconds(policy.manualMinimum)
        return now.addingTimeInterval(max(fresh, floor))
    }

    /// Adds a share of the wait, or subtracts it near the ceiling.
    private static func jittered(
        _ wait: Double, floor: Double, ceiling: Double, by share: Double, _ jitter: Double
    ) -> Double {
        let later = wait * (1 + share * jitter)
        return later <= ceiling ? later : min(max(floor, wait * (1 - share * jitter)), ceiling)
    }

    /// Returns half the mean interval in seconds between the stories of the last week, else of the last month. If no
    /// stories are older than a week, the mean interval is measured from the oldest story. Undated stories do not
    /// count.
    private static func publishingInterval(
        of input: Input, unknown: Double
    ) -> (seconds: Double, reason: PollingReason) {
        let day = 86400.0
        let ages = input.published.map { max(0, input.now.timeIntervalSince($0)) }
        let week = ages.filter { $0 < 7 * day }
        if !week.isEmpty {
            let isAll = week.count == ages.count
            let gap =
                isAll && week.count > 2 ? (week.max() ?? 0) / Double(week.count - 1) : 7 * day / Double(week.count)
            return (gap / 2, .publishes(every: Int(saturating: gap)))
        }
        let month = ages.filter { $0 < 30 * day }.count
        if month > 0 { return (15 * day / Double(month), .publishedInLastMonth(count: month)) }
        if input.undated > 0 { return (unknown, .undated) }
        return (.infinity, .silent)
    }

    /// Returns `sy:updateBase` plus a multiple of the interval (RSS 1.0 Syndication module): the last such time until
    /// `wanted`, else the first from `soonest`; nil if that is after `latest`. The parameters are in seconds from now.
    private static func nextUpdateTime(
        of pollingHints: PollingHints, after input: Input, soonest: Double, wanted: Double, latest: Double
    ) -> Date? {
        guard let base = pollingHints.updateBaseAt, let interval = pollingHints.intervalSeconds.map(Double.init),
            interval > 0,
            interval < 1e9
        else { return nil }
        let passed = input.now.timeIntervalSince(base)
        let last = ((passed + wanted) / interval).rounded(.down) * interval - passed
        let first = ((passed + soonest) / interval).rounded(.up) * interval - passed
        let chosen = last >= soonest ? last : first
        guard chosen.isFinite, chosen <= latest else { return nil }
        // The jitter spreads the requests of clients.
        return input.now.addingTimeInterval(chosen + min(60, 0.05 * interval) * input.jitter)
    }

    /// Returns the first moment from `due` outside `skipHours` and `skipDays` (UTC), at most `latest`.
    private static func skippingQuietTimes(_ due: Date, pollingHints: PollingHints, before latest: Date) -> Date {
        guard !pollingHints.skipHours.isEmpty || !pollingHints.skipDays.isEmpty else { return due }
        var moment = due
        while moment <= latest {
            let hours = Int(saturating: (moment.timeIntervalSince1970 / 3600).rounded(.down))
            let hour = ((hours % 24) + 24) % 24
            // 1 January 1970 was a Thursday, day 4.
            let day = (((hours - hour) / 24 + 4) % 7 + 7) % 7
            if !pollingHints.skipHours.contains(hour), !pollingHints.skipDays.contains(day) { return moment }
            moment = Date(timeIntervalSince1970: Double((hours + 1) * 3600))
        }
        return pollingHints.skipHours.count >= 24 || pollingHints.skipDays.count >= 7 ? due : latest
    }

    private static func seconds(_ duration: Duration) -> Double { Double(duration.milliseconds) / 1000 }
}
