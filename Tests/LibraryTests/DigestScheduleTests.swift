import Foundation
import Testing

@testable import Library

/// When a digest is due: a local hour in a time zone, over both changes of summer time.
@Suite struct DigestScheduleTests {
    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private func schedule(_ hours: [Int], _ zone: String) throws -> DigestSchedule {
        let zone = try #require(TimeZone(identifier: zone))
        return try #require(DigestSchedule(hours: hours, zone: zone))
    }

    /// Returns the times at which a digest is due after one moment, up to another.
    private func due(_ schedule: DigestSchedule, _ from: String, _ end: String) throws -> [String] {
        var (times, moment, last) = ([String](), try date(from), try date(end))
        while let next = schedule.next(after: moment), next <= last, times.count < 100 {
            #expect(schedule.last(through: next) == next)
            #expect(schedule.last(through: next.addingTimeInterval(59)) == next)
            times.append(next.formatted(.iso8601))
            (moment, last) = (next, last)
        }
        return times
    }

    @Test(arguments: [
        // The clocks of Berlin go from 2:00 to 3:00 on 28 March 2027, and from 3:00 to 2:00 on 31 October.
        (
            [7], "Europe/Berlin", "2027-03-26T12:00:00Z", "2027-03-29T12:00:00Z",
            ["2027-03-27T06:00:00Z", "2027-03-28T05:00:00Z", "2027-03-29T05:00:00Z"]
        ),
        (
            [2], "Europe/Berlin", "2027-03-27T12:00:00Z", "2027-03-29T12:00:00Z",
            ["2027-03-28T01:00:00Z", "2027-03-29T00:00:00Z"]
        ),
        ([2, 3], "Europe/Berlin", "2027-03-27T12:00:00Z", "2027-03-28T12:00:00Z", ["2027-03-28T01:00:00Z"]),
        (
            [2], "Europe/Berlin", "2027-10-30T12:00:00Z", "2027-11-01T12:00:00Z",
            ["2027-10-31T00:00:00Z", "2027-11-01T01:00:00Z"]
        ),
        // The clocks of Lord Howe Island go from 2:00 to 2:30 on 3 October 2027, and from 2:00 to 1:30 on 4 April.
        (
            [2], "Australia/Lord_Howe", "2027-10-01T20:00:00Z", "2027-10-03T20:00:00Z",
            ["2027-10-02T15:30:00Z", "2027-10-03T15:00:00Z"]
        ),
        (
            [1, 2], "Australia/Lord_Howe", "2027-04-03T12:00:00Z", "2027-04-04T12:00:00Z",
            ["2027-04-03T14:00:00Z", "2027-04-03T15:30:00Z"]
        ),
        // Midnight is skipped in Beirut on 28 March 2027.
        ([0], "Asia/Beirut", "2027-03-27T12:00:00Z", "2027-03-28T12:00:00Z", ["2027-03-27T22:00:00Z"]),
        // Samoa had no 30 December 2011: its hour comes with the first minute of the next day.
        (
            [7], "Pacific/Apia", "2011-12-29T12:00:00Z", "2011-12-31T12:00:00Z",
            ["2011-12-29T17:00:00Z", "2011-12-30T10:00:00Z", "2011-12-30T17:00:00Z"]
        ),
        (
            [7, 18], "Etc/GMT-14", "2027-01-01T00:00:00Z", "2027-01-01T23:00:00Z",
            ["2027-01-01T04:00:00Z", "2027-01-01T17:00:00Z"]
        ),
    ]) func `a skipped hour means the next minute, a doubled one the first`(
        hours: [Int], zone: String, from: String, end: String, expected: [String]
    ) throws {
        #expect(try due(schedule(hours, zone), from, end) == expected)
    }

    @Test func `each hour of a year is due once a day, in every zone`() throws {
        let (begin, end) = (try date("2027-01-01T00:00:00Z"), try date("2028-01-01T00:00:00Z"))
        for zone in ["Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "Africa/Casablanca", "Asia/Kolkata"] {
            for hour in [0, 1, 2, 3, 23] {
                let schedule = try schedule([hour], zone)
                var (count, moment) = (0, begin)
                while let next = schedule.next(after: moment), next <= end {
                    #expect(next > moment && next.timeIntervalSince(moment) < 26 * 3600)
                    (count, moment) = (count + 1, next)
                }
                #expect((364...366).contains(count), "\(zone) \(hour): \(count)")
            }
        }
    }

    @Test func `hours that no day has are refused`() {
        for hours in [[], [24], [-1], [7, 99]] { #expect(DigestSchedule(hours: hours, zone: .gmt) == nil) }
        #expect(DigestSchedule(hours: [18, 7, 7], zone: .gmt)?.hours == [7, 18])
    }
}
