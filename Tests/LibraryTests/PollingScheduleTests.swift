import Foundation
import News
import Testing

@testable import Library

@Suite struct `The schedule` {
    /// The current time, a Thursday at 12:00 UTC.
    let now = Date(timeIntervalSince1970: 1_700_136_000)
    let bounds = PollingPolicy.standard

    private func published(every hours: Double, times: Int) -> [Date] {
        (0..<times).map { now.addingTimeInterval(-Double($0) * hours * 3600) }
    }

    private func next(
        pollingHints: PollingHints = PollingHints(), published: [Date] = [], jitter: Double = 0
    ) -> (hours: Double, reason: String) {
        let decision = PollingSchedule.next(
            after: .init(now: now, pollingHints: pollingHints, published: published, jitter: jitter), within: bounds)
        return ((decision.dueAt?.timeIntervalSince(now) ?? .infinity) / 3600, decision.reason.description)
    }

    private func next(after error: SourceError, failures: Int, jitter: Double = 0) -> PollingSchedule.Decision {
        PollingSchedule.next(after: error, .init(now: now, failures: failures, jitter: jitter), within: bounds)
    }

    @Test func `A feed is asked after half the mean time between its stories`() {
        #expect(next(published: published(every: 12, times: 14)) == (6, "publishes about twice a day"))
        #expect(next(published: published(every: 24, times: 7)) == (12, "publishes about once a day"))
        #expect(next(published: published(every: 84, times: 2)).reason == "publishes about twice a week")
        // The channel was followed a moment ago: its twenty stories are of the last ten hours, and earlier times are
        // unknown.
        #expect(next(published: published(every: 8, times: 20)) == (4, "publishes about 3 times a day"))
        // A week is known, and most of it was silent.
        #expect(next(published: published(every: 1, times: 7) + [now.addingTimeInterval(-9e5)]).hours == 12)
    }

    @Test func `Never more often than hourly nor less than daily`() {
        #expect(next(published: published(every: 0.1, times: 500)).hours == 1)
        #expect(next(published: published(every: 24 * 29, times: 2)).hours == 24)
        #expect(next() == (24, "has published nothing in the last month"))
    }

    @Test func `An origin that sends everything each time is asked once a day`() {
        let often = next(
            pollingHints: PollingHints(lacksValidators: true), published: published(every: 0.5, times: 300))
        #expect(often == (24, "sends everything each time, so it is fetched once a day at most"))
    }

    @Test func `A story dated in the future does no harm`() {
        #expect(next(published: [now.addingTimeInterval(9e9)]).hours == 24)
    }

