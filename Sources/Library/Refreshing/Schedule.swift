public import Foundation
public import News

/// When a channel is asked again: pure rules (decision 10; measured against the defaults of the best readers).
public enum Schedule {
    /// What the rules look at.
    public struct Circumstances: Sendable {
        public var now: Date
        public var pace: OriginPace
        /// When the newest stories were published, in any order; the last thirty days matter.
        public var published: [Date]
        /// Failures in a row, this one included.
        public var failures: Int
        /// 0 ..< 1, so that channels do not come due together.
        public var jitter: Double

        public init(
            now: Date, pace: OriginPace = OriginPace(), published: [Date] = [], failures: Int = 0, jitter: Double = 0
        ) {
            self.now = now
            self.pace = pace
            self.published = published
            self.failures = failures
            self.jitter = jitter
        }
    }

    /// The next time, nil for never, and why, in words that are stored.
    public struct Decision: Sendable, Equatable {
        public var dueAt: Date?
        public var reason: String
    }

    /// After an answer: half the mean time between stories, longer where the origin asks for it, within the bounds
    /// and outside the hours and days in which the document asks not to be read.
    public static func next(after circumstances: Circumstances, within bounds: PollingBounds) -> Decision {
        let (rhythm, words) = rhythm(of: circumstances.published, at: circumstances.now)
        let pace = circumstances.pace
        var wait = min(max(rhythm, seconds(bounds.minimum)), seconds(bounds.maximum))
        var reason = words
        if pace.asksWhole, seconds(bounds.unconditional) > wait {
            wait = seconds(bounds.unconditional)
            reason = "sends everything each time, so it is asked \(every(wait)) at most"
        }
        if let asked = pace.intervalSeconds.map(Double.init), asked > wait {
            wait = min(asked, seconds(bounds.maximum))
            reason = "asks to be read \(every(wait)) at most"
        }
        if let fresh = pace.freshSeconds.map(Double.init), fresh > wait {
            wait = min(fresh, seconds(bounds.maximum))
            reason = "says that its answer stays fresh for \(span(wait))"
        }
        let due = circumstances.now.addingTimeInterval(wait * (1 + 0.1 * circumstances.jitter))
        let quiet = afterQuiet(due, pace: pace)
        return Decision(dueAt: quiet, reason: quiet == due ? reason : "asks not to be read at that hour; \(reason)")
    }

    /// After a failure: the wait doubles each time, up to the greatest interval.
    public static func next(
        after error: SourceError, _ circumstances: Circumstances, within bounds: PollingBounds
    ) -> Decision {
        let now = circumstances.now
        switch error {
        case .gone:
            return Decision(dueAt: nil, reason: "was taken away for good; it is not asked any more")
        case .busy(let until):
            // A little later than asked, so that not everyone comes at once.
            let due = max(until, now).addingTimeInterval(60 * circumstances.jitter)
            return Decision(dueAt: due, reason: "asked us to wait")
        default:
            let least = seconds(bounds.minimum)
            let doubled = least * pow(2, Double(min(max(circumstances.failures, 1), 16) - 1))
            let wait = min(doubled, seconds(bounds.maximum)) * (1 + 0.2 * circumstances.jitter)
            let times =
                circumstances.failures <= 1
                ? "could not be read" : "could not be read \(circumstances.failures) times in a row"
            return Decision(dueAt: now.addingTimeInterval(wait), reason: "\(times); trying again after \(span(wait))")
        }
    }

    /// Half the mean gap of the last week's stories, else of the last month's; in seconds.
    private static func rhythm(of published: [Date], at now: Date) -> (seconds: Double, words: String) {
        let day = 86400.0
        let ages = published.map { now.timeIntervalSince($0) }
        let week = ages.filter { $0 < 7 * day }.count
        if week > 0 { return (7 * day / Double(week) / 2, "publishes " + rate(perWeek: week)) }
        let month = ages.filter { $0 < 30 * day }.count
        if month > 0 {
            return (
                15 * day / Double(month), "published " + (month == 1 ? "once" : "\(month) times") + " in the last month"
            )
        }
        return (.infinity, "has published nothing in the last month")
    }

    private static func rate(perWeek count: Int) -> String {
        let perDay = Int((Double(count) / 7).rounded())
        switch (perDay, count) {
        case (2..., _): return "about \(times(perDay)) a day"
        case (1, _): return "about once a day"
        default: return "about \(times(count)) a week"
        }
    }

    private static func times(_ count: Int) -> String {
        switch count {
        case 1: "once"
        case 2: "twice"
        default: "\(count) times"
        }
    }

    private static func every(_ seconds: Double) -> String {
        let hours = Int((seconds / 3600).rounded())
        if hours <= 1 { return "once an hour" }
        return hours == 24 ? "once a day" : "once every \(hours) hours"
    }

    private static func span(_ seconds: Double) -> String {
        let minutes = Int((seconds / 60).rounded())
        if minutes < 100 { return minutes == 1 ? "a minute" : "\(minutes) minutes" }
        let hours = Int((seconds / 3600).rounded())
        return hours == 24 ? "a day" : "\(hours) hours"
    }

    /// The first moment from `due` on that lies in no quiet hour and on no quiet day (UTC), looking a week ahead at
    /// most: a document that is quiet always is asked nevertheless.
    private static func afterQuiet(_ due: Date, pace: OriginPace) -> Date {
        guard !pace.quietHours.isEmpty || !pace.quietDays.isEmpty else { return due }
        var moment = due
        for _ in 0..<(7 * 24) {
            let hours = Int((moment.timeIntervalSince1970 / 3600).rounded(.down))
            let hour = ((hours % 24) + 24) % 24
            // 1 January 1970 was a Thursday: day 4.
            let day = (((hours - hour) / 24 + 4) % 7 + 7) % 7
            if !pace.quietHours.contains(hour), !pace.quietDays.contains(day) { return moment }
            moment = Date(timeIntervalSince1970: Double((hours + 1) * 3600))
        }
        return due
    }

    private static func seconds(_ duration: Duration) -> Double { Double(duration.milliseconds) / 1000 }
}
