import Foundation
import NIOHTTP1
import Testing

@testable import Fetching

@Suite struct FreshnessTests {
    private let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

    @Test(
        arguments: [
            ([("Cache-Control", "max-age=60")], 60), ([("Cache-Control", "public, MAX-AGE = 60")], 60),
            ([("Cache-Control", "max-age=60"), ("Age", "20")], 40),
            ([("Cache-Control", "max-age=60"), ("Age", "90")], 0),
            ([("Cache-Control", "max-age=\"60\"")], 60), ([("Cache-Control", "max-age=x")], 0),
            ([("Cache-Control", "no-store")], 0), ([("Cache-Control", "no-cache, max-age=60")], 0),
            ([("Cache-Control", "s-maxage=5, max-age=60")], 60),
            ([("Cache-Control", "max-age=60"), ("Expires", "0")], 60),
            ([("Expires", "Sun, 06 Nov 1994 09:49:37 GMT")], 3600), ([("Expires", "0")], 0), ([("Expires", "-1")], 0),
            ([("Expires", "Sun, 06 Nov 1994 09:49:37 GMT"), ("Date", "Sun, 06 Nov 1994 09:39:37 GMT")], 600),
            ([("Expires", "Sun, 06 Nov 1994 07:49:37 GMT")], 0), ([("Cache-Control", "private")], nil), ([], nil),
            ([("Cache-Control", "max-age=99999999999999999999")], 315_360_000),
            ([("Cache-Control", "no-cache=\"Set-Cookie, max-age=5\", max-age=60")], 60),
            ([("Cache-Control", "max-age=60, max-age=5")], 60), ([("Cache-Control", "max-age=-1")], 0),
            ([("Cache-Control", "must-revalidate, max-age=60")], 60), ([("Cache-Control", "max-age=")], 0),
            ([("Cache-Control", "max-age=60"), ("Age", "-5")], 60),
            ([("Cache-Control", "max-age=60"), ("Age", "x")], 60),
            // The origin's clock stands a day behind: what it says of durations holds nevertheless.
            ([("Cache-Control", "max-age=60"), ("Date", "Sat, 05 Nov 1994 08:49:37 GMT")], 60),
            ([("Expires", "Sat, 05 Nov 1994 09:49:37 GMT"), ("Date", "Sat, 05 Nov 1994 08:49:37 GMT")], 3600),
        ] as [([(String, String)], Int?)])
    func `freshness follows RFC 9111`(headers: [(String, String)], seconds: Int?) {
        let found = Freshness(HTTPHeaders(headers), now: now)
        #expect(found.freshnessLifetime == seconds.map { .seconds($0) })
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(100_000_000 * 86_400), .seconds(Int64.min), .zero])
    func `a time limit of any length can be counted in nanoseconds`(duration: Duration) {
        #expect(duration.nanoseconds.magnitude <= 6_307_200_001 * 1_000_000_000)
    }

    @Test func `only no-store forbids keeping`() {
        #expect(!Freshness(["Cache-Control": "no-store"], now: now).isStorable)
        #expect(Freshness(["Cache-Control": "no-cache"], now: now).isStorable)
    }

    @Test(
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "sun, 6 november 1994 08:49:37 GMT",
        ])
    func `an instant has three spellings`(text: String) {
        #expect(HTTPDate.parse(text, now: now) == now)
    }

    @Test(
        arguments: [
            ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Fri, 31 Dec 1999 23:59:59 GMT", 946_684_799), ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648),
        ])
    func `instants are reckoned right`(text: String, seconds: Double) {
        #expect(HTTPDate.parse(text, now: now)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "0", "yesterday", "Sun, 06 Xyz 1994 08:49:37 GMT", "Sun, 99 Nov 1994 08:49:37 GMT", "1 2 3 4 5",
    ])
    func `what is no instant is nil`(text: String) {
        #expect(HTTPDate.parse(text, now: now) == nil)
    }

    @Test(
        arguments: [
            ("120", 120), ("Sun, 06 Nov 1994 08:51:37 GMT", 120), ("0", nil), ("-5", nil), ("soon", nil),
            ("Sun, 06 Nov 1994 08:00:00 GMT", nil), ("999999999", 604_800), ("3600.5", 3601), (" 60.0 ", 60),
            ("0.0", nil),
            ("1e3", nil), ("1.2.3", nil), ("99999999999999999999.9", 604_800),
        ] as [(String, Double?)])
    func `a host's wish for peace is read in both forms`(text: String, seconds: Double?) {
        let until = Freshness.retryAfter(["Retry-After": text], now: now, atMost: .seconds(604_800))
        #expect(until == seconds.map { now.addingTimeInterval($0) })
    }
}
