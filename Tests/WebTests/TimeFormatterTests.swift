import Foundation
import News
import TestSupport
import Testing

@testable import Web

@Suite struct TimeFormatterTests {
    private static let london = zone("Europe/London")

    private static func zone(_ name: String) -> TimeZone { TimeZone(identifier: name) ?? .gmt }

    /// An instant in UTC.
    private func at(_ text: String) throws -> Date {
        try Date(text.replacing(" ", with: "T") + ":00Z", strategy: .iso8601)
    }

    private func formatter(_ now: String, _ zone: TimeZone = .gmt) throws -> TimeFormatter {
        TimeFormatter(zone: zone, now: try at(now))
    }

    // MARK: - Issues and days

    @Test(arguments: [
        ("2026-11-29 11:00", 333, 48, "23 – 29 November"), ("2026-11-30 00:00", 334, 49, "30 November – 6 December"),
        ("2027-01-01 09:00", 1, 53, "28 December – 3 January"), ("2024-12-30 09:00", 365, 1, "30 December – 5 January"),
        ("2024-12-31 09:00", 366, 1, "30 December – 5 January"),
    ]) func `an issue has the number of its day or of its week, and dates`(
        now: String, day: Int, week: Int, dates: String
    ) throws {
        let time = try formatter(now)
        #expect(time.issueNumber(.daily) == day && time.issueNumber(.weekly) == week)
        #expect(time.issueDates(.weekly) == dates)
        #expect(time.issueDates(.daily) == time.dateline(try at(now)))
    }

    @Test(arguments: [
        ("2026-11-29 00:00", "Today"), ("2026-11-28 23:59", "Yesterday"), ("2026-11-27 12:00", "Friday 27 November"),
        ("2025-11-27 12:00", "27 November 2025"),
    ]) func `a day in a list has a head`(date: String, head: String) throws {
        #expect(try formatter("2026-11-29 11:00").dayHead(at(date)) == head)
    }

    // MARK: - The status line, row MIT-64

    @Test(
        .mission("MIT-64", "HN-74"),
        arguments: [
            (0, "Updated Just Now"), (59, "Updated Just Now"), (-30, "Updated Just Now"),
            (60, "Updated 1 minute ago"), (70, "Updated 1 minute ago"), (119, "Updated 1 minute ago"),
            (120, "Updated 2 minutes ago"), (300, "Updated 5 minutes ago"), (359, "Updated 5 minutes ago"),
            (360, "Updated at 10:54 AM"), (39_600, "Updated at 12:00 AM"), (39_601, "Updated on 1/5/2013"),
            (200 * 86_400, "Updated on 6/20/2012"),
        ]) func `the status is worded by its age`(age: Int, expected: String) throws
    {
        let now = try at("2013-01-06 11:00")
        #expect(TimeFormatter(zone: .gmt, now: now).updated(now.addingTimeInterval(-Double(age))) == expected)
    }

    @Test(.mission("MIT-64")) func `the five texts of the first version`() throws {
        let updated = try at("2013-01-06 11:00")
        func after(_ seconds: Double) -> String {
            TimeFormatter(zone: .gmt, now: updated.addingTimeInterval(seconds)).updated(updated)
        }
        #expect(after(0) == "Updated Just Now")
        #expect(after(70) == "Updated 1 minute ago")
        #expect(after(5 * 60) == "Updated 5 minutes ago")
        #expect(after(6 * 60) == "Updated at 11:00 AM")
        #expect(after(86_400) == "Updated on 1/6/2013")
    }

    @Test(arguments: [
        (0, "Updated just now"), (70, "Updated 1 minute ago"), (360, "Updated at 10:54"),
        (39_600, "Updated at 0:00"), (39_601, "Updated yesterday"), (200 * 86_400, "Updated on 20 Jun 2012"),
    ]) func `outside MIT's bottom bar the status has sentence case and 24 hours`(age: Int, expected: String) throws {
        let now = try at("2013-01-06 11:00")
        let updated = now.addingTimeInterval(-Double(age))
        #expect(TimeFormatter(zone: .gmt, now: now).updated(updated, isInBar: false) == expected)
    }

    @Test(arguments: [
        ("00:05", "12:05 AM"), ("11:59", "11:59 AM"), ("12:00", "12:00 PM"), ("13:09", "1:09 PM"),
        ("22:40", "10:40 PM"),
    ])
    func `noon and midnight have their own halves of the day`(clock: String, expected: String) throws {
        #expect(try formatter("2013-01-06 23:30").updated(try at("2013-01-06 \(clock)")) == "Updated at \(expected)")
    }

