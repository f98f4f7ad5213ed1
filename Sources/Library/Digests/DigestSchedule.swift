public import Foundation
import Untrusted

/// The hours at which digests are due, by the clocks of a time zone.
///
/// An hour that is skipped, as at the beginning of summer time, counts as the first minute after it; an hour that comes
/// twice counts the first time.
public struct DigestSchedule: Sendable, Hashable {
    /// The full hours, from 0 to 23 and ascending; at least one.
    public let hours: [Int]
    /// The time zone of the clocks.
    public let zone: TimeZone

    /// The hour that is offered at first.
    public static let usualHour = 7
    private static let secondsPerDay = 86_400

    /// Creates a schedule; nil without hours, or with one that no day has.
    public init?(hours: [Int], zone: TimeZone) {
        guard !hours.isEmpty, hours.allSatisfy({ (0...23).contains($0) }) else { return nil }
        self.hours = Set(hours).sorted()
        self.zone = zone
    }

    /// Creates the schedule of one digest in the morning.
    public init(zone: TimeZone) { (hours, self.zone) = ([Self.usualHour], zone) }

    /// Returns the last time at which a digest was due, up to a moment.
    public func last(through moment: Date) -> Date? { dueTimes(around: moment).last { $0 <= moment } }

    /// Returns the next time at which a digest is due, after a moment.
    public func next(after moment: Date) -> Date? { dueTimes(around: moment).first { $0 > moment } }

    private func dueTimes(around moment: Date) -> [Date] {
        let local = localSeconds(at: moment.wholeSeconds)
        let today = (local - (local % Self.secondsPerDay + Self.secondsPerDay) % Self.secondsPerDay)
        // Two days on either side, as a zone may leave out a whole one.
        let times = [-2, -1, 0, 1, 2].flatMap { day in
            hours.map { firstMoment(reaching: today + day * Self.secondsPerDay + $0 * 3_600) }
        }
        return Set(times).sorted()
    }

    /// Returns the seconds since 1970 that the zone's clocks show, as if they were those of UTC.
    private func localSeconds(at seconds: Int) -> Int {
        seconds + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }

    /// Returns the first moment at which the clocks show a local time, or else a later one.
    private func firstMoment(reaching local: Int) -> Date {
        let offsets = [-Self.secondsPerDay, Self.secondsPerDay].map {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(local + $0)))
        }
        let candidates = offsets.map { local - $0 }.sorted()
        if let exact = candidates.first(where: { localSeconds(at: $0) == local }) { return Self.date(exact) }
        // The clocks jumped over the time: the first second after that is looked for between the two.
        guard var before = candidates.first, var after = candidates.last else { return Self.date(local) }
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if localSeconds(at: middle) >= local { after = middle } else { before = middle }
        }
        return Self.date(after)
    }

    private static func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
}
