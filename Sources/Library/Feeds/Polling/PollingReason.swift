import Untrusted

/// A reason for a channel's due time. The raw value is stored; times are in seconds.
public enum PollingReason: Sendable, Hashable {
    /// A known mean time between stories.
    case publishes(every: Int)
    case publishedInLastMonth(count: Int)
    /// A channel whose stories have no dates.
    case undated
    /// A channel without stories in the last month.
    case silent
    /// A channel that an alert follows.
    case alerted(every: Int)
    /// A channel without validators, whose responses are always full.
    case unconditional(interval: Int)
    case fresh(seconds: Int)
    case requestsInterval(seconds: Int)
    case updatesAtSetTimes
    /// A channel whose hub tells of new stories.
    case toldByHub
    case busy
    /// A back-off that another channel of the host received.
    case hostBusy
    case gone
    case failed(count: Int, retryAfter: Int)
    /// A suspension after two runs crashed while fetching the channel (decision 15).
    case suspended
    case merged
    /// A response that was not stored, as its process died or was stopped. This reason is not stored.
    case abandoned
    /// A due time moved out of `skipHours` or `skipDays`.
    indirect case quietTime(PollingReason)
}

extension PollingReason: RawRepresentable {
    private static let quietTimePrefix = "quiet-time "

    /// The stored code, followed by numbers, separated by spaces.
    public var rawValue: String {
        switch self {
        case .publishes(let seconds): "publishes \(seconds)"
        case .publishedInLastMonth(let count): "month \(count)"
        case .undated: "undated"
        case .silent: "silent"
        case .alerted(let seconds): "alerted \(seconds)"
        case .unconditional(let seconds): "unconditional \(seconds)"
        case .fresh(let seconds): "fresh \(seconds)"
        case .requestsInterval(let seconds): "interval \(seconds)"
        case .updatesAtSetTimes: "set-times"
        case .toldByHub: "hub"
        case .busy: "busy"
        case .hostBusy: "host-busy"
        case .gone: "gone"
        case .failed(let count, let seconds): "failed \(count) \(seconds)"
        case .suspended: "suspended"
        case .merged: "merged"
        case .abandoned: "abandoned"
        case .quietTime(let reason): Self.quietTimePrefix + reason.rawValue
        }
    }

    public init?(rawValue: String) {
        let isQuietTime = rawValue.hasPrefix(Self.quietTimePrefix)
        let parts = rawValue.dropFirst(isQuietTime ? Self.quietTimePrefix.count : 0).split(separator: " ")
        let numbers = parts.dropFirst().compactMap { UntrustedInteger($0)?.int(clampedTo: 0...Int.max) }
        guard let reason = Self.reason(parts.first ?? "", numbers) else { return nil }
        self = isQuietTime ? .quietTime(reason) : reason
    }

    private static func reason(_ code: Substring, _ numbers: [Int]) -> PollingReason? {
        switch (code, numbers.first, numbers.count) {
        case ("publishes", let seconds?, 1): .publishes(every: seconds)
        case ("month", let count?, 1): .publishedInLastMonth(count: count)
        case ("undated", nil, 0): .undated
        case ("silent", nil, 0): .silent
        case ("alerted", let seconds?, 1): .alerted(every: seconds)
        case ("unconditional", let seconds?, 1): .unconditional(interval: seconds)
        case ("fresh", let seconds?, 1): .fresh(seconds: seconds)
        case ("interval", let seconds?, 1): .requestsInterval(seconds: seconds)
        case ("set-times", nil, 0): .updatesAtSetTimes
        case ("hub", nil, 0): .toldByHub
        case ("busy", nil, 0): .busy
        case ("host-busy", nil, 0): .hostBusy
        case ("gone", nil, 0): .gone
        case ("failed", let count?, 2): .failed(count: count, retryAfter: numbers[1])
        case ("suspended", nil, 0): .suspended
        case ("merged", nil, 0): .merged
        case ("abandoned", nil, 0): .abandoned
        default: nil
        }
    }
}

extension PollingReason: CustomStringConvertible {
    /// A predicate for a channel's title, shown by the web app and the command line: "publishes about twice a day".
    public var description: String {
        switch self {
        case .publishes(let seconds): "publishes \(Self.frequency(seconds))"
        case .publishedInLastMonth(let count): "published \(Self.times(count)) in the last month"
        case .undated: "does not say when its stories were published"
        case .silent: "has published nothing in the last month"
        case .alerted(let seconds): "is followed by an alert, so it is fetched \(Self.interval(seconds))"
        case .unconditional(let seconds):
            "sends everything each time, so it is fetched \(Self.interval(seconds)) at most"
        case .fresh(let seconds): "says that it stays fresh for \(Self.duration(seconds))"
        case .requestsInterval(let seconds): "asks to be fetched \(Self.interval(seconds)) at most"
        case .updatesAtSetTimes: "publishes at set times"
        case .toldByHub: "has a hub that tells of new stories at once, so it is fetched once a day"
        case .busy: "asked us to wait"
        case .hostBusy: "its host asked us to wait"
        case .gone: "says it is gone for good (410), so it is not fetched any more"
        case .failed(let count, let seconds):
            "could not be read\(count > 1 ? " \(Self.times(count)) in a row" : ""); trying again after "
                + Self.duration(seconds)
        case .suspended: "is skipped: Tidings crashed twice while reading it"
        case .merged: "is now read at its new address"
        case .abandoned: "was fetched, and the result was not kept"
        case .quietTime(let reason): "asks not to be fetched at that hour; \(reason)"
        }
    }

    private static func frequency(_ seconds: Int) -> String {
        // A feed may give all stories the same date, which shows no rate.
        if seconds < 60 { return "many stories at a time" }
        let perDay = rounded(86_400 / Double(seconds))
        switch perDay {
        case 2...: return "about \(times(perDay)) a day"
        case 1: return "about once a day"
        default: return "about \(times(max(1, rounded(7 * 86_400 / Double(seconds))))) a week"
        }
    }

    private static func times(_ count: Int) -> String {
        switch count {
        case 1: "once"
        case 2: "twice"
        default: "\(count) times"
        }
    }

    private static func interval(_ seconds: Int) -> String {
        if seconds < 3000 { return "once every \(duration(seconds))" }
        let hours = rounded(Double(seconds) / 3600)
        if hours <= 1 { return "once an hour" }
        return hours == 24 ? "once a day" : "once every \(hours) hours"
    }

    private static func duration(_ seconds: Int) -> String {
        if seconds < 90 { return seconds == 1 ? "a second" : "\(seconds) seconds" }
        let minutes = rounded(Double(seconds) / 60)
        if minutes < 100 { return minutes == 1 ? "a minute" : "\(minutes) minutes" }
        let hours = rounded(Double(seconds) / 3600)
        return hours == 24 ? "a day" : "\(hours) hours"
    }

    private static func rounded(_ value: Double) -> Int { Int(saturating: value.rounded()) }
}