    @Test func `the same day is the reader's day, not the server's`() throws {
        // 23:30 UTC on the 6th is 8:30 on the 7th in Tokyo, and still the 6th in New York.
        let updated = try at("2013-01-06 14:50")
        #expect(try formatter("2013-01-06 23:30", Self.zone("Asia/Tokyo")).updated(updated) == "Updated on 1/6/2013")
        #expect(try formatter("2013-01-06 15:30", Self.zone("Asia/Tokyo")).updated(updated) == "Updated on 1/6/2013")
        #expect(
            try formatter("2013-01-06 23:30", Self.zone("America/New_York")).updated(updated) == "Updated at 9:50 AM")
    }

    // MARK: - Forms

    @Test(arguments: [
        ("2026-11-21 09:42", "9:42", "9:42"), ("2026-11-21 00:00", "0:00", "0:00"),
        ("2026-11-20 23:59", "Yesterday", "yesterday"), ("2026-11-19 12:00", "19 Nov", "Thursday"),
        ("2026-11-15 12:00", "15 Nov", "Sunday"), ("2026-11-14 12:00", "14 Nov", "14 Nov"),
        ("2025-11-14 12:00", "14 Nov 2025", "14 Nov 2025"), ("2026-11-22 01:00", "22 Nov", "22 Nov"),
    ]) func `rows and since word a date by its distance`(date: String, short: String, since: String) throws {
        let time = try formatter("2026-11-21 10:00")
        #expect(time.short(try at(date)) == short)
        #expect(time.since(try at(date)) == since)
    }

    @Test func `until names tomorrow and later days`() throws {
        let time = try formatter("2026-11-21 10:00")
        #expect(time.until(try at("2026-11-21 14:20")) == "14:20")
        #expect(time.until(try at("2026-11-22 00:05")) == "0:05 tomorrow")
        #expect(time.until(try at("2026-11-24 14:20")) == "24 Nov, 14:20")
    }

    @Test func `the long form and the dateline name the weekday`() throws {
        let time = try formatter("2026-11-21 10:00")
        #expect(time.long(try at("2026-11-21 09:42")) == "Saturday 21 November 2026, 9:42")
        #expect(time.day(try at("2026-11-21 09:42")) == "21 November 2026")
        #expect(time.dateline(try at("2026-11-21 09:42")) == "Saturday 21 November")
        #expect(time.long(try at("2024-02-29 23:59")) == "Thursday 29 February 2024, 23:59")
    }

    @Test func `a new year makes last night's story yesterday's, with its year later on`() throws {
        #expect(try formatter("2027-01-01 00:30").short(try at("2026-12-31 23:50")) == "23:50")
        #expect(try formatter("2027-01-01 05:49").short(try at("2026-12-31 23:50")) == "23:50")
        #expect(try formatter("2027-01-01 05:50").short(try at("2026-12-31 23:50")) == "Yesterday")
        #expect(try formatter("2027-01-02 00:30").short(try at("2026-12-31 23:50")) == "31 Dec 2026")
        #expect(try formatter("2027-01-01 00:04").updated(try at("2026-12-31 23:57")) == "Updated on 12/31/2026")
    }

    @Test func `summer time moves the clock and not the day`() throws {
        // Clocks go forward in London at 01:00 UTC on 29 March 2026, back at 01:00 UTC on 25 October.
        let spring = try formatter("2026-03-29 12:00", Self.london)
        #expect(spring.clock(try at("2026-03-29 00:59")) == "0:59")
        #expect(spring.clock(try at("2026-03-29 01:00")) == "2:00")
        #expect(spring.short(try at("2026-03-28 23:30")) == "Yesterday")
        let autumn = try formatter("2026-10-25 12:00", Self.london)
        #expect(autumn.clock(try at("2026-10-25 00:30")) == "1:30")
        #expect(autumn.clock(try at("2026-10-25 01:30")) == "1:30")
        #expect(autumn.short(try at("2026-10-24 23:30")) == "0:30")
    }

    @Test func `zones of half and three quarter hours are kept`() throws {
        let noon = try at("2026-11-21 12:00")
        #expect(TimeFormatter(zone: Self.zone("Asia/Kathmandu"), now: noon).clock(noon) == "17:45")
        #expect(TimeFormatter(zone: Self.zone("America/St_Johns"), now: noon).clock(noon) == "8:30")
        #expect(TimeFormatter(zone: Self.zone("Pacific/Kiritimati"), now: noon).dateline(noon) == "Sunday 22 November")
    }

    @Test func `days before 1970 are counted right`() throws {
        let time = try formatter("2026-11-21 10:00")
        #expect(time.long(Date(timeIntervalSince1970: -1)) == "Wednesday 31 December 1969, 23:59")
        #expect(time.long(Date(timeIntervalSince1970: -86_400)) == "Wednesday 31 December 1969, 0:00")
        #expect(time.long(Date(timeIntervalSince1970: -86_401)) == "Tuesday 30 December 1969, 23:59")
        #expect(time.short(Date(timeIntervalSince1970: -0.5)) == "31 Dec 1969")
    }

    /// The same reckoning by Foundation's calendar, every eleven days and some hours from 1890 to 2110.
    @Test(.mission("NEXUS-19")) func `the calendar agrees with Foundation's over two centuries`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = Self.zone("Australia/Lord_Howe")
        let time = TimeFormatter(zone: calendar.timeZone, now: try at("1850-01-01 00:00"))
        for step in stride(from: -2_524_521_600.0, to: 4_417_977_600, by: 11 * 86_400 + 12_345) {
            let date = Date(timeIntervalSince1970: step)
            let parts = calendar.dateComponents([.day, .month, .year, .hour, .minute, .weekday], from: date)
            let day = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][
                (parts.weekday ?? 1) - 1]
            let (hour, minute) = (parts.hour ?? -1, parts.minute ?? -1)
            let long = time.long(date)
            #expect(
                long.hasPrefix("\(day) \(parts.day ?? 0) ")
                    && long.hasSuffix(" \(parts.year ?? 0), \(hour):\(minute < 10 ? "0" : "")\(minute)"))
            #expect(time.updated(date).isEmpty == false)
        }
    }

    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (-0.25, "1969-12-31T23:59:59Z"),
        (1_795_254_005.9, "2026-11-21T09:40:05Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
        (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    ]) func `datetime attributes are RFC 3339 in UTC`(seconds: Double, expected: String) {
        #expect(TimeFormatter.rfc3339(Date(timeIntervalSince1970: seconds)) == expected)
    }

    @Test(arguments: [
        (0, "1 min"), (29, "1 min"), (90, "2 min"), (1860, "31 min"), (3599, "1 h"), (3600, "1 h"), (3900, "1 h 5 min"),
    ])
    func `playing times are rounded to minutes`(seconds: Int, expected: String) {
        #expect(TimeFormatter.duration(seconds) == expected)
    }
}
