public import Foundation
public import News
import Untrusted

/// When a channel is asked again: pure rules (decision 10; measured against the defaults of the best readers).
public enum PollingSchedule {
    /// What the rules look at.
    public struct Input: Sendable {
        public var now: Date
        public var pace: PollingHints
        /// When the newest stories were published, in any order; the last thirty days matter.
        public var published: [Date]
        /// How many of the newest stories bear no date: their arrival says nothing of how often they come.
        public var undated = 0
        /// Failures in a row, this one included.
        public var failures: Int
        /// 0 ..< 1, so that channels do not come due together.
        public var jitter: Double
        /// When everything came last; after a failure, for origins that give nothing to ask conditionally with.
        public var lastFullFetchAt: Date?

        public init(
            now: Date, pollingHints: PollingHints = PollingHints(), published: [Date] = [], failures: Int = 0,
            jitter: Double = 0
        ) {
            self.now = now
            self.pace = pollingHints
            self.published = published
            self.failures = failures
            self.jitter = min(max(jitter, 0), 1)
        }
    }

    /// The next time, nil for never, and why, in words that are stored.
    public struct Decision: Sendable, Equatable {
        public var dueAt: Date?
        public var reason: String
    }

    /// After an answer: half the mean time between stories, longer where the origin asks for it, within the bounds
    /// and outside the hours and days in which the document asks not to be read.
    public static func next(after input: Input, within bounds: PollingPolicy) -> Decision {
        let pollingHints = input.pace
        let (least, most) = (seconds(bounds.minimum), seconds(bounds.maximum))
        let (rhythm, words) = publishingInterval(of: input, unknown: most / 4)
        var (wait, reason) = (min(max(rhythm, least), most), words)
        // What must not be undercut, however the jitter falls.
        var floor = min(least, most)
        func raise(to seconds: Double, because words: (Double) -> String) {
            floor = max(floor, seconds)
            if floor > wait { (wait, reason) = (floor, words(floor)) }
        }
        if pollingHints.lacksValidators {
            raise(to: seconds(bounds.unconditionalMinimum)) {
                "sends everything each time, so it is asked \(intervalText($0)) at most"
            }
        }
        if let fresh = pollingHints.freshSeconds.map(Double.init) {
            raise(to: min(fresh, most)) { "says that its answer stays fresh for \(durationText($0))" }
        }
        let beat = nextUpdateTime(
            of: pollingHints, after: input, soonest: floor, wanted: wait, latest: max(most, floor))
        if beat == nil, let asked = pollingHints.intervalSeconds.map(Double.init) {
            raise(to: min(asked, most)) { "asks to be read \(intervalText($0)) at most" }
        }
        if beat != nil { reason = "brings its news at set times, the next of them then" }
        let due =
            beat
            ?? input.now.addingTimeInterval(
                jittered(wait, floor: floor, ceiling: max(most, floor), by: 0.1, input.jitter))
        let latest = max(due, input.now.addingTimeInterval(most))
        let quiet = skippingQuietTimes(due, pollingHints: pollingHints, before: latest)
        return Decision(dueAt: quiet, reason: quiet == due ? reason : "asks not to be read at that hour; \(reason)")
    }

    /// After a failure: the wait doubles each time, up to the greatest interval.
    public static func next(
        after error: SourceError, _ input: Input, within bounds: PollingPolicy
    ) -> Decision {
        let now = input.now
        switch error {
        case .gone:
            return Decision(dueAt: nil, reason: "was taken away for good; it is not asked any more")
        case .busy(let until):
            let least = seconds(bounds.minimumInterval(asksWhole: input.pace.lacksValidators))
            let wait = max(until.timeIntervalSince(now), least)
            // A little later than asked, so that not everyone comes at once.
            let due = now.addingTimeInterval(wait + min(60, 0.1 * wait) * input.jitter)
            return Decision(dueAt: due, reason: "asked us to wait")
        default:
            let wait = backOff(input, within: bounds)
            let times =
                input.failures <= 1
                ? "could not be read" : "could not be read \(countText(input.failures)) in a row"
            return Decision(
                dueAt: now.addingTimeInterval(wait), reason: "\(times); trying again after \(durationText(wait))")
        }
    }

    private static func backOff(_ input: Input, within bounds: PollingPolicy) -> Double {
        let (least, most) = (seconds(bounds.minimum), seconds(bounds.maximum))
        let doubled = least * pow(2, Double(min(max(input.failures, 1), 16) - 1))
        let wait = jittered(min(doubled, most), floor: min(least, most), ceiling: most, by: 0.2, input.jitter)
        guard input.pace.lacksValidators, let wholeAt = input.lastFullFetchAt else { return wait }
        // An origin that has to send everything did so lately: its day is not over because something failed since.
        return max(wait, seconds(bounds.unconditionalMinimum) - input.now.timeIntervalSince(wholeAt))
    }

