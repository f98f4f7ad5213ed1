import Foundation
import Untrusted

/// The conditions of a query beside its words.
struct SearchFilter: Sendable, Equatable {
    /// A state of a story that `is:` asks for.
    enum State: String, Sendable, CaseIterable { case unread, read, saved }

    /// A feed by words of its title.
    struct Feed: Sendable, Equatable {
        var name: String
        var isExcluded = false
    }

    /// The states; false if stories in it are excluded.
    var states: [State: Bool] = [:]
    var feeds: [Feed] = []
    var after: Date?
    var before: Date?

    var isEmpty: Bool { self == SearchFilter() }

    /// Returns the SQL condition on the joins of `StorySearchIndex.matches`.
    /// - Parameter feeds: the channels that match each of `feeds`.
    func condition(_ feeds: [(channels: [Int64], isExcluded: Bool)]) -> String {
        var parts = states.sorted { $0.key.rawValue < $1.key.rawValue }.map { state, isWanted in
            " and \(isWanted ? "" : "not ")(\(Self.condition(of: state)))"
        }
        if let after { parts.append(" and cs.shown_at >= \(after.milliseconds)") }
        if let before { parts.append(" and cs.shown_at < \(before.milliseconds)") }
        for feed in feeds {
            let ids = feed.channels.map(String.init).joined(separator: ", ")
            parts.append(" and cs.channel_id \(feed.isExcluded ? "not " : "")in (\(ids))")
        }
        return parts.joined()
    }

    /// The condition that a story is unread in a followed channel.
    static let isUnreadSQL =
        "u.channel_id is not null and coalesce(r.is_set, case when f.rowid > u.read_through then 0 else 1 end) = 0"

    private static func condition(of state: State) -> String {
        switch state {
        case .unread: isUnreadSQL
        case .read: "not (\(isUnreadSQL))"
        case .saved: "coalesce(k.is_set, 0) = 1"
        }
    }
}

/// A date as a query has it: a day, month or year such as `2026-11-20`, or a time ago such as `7d`, `2w`, `3m`, `1y`.
struct SearchDate {
    let start: Date

    /// Returns nil for a text that is no date. Days are those of the server's time zone.
    init?(_ text: String, now: Date, calendar: Calendar = Calendar(identifier: .gregorian)) {
        guard let start = Self.ago(text, now, calendar) ?? Self.day(text, calendar) else { return nil }
        self.start = start
    }

    private static func ago(_ text: String, _ now: Date, _ calendar: Calendar) -> Date? {
        guard let unit = text.last, let count = UntrustedInteger(digits: text.dropLast())?.int(in: 0...5_000) else {
            return nil
        }
        let units: [Character: (Calendar.Component, Int)] = [
            "d": (.day, 1), "w": (.day, 7), "m": (.month, 1), "y": (.year, 1),
        ]
        guard let (component, size) = units[unit] else { return nil }
        return calendar.date(byAdding: component, value: -count * size, to: now)
    }

    private static func day(_ text: String, _ calendar: Calendar) -> Date? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UntrustedInteger(digits: $0)?.int(in: 0...9_999) }
        guard numbers.count == parts.count, (1...3).contains(numbers.count), parts[0].count == 4 else { return nil }
        let (month, day) = (numbers.count > 1 ? numbers[1] : 1, numbers.count > 2 ? numbers[2] : 1)
        // The 31st of February is no date.
        guard let date = calendar.date(from: DateComponents(year: numbers[0], month: month, day: day)),
            calendar.component(.month, from: date) == month, calendar.component(.day, from: date) == day
        else { return nil }
        return date
    }
}
