public import Foundation
import Untrusted

/// A reader's choices for all alerts.
public struct AlertSettings: Sendable, Hashable {
    /// The hours in which nothing is sent; nil for none.
    public var quietHours: QuietHours?
    /// The time zone of the quiet hours and of the day that the limit counts by (IANA).
    public var zone: TimeZone
    /// The number of messages a day.
    public var dailyLimit: Int
    /// The ways out by which no alert is sent.
    public var excludedWays: Set<DeliveryWayRecord.ID>

    /// The daily limits that can be chosen.
    public static let dailyLimits = 1...100
    /// The daily limit of a reader who has chosen none.
    public static let standardDailyLimit = 10

    public init(
        quietHours: QuietHours? = nil, zone: TimeZone, dailyLimit: Int = standardDailyLimit,
        excludedWays: Set<DeliveryWayRecord.ID> = []
    ) {
        self.quietHours = quietHours
        self.zone = zone
        self.dailyLimit = dailyLimit
        self.excludedWays = excludedWays
    }

    /// Creates settings of what a reader typed.
    /// - Parameters:
    ///   - from: a time of day such as "22:00"; both times are empty for no quiet hours.
    ///   - zone: an IANA name such as "Europe/Berlin".
    /// - Throws: `.invalid` with a sentence for the first fault.
    public init(
        quietFrom from: String, to: String, zone: String, dailyLimit: String,
        excludedWays: Set<DeliveryWayRecord.ID> = []
    ) throws(LibraryError) {
        let zoneName = zone.trimmingCharacters(in: .whitespaces)
        guard
            let known = (TimeZone.knownTimeZoneIdentifiers + ["UTC", "GMT"]).contains(zoneName)
                ? TimeZone(identifier: zoneName) : nil
        else { throw .invalid(why: "“\(zoneName.prefix(60))” is no time zone. Type one such as Europe/Berlin.") }
        guard
            let limit = UntrustedInteger(digits: dailyLimit.trimmingCharacters(in: .whitespaces)[...])?.int(
                in: Self.dailyLimits)
        else {
            throw .invalid(
                why: "At most how many alerts a day? Type a number from \(Self.dailyLimits.lowerBound) to "
                    + "\(Self.dailyLimits.upperBound).")
        }
        self.init(
            quietHours: try QuietHours(from: from, to: to), zone: known, dailyLimit: limit, excludedWays: excludedWays)
    }

    /// Returns the start of a time's day in the zone.
    func dayStart(_ time: Date) -> Date { calendar.startOfDay(for: time) }

    /// Returns the end of the quiet hours that a time is in; nil outside of them.
    func quietEnd(at time: Date) -> Date? {
        guard let quietHours else { return nil }
        let parts = calendar.dateComponents([.hour, .minute], from: time)
        guard quietHours.contains((parts.hour ?? 0) * 60 + (parts.minute ?? 0)) else { return nil }
        // An hour that summer time skips ends with the skip; of a doubled one the first end counts.
        return calendar.nextDate(
            after: time, matching: DateComponents(hour: quietHours.end / 60, minute: quietHours.end % 60),
            matchingPolicy: .nextTime, repeatedTimePolicy: .first)
    }

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}

/// Hours of the day in which nothing is sent, such as from 22:00 to 07:00.
public struct QuietHours: Sendable, Hashable {
    /// The first minute of the day.
    public let start: Int
    /// The minute of the day at which they end.
    public let end: Int

    init?(start: Int64?, end: Int64?) {
        guard let start, let end, (0..<1_440).contains(start), (0..<1_440).contains(end), start != end else {
            return nil
        }
        (self.start, self.end) = (Int(start), Int(end))
    }

    /// Reads two times of day; nil if both are empty.
    init?(from: String, to: String) throws(LibraryError) {
        let (from, to) = (from.trimmingCharacters(in: .whitespaces), to.trimmingCharacters(in: .whitespaces))
        if from.isEmpty, to.isEmpty { return nil }
        (start, end) = (try Self.minute(from), try Self.minute(to))
        guard start != end else { throw .invalid(why: "Quiet hours end at another time than they begin. Change one.") }
    }

    private static func minute(_ text: String) throws(LibraryError) -> Int {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) }),
            let hour = UntrustedInteger(digits: parts[0])?.int(in: 0...23),
            let minute = UntrustedInteger(digits: parts[1])?.int(in: 0...59)
        else {
            throw .invalid(why: "“\(text.prefix(20))” is no time of day. Type one such as 22:00, or leave both empty.")
        }
        return hour * 60 + minute
    }

    func contains(_ minute: Int) -> Bool {
        start < end ? minute >= start && minute < end : minute >= start || minute < end
    }

    /// The time at which they begin, such as "22:00".
    public var startText: String { Self.text(start) }
    /// The time at which they end.
    public var endText: String { Self.text(end) }

    private static func text(_ minute: Int) -> String {
        let (hours, minutes) = (String(minute / 60), String(minute % 60))
        return (hours.count < 2 ? "0" : "") + hours + ":" + (minutes.count < 2 ? "0" : "") + minutes
    }
}