    /// Until when a list that is shown needs no asking (decision 10, *appeared*): as long as the origin says, else for
    /// the least interval; and where every question costs it everything, until it may be asked at all. A source that knows how its
    /// lists are meant to be looked at is believed (`PollingHints.viewFreshSeconds`).
    static func freshUntil(_ now: Date, pollingHints: PollingHints, within bounds: PollingPolicy) -> Date {
        if let shown = pollingHints.viewFreshSeconds {
            return now.addingTimeInterval(
                min(max(Double(shown), seconds(bounds.manualMinimum)), seconds(bounds.maximum)))
        }
        let named = pollingHints.freshSeconds.flatMap { $0 > 0 ? min(Double($0), seconds(bounds.maximum)) : nil }
        let fresh = named ?? seconds(bounds.minimum)
        let floor = pollingHints.lacksValidators ? seconds(bounds.unconditionalMinimum) : seconds(bounds.manualMinimum)
        return now.addingTimeInterval(max(fresh, floor))
    }

    /// Later by a share of the wait, or, where that would be beyond the ceiling, as much earlier.
    private static func jittered(
        _ wait: Double, floor: Double, ceiling: Double, by share: Double, _ jitter: Double
    ) -> Double {
        let later = wait * (1 + share * jitter)
        return later <= ceiling ? later : min(max(floor, wait * (1 - share * jitter)), ceiling)
    }

    /// Half the mean gap of the last week's stories, else of the last month's; in seconds. Where nothing older is
    /// known, as of a feed that was followed a moment ago, the gaps are those since its oldest story. Stories without
    /// dates have no gaps.
    private static func publishingInterval(of input: Input, unknown: Double) -> (seconds: Double, words: String) {
        let day = 86400.0
        let ages = input.published.map { max(0, input.now.timeIntervalSince($0)) }
        let week = ages.filter { $0 < 7 * day }
        if !week.isEmpty {
            let isAll = week.count == ages.count
            let gap =
                isAll && week.count > 2 ? (week.max() ?? 0) / Double(week.count - 1) : 7 * day / Double(week.count)
            return (gap / 2, "publishes " + frequencyText(gap))
        }
        let month = ages.filter { $0 < 30 * day }.count
        if month > 0 { return (15 * day / Double(month), "published \(countText(month)) in the last month") }
        if input.undated > 0 { return (unknown, "does not say when its stories were published") }
        return (.infinity, "has published nothing in the last month")
    }

    /// - Parameter gap: the mean time between two stories, in seconds.
    private static func frequencyText(_ gap: Double) -> String {
        // Many at once, as of a feed that dates them all alike, are no rate that anybody could want to hear.
        if gap < 60 { return "many stories at a time" }
        let perDay = Int(saturating: (86400 / gap).rounded())
        switch perDay {
        case 2...: return "about \(countText(perDay)) a day"
        case 1: return "about once a day"
        default: return "about \(countText(max(1, Int(saturating: (7 * 86400 / gap).rounded())))) a week"
        }
    }

    private static func countText(_ count: Int) -> String {
        switch count {
        case 1: "once"
        case 2: "twice"
        default: "\(count) times"
        }
    }

    private static func intervalText(_ seconds: Double) -> String {
        if seconds < 3000 { return "once every \(durationText(seconds))" }
        let hours = Int(saturating: (seconds / 3600).rounded())
        if hours <= 1 { return "once an hour" }
        return hours == 24 ? "once a day" : "once every \(hours) hours"
    }

    private static func durationText(_ seconds: Double) -> String {
        if seconds < 90 { return seconds < 1.5 ? "a second" : "\(Int(saturating: seconds.rounded())) seconds" }
        let minutes = Int(saturating: (seconds / 60).rounded())
        if minutes < 100 { return minutes == 1 ? "a minute" : "\(minutes) minutes" }
        let hours = Int(saturating: (seconds / 3600).rounded())
        return hours == 24 ? "a day" : "\(hours) hours"
    }

    /// The origin's own time of news: `sy:updateBase` and every interval from there on (RSS 1.0 Syndication). It is asked
    /// at the last of them that is not later than wanted, else at the first that is allowed; nil when the document names
    /// no base, or none of its times lies before `latest`. All in seconds from now.
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
        // A little later, so that not everyone comes at once.
        return input.now.addingTimeInterval(chosen + min(60, 0.05 * interval) * input.jitter)
    }

    /// The first moment from `due` on that lies in no quiet hour and on no quiet day (UTC). One that is quiet up to
    /// `latest` is asked nevertheless: no document can postpone its next question beyond the greatest interval.
    private static func skippingQuietTimes(_ due: Date, pollingHints: PollingHints, before latest: Date) -> Date {
        guard !pollingHints.skipHours.isEmpty || !pollingHints.skipDays.isEmpty else { return due }
        var moment = due
        while moment <= latest {
            let hours = Int(saturating: (moment.timeIntervalSince1970 / 3600).rounded(.down))
            let hour = ((hours % 24) + 24) % 24
            // 1 January 1970 was a Thursday: day 4.
            let day = (((hours - hour) / 24 + 4) % 7 + 7) % 7
            if !pollingHints.skipHours.contains(hour), !pollingHints.skipDays.contains(day) { return moment }
            moment = Date(timeIntervalSince1970: Double((hours + 1) * 3600))
        }
        return pollingHints.skipHours.count >= 24 || pollingHints.skipDays.count >= 7 ? due : latest
    }

    private static func seconds(_ duration: Duration) -> Double { Double(duration.milliseconds) / 1000 }
}