    @Test func `The document and the answer may ask for longer, up to a day`() {
        let busy = published(every: 0.5, times: 300)
        #expect(
            next(pollingHints: PollingHints(intervalSeconds: 6 * 3600), published: busy) == (
                6, "asks to be fetched once every 6 hours at most"
            ))
        #expect(
            next(pollingHints: PollingHints(freshSeconds: 3 * 3600), published: busy) == (
                3, "says that it stays fresh for 3 hours"
            ))
        #expect(next(pollingHints: PollingHints(freshSeconds: 60), published: busy).hours == 1)
        #expect(
            next(pollingHints: PollingHints(freshSeconds: 900 * 86400, intervalSeconds: .max), published: busy).hours
                == 24)
        #expect(next(pollingHints: PollingHints(freshSeconds: -5, intervalSeconds: -5), published: busy).hours == 1)
    }

    @Test func `Quiet hours and days are passed over`() {
        let busy = published(every: 0.5, times: 300)
        // The next fetch is due at 13:00, but the channel is quiet until 16:00.
        #expect(next(pollingHints: PollingHints(skipHours: [13, 14, 15]), published: busy).hours == 4)
        // The channel is quiet on Thursdays, so it is due on Friday at 0:00.
        #expect(next(pollingHints: PollingHints(skipDays: [4]), published: busy).hours == 12)
        // A channel that is always quiet is fetched nevertheless.
        #expect(next(pollingHints: PollingHints(skipHours: Set(0..<24)), published: busy).hours == 1)
    }

    @Test func `No document postpones its next question beyond the greatest interval`() {
        let busy = published(every: 0.5, times: 300)
        // The channel is quiet from Thursday to Saturday, but is fetched on Friday at noon nevertheless.
        #expect(next(pollingHints: PollingHints(skipDays: [4, 5, 6]), published: busy).hours == 24)
        #expect(next(pollingHints: PollingHints(skipDays: Set(0...6)), published: busy).hours == 1)
        #expect(next(pollingHints: PollingHints(skipHours: Set(0..<23)), published: busy).hours == 11)
        // A longer maximum allows quiet days to postpone the fetch further.
        let long = PollingPolicy(maximum: .seconds(4 * 86400))
        let due = PollingSchedule.next(
            after: .init(now: now, pollingHints: PollingHints(skipDays: [4, 5, 6]), published: busy), within: long
        ).dueAt
        #expect(due == now.addingTimeInterval(60 * 3600))
    }

    @Test func `Stories without dates are no rate`() {
        var input = PollingSchedule.Input(now: now)
        input.undated = 20
        let decision = PollingSchedule.next(after: input, within: bounds)
        #expect(decision.reason.description == "does not say when its stories were published")
        #expect(decision.dueAt == now.addingTimeInterval(6 * 3600))
        input.published = published(every: 12, times: 14)
        #expect(PollingSchedule.next(after: input, within: bounds).reason.description == "publishes about twice a day")
    }

    @Test func `Stories that all bear one date are no rate either`() {
        #expect(next(published: Array(repeating: now, count: 20)) == (1, "publishes many stories at a time"))
    }

    @Test func `A document that names its times of news is asked then`() {
        func next(base: Double, every: Int, published: [Date] = []) -> Double {
            var pollingHints = PollingHints(intervalSeconds: every)
            pollingHints.updateBaseAt = now.addingTimeInterval(base * 3600)
            return self.next(pollingHints: pollingHints, published: published).hours
        }
        let busy = published(every: 0.5, times: 300)
        // The base is daily at 9:00, and it is noon: the next fetch is tomorrow at 9:00, busy or not.
        #expect(next(base: -3, every: 86400) == 21)
        #expect(next(base: -3, every: 86400, published: busy) == 21)
        #expect(next(base: 21, every: 86400) == 21)
        // The base is every hour at five past, and the next time is too soon.
        #expect(abs(next(base: -55.0 / 60, every: 3600, published: busy) - 65.0 / 60) < 0.001)
        // The base is weekly, the next time in six days: a day is the maximum.
        #expect(next(base: -24, every: 7 * 86400) == 24)
        #expect(next(base: .infinity, every: 3600, published: busy) == 1)
    }

    @Test(arguments: [
        PollingReason.publishes(every: 43_200), .publishedInLastMonth(count: 2), .undated, .silent,
        .unconditional(interval: 86_400), .fresh(seconds: 5), .requestsInterval(seconds: 7200), .updatesAtSetTimes,
        .toldByHub,
        .busy, .hostBusy, .gone, .failed(count: 3, retryAfter: 14_400), .suspended, .merged, .abandoned,
        .quietTime(.publishes(every: 60)),
    ])
    func `A stored reason is read back, and is no text`(_ reason: PollingReason) {
        #expect(PollingReason(rawValue: reason.rawValue) == reason)
        #expect(reason.rawValue.count < reason.description.count)
        #expect(PollingReason(rawValue: reason.description) == nil)
    }

    @Test func `Words count as people do`() {
        #expect(
            next(published: published(every: 24 * 8, times: 2).map { $0.addingTimeInterval(-8 * 86400) }).reason
                .description
                == "published twice in the last month")
        #expect(next(after: .notThere, failures: 2).reason.description.hasPrefix("could not be read twice in a row"))
        #expect(next(after: .notThere, failures: 3).reason.description.hasPrefix("could not be read 3 times in a row"))
    }

    @Test func `Jitter makes it at most a tenth later, and never leaves the bounds`() {
        let hours = next(published: published(every: 12, times: 14), jitter: 0.999).hours
        #expect(hours > 6 && hours <= 6.6)
        // Jitter makes a fetch earlier at the maximum interval.
        let quiet = next(jitter: 0.999).hours
        #expect(quiet < 24 && quiet >= 21.6)
        // Jitter does not undercut the interval that an origin asked for.
        #expect(next(pollingHints: PollingHints(freshSeconds: 86400), jitter: 0.999).hours == 24)
        #expect(next(pollingHints: PollingHints(lacksValidators: true), jitter: 0.999).hours >= 24)
        let failing = next(after: .notThere, failures: 9, jitter: 0.999).dueAt?.timeIntervalSince(now) ?? 0
        #expect(failing < 86400 && failing >= 0.8 * 86400)
    }

    @Test(arguments: [(0.5, 24.0), (30, 1)])
    func `An origin that sends everything has its day after a failure too`(hoursSince: Double, atLeast: Double) {
        var input = PollingSchedule.Input(now: now, pollingHints: PollingHints(lacksValidators: true), failures: 1)
        input.lastFullFetchAt = now.addingTimeInterval(-hoursSince * 3600)
        let due = PollingSchedule.next(after: .refused(status: 500), input, within: bounds).dueAt
        #expect(due == now.addingTimeInterval(atLeast * 3600 - (hoursSince < 24 ? hoursSince * 3600 : 0)))
    }

    @Test func `A list that is shown is fresh for as long as its origin says, else for the least interval`() {
        func hours(_ pollingHints: PollingHints) -> Double {
            PollingSchedule.freshUntil(now, pollingHints: pollingHints, within: bounds).timeIntervalSince(now) / 3600
        }
        #expect(hours(PollingHints()) == 1)
        #expect(hours(PollingHints(freshSeconds: 0)) == 1)
        #expect(hours(PollingHints(freshSeconds: 600)) == 600.0 / 3600)
        #expect(hours(PollingHints(freshSeconds: 5)) == 60.0 / 3600)
        #expect(hours(PollingHints(freshSeconds: 900 * 86400)) == 24)
        #expect(hours(PollingHints(freshSeconds: 600, lacksValidators: true)) == 24)
    }

    @Test func `Where the clock runs in seconds the words do too`() {
        let fast = PollingPolicy(minimum: .seconds(2), maximum: .seconds(8), unconditionalMinimum: .seconds(6))
        let decision = PollingSchedule.next(
            after: .init(
                now: now, pollingHints: PollingHints(freshSeconds: 5), published: published(every: 0.001, times: 500)),
            within: fast)
        #expect(
            decision
                == .init(dueAt: now.addingTimeInterval(5), reason: .fresh(seconds: 5)))
    }

    @Test func `Failures are tried again after ever longer`() {
        let waits = (1...8).map {
            next(after: .unreachable(FailureCause(.incomplete(seconds: 9), at: "x")), failures: $0).dueAt?
                .timeIntervalSince(now) ?? 0
        }
        #expect(waits.prefix(5) == [3600, 7200, 14400, 28800, 57600])
        #expect(waits.suffix(3) == [86400, 86400, 86400])
        #expect(
            next(after: .refused(status: 500), failures: 3).reason.description
                == "could not be read 3 times in a row; trying again after 4 hours")
        #expect(next(after: .notThere, failures: .max).dueAt != nil)
    }

    @Test func `Who asks us to wait is left alone until then`() {
        let until = now.addingTimeInterval(8400)
        #expect(next(after: .busy(until: until), failures: 1) == .init(dueAt: until, reason: .busy))
        // A short Retry-After does not shorten the minimum interval.
        for seconds in [-99.0, 1, 3599] {
            let soon = next(after: .busy(until: now.addingTimeInterval(seconds)), failures: 1)
            #expect(soon.dueAt == now.addingTimeInterval(3600))
        }
        let late = next(after: .busy(until: until), failures: 1, jitter: 0.999).dueAt ?? now
        #expect(late > until && late <= until.addingTimeInterval(60))
    }

    @Test func `What is gone is never asked again`() {
        #expect(next(after: .gone, failures: 1).dueAt == nil)
    }
}
