import Foundation
import News
import Testing

@testable import Library

@Suite struct `The schedule` {
    /// A Thursday, 12:00 UTC.
    let now = Date(timeIntervalSince1970: 1_700_136_000)
    let bounds = PollingBounds.standard

    private func published(every hours: Double, times: Int) -> [Date] {
        (0..<times).map { now.addingTimeInterval(-Double($0) * hours * 3600) }
    }

    private func next(
        pace: OriginPace = OriginPace(), published: [Date] = [], jitter: Double = 0
    ) -> (hours: Double, reason: String) {
        let decision = Schedule.next(
            after: .init(now: now, pace: pace, published: published, jitter: jitter), within: bounds)
        return ((decision.dueAt?.timeIntervalSince(now) ?? .infinity) / 3600, decision.reason)
    }

    private func next(after error: SourceError, failures: Int, jitter: Double = 0) -> Schedule.Decision {
        Schedule.next(after: error, .init(now: now, failures: failures, jitter: jitter), within: bounds)
    }

    @Test func `A feed is asked after half the mean time between its stories`() {
        #expect(next(published: published(every: 12, times: 14)) == (6, "publishes about twice a day"))
        #expect(next(published: published(every: 24, times: 7)) == (12, "publishes about once a day"))
        #expect(next(published: published(every: 84, times: 2)).reason == "publishes about twice a week")
    }

    @Test func `Never more often than hourly nor less than daily`() {
        #expect(next(published: published(every: 0.1, times: 500)).hours == 1)
        #expect(next(published: published(every: 24 * 29, times: 2)).hours == 24)
        #expect(next() == (24, "has published nothing in the last month"))
    }

    @Test func `An origin that sends everything each time is asked once a day`() {
        let often = next(pace: OriginPace(asksWhole: true), published: published(every: 0.5, times: 300))
        #expect(often == (24, "sends everything each time, so it is asked once a day at most"))
    }

    @Test func `A story dated in the future does no harm`() {
        #expect(next(published: [now.addingTimeInterval(9e9)]).hours == 24)
    }

    @Test func `The document and the answer may ask for longer, up to a day`() {
        let busy = published(every: 0.5, times: 300)
        #expect(
            next(pace: OriginPace(intervalSeconds: 6 * 3600), published: busy) == (
                6, "asks to be read once every 6 hours at most"
            ))
        #expect(
            next(pace: OriginPace(freshSeconds: 3 * 3600), published: busy) == (
                3, "says that its answer stays fresh for 3 hours"
            ))
        #expect(next(pace: OriginPace(freshSeconds: 60), published: busy).hours == 1)
        #expect(next(pace: OriginPace(freshSeconds: 900 * 86400, intervalSeconds: .max), published: busy).hours == 24)
        #expect(next(pace: OriginPace(freshSeconds: -5, intervalSeconds: -5), published: busy).hours == 1)
    }

    @Test func `Quiet hours and days are passed over`() {
        let busy = published(every: 0.5, times: 300)
        // Due at 13:00; quiet until 16:00.
        #expect(next(pace: OriginPace(quietHours: [13, 14, 15]), published: busy).hours == 4)
        // Quiet on Thursdays: due on Friday at 0:00.
        #expect(next(pace: OriginPace(quietDays: [4]), published: busy).hours == 12)
        // Always quiet: asked nevertheless.
        #expect(next(pace: OriginPace(quietHours: Set(0..<24)), published: busy).hours == 1)
    }

    @Test func `Jitter makes it at most a tenth later`() {
        let hours = next(published: published(every: 12, times: 14), jitter: 0.999).hours
        #expect(hours > 6 && hours <= 6.6)
    }

    @Test func `Failures are tried again after ever longer`() {
        let waits = (1...8).map { next(after: .unreachable(why: "x"), failures: $0).dueAt?.timeIntervalSince(now) ?? 0 }
        #expect(waits.prefix(5) == [3600, 7200, 14400, 28800, 57600])
        #expect(waits.suffix(3) == [86400, 86400, 86400])
        #expect(
            next(after: .refused(status: 500), failures: 3).reason
                == "could not be read 3 times in a row; trying again after 4 hours")
        #expect(next(after: .notThere, failures: .max).dueAt != nil)
    }

    @Test func `Who asks us to wait is left alone until then`() {
        let until = now.addingTimeInterval(8400)
        #expect(next(after: .busy(until: until), failures: 1) == .init(dueAt: until, reason: "asked us to wait"))
        #expect(next(after: .busy(until: now.addingTimeInterval(-99)), failures: 1).dueAt == now)
    }

    @Test func `What is gone is never asked again`() {
        #expect(next(after: .gone, failures: 1).dueAt == nil)
    }
}
