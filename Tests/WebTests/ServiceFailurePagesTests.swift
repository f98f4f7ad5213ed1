import Foundation
import HTTPTypes
import Library
import News
import SampleOrigins
import TestSupport
import Testing

@testable import Web

/// What pages say while a service refuses, and how its plan is kept to.
@Suite struct ServiceFailurePagesTests {
    /// News API's own codes, each with what a page says of it.
    private static let sentences: [SampleNewsAPIBehaviour.Failure: String] = [
        .apiKeyMissing: "needs a key of yours.",
        .apiKeyInvalid: "does not accept the key. Check it, or enter another.",
        .apiKeyDisabled: "has disabled the key. Enter another.",
        .apiKeyExhausted: "has no requests left for the key at present.",
        .parametersMissing: "needs a country, a category, publishers or words to look for.",
        .parameterInvalid: "does not accept a part of the request.",
        .sourcesTooMany: "takes at most 20 publishers in one request.",
        .sourceDoesNotExist: "does not know one of the publishers.",
        .rateLimited: "has had too many requests for the present.",
        .unexpectedError: "reported a failure of its own. Try again later.",
        .maximumResultsReached: "shows no further results on the key's plan.",
        .corsNotAllowed: "does not accept requests from here on the key's plan.",
        .upgradeRequired: "offers this only on a larger plan.",
    ]

    @Test(.mission("BREAK-27"), arguments: SampleNewsAPIBehaviour.Failure.allCases)
    func `each error of a service has its own sentence above the stored headlines`(
        failure: SampleNewsAPIBehaviour.Failure
    ) async throws {
        #expect(Set(Self.sentences.values).count == SampleNewsAPIBehaviour.Failure.allCases.count)
        let sentence = try #require(Self.sentences[failure])
        try await KeyedServiceFixture.open { fixture, browser in
            _ = try await fixture.enter(fixture.service.key, browser)
            let stored = KeyedServiceFixture.rowCount(try await browser.get("/hour/all").text)
            fixture.service.configure { $0.failure = failure }
            fixture.app.clock.advance(3 * 3600)
            await fixture.app.refresh()
            for path in ["/hour/", try await fixture.section(browser), "/hour/all"] {
                let page = try await browser.get(path)
                let notice = try #require(KeyedServiceFixture.notice(page.text), "\(path)")
                #expect(page.status == .ok && notice.contains("127.0.0.1 \(sentence)"), "\(path): \(notice)")
                #expect(notice.contains("Stories that were loaded before stay."))
                for other in Self.sentences.values where other != sentence { #expect(!notice.contains(other)) }
            }
            let still = KeyedServiceFixture.rowCount(try await browser.get("/hour/all").text)
            #expect(stored > 10 && still == stored)
            fixture.service.configure { $0.failure = nil }
            fixture.app.clock.advance(13 * 3600)
            await fixture.app.refresh()
            #expect(KeyedServiceFixture.notice(try await browser.get("/hour/").text) == nil)
        }
    }

    @Test(.mission("BREAK-27"), arguments: SampleNewsAPIBehaviour.BodyFault.allCases)
    func `answers that cannot be read are said to be, above the stored headlines`(
        fault: SampleNewsAPIBehaviour.BodyFault
    ) async throws {
        try await KeyedServiceFixture.open { fixture, browser in
            _ = try await fixture.enter(fixture.service.key, browser)
            fixture.service.configure { $0.bodyFault = fault }
            fixture.app.clock.advance(3 * 3600)
            await fixture.app.refresh()
            let page = try await browser.get("/hour/").text
            #expect(KeyedServiceFixture.notice(page)?.contains("127.0.0.1") == true)
            #expect(KeyedServiceFixture.rowCount(page) == 3)
        }
    }

    @Test(.mission("BREAK-28"))
    func `an opened section is fetched though the background's share of the plan is spent`() async throws {
        let plan = RequestQuota(requestsPerDay: 10, requestsPerHalfDay: 5)
        try await KeyedServiceFixture.open(plan: plan) { fixture, browser in
            _ = try await fixture.enter(fixture.service.key, browser)
            // The key's trial and two refreshes are the background's three fifths.
            for _ in 0..<3 {
                fixture.app.clock.advance(3 * 3600)
                await fixture.app.refresh()
            }
            #expect(fixture.targets.count == 3)
            _ = try await browser.get(try await fixture.section(browser), Browser.navigation)
            await fixture.app.refresh()
            #expect(fixture.targets.count == 4, "what is on screen is fetched")
            #expect(KeyedServiceFixture.notice(try await browser.get("/hour/").text) == nil)
        }
    }

    @Test(.mission("BREAK-28"))
    func `after a 429 nothing is asked for a time, which the pages and Settings say`() async throws {
        try await KeyedServiceFixture.open { fixture, browser in
            _ = try await fixture.enter(fixture.service.key, browser)
            fixture.service.configure { $0.failure = .rateLimited }
            fixture.app.clock.advance(3 * 3600)
            await fixture.app.refresh()
            let asked = fixture.targets.count
            #expect(asked == 2)
            let section = try await fixture.section(browser)
            for minutes in [5, 20, 30] as [Double] {
                fixture.app.clock.advance(minutes * 60)
                _ = try await browser.get(section, Browser.navigation)
                _ = try await browser.post("/hour/act/refresh", "back=/hour/")
                await fixture.app.refresh()
            }
            #expect(fixture.targets.count == asked, "for an hour")
            let notice = try #require(KeyedServiceFixture.notice(try await browser.get(section).text))
            #expect(
                notice.contains(/has had too many requests for the present\. The next request is possible at 13:2\d/))
            #expect(notice.contains("Key and plan"))
            let settings = try await browser.get("/hour/settings/accounts").text
            #expect(settings.contains("0 of 50 in these 12 hours; the next one is possible at "))
            #expect(settings.contains("The service said that there had been too many."))
            let tried = try await fixture.send("try-api-key", browser)
            #expect(tried.contains("not tried: no request is left in the plan until 13:20"))
            fixture.service.configure { $0.failure = nil }
            fixture.app.clock.advance(12 * 3600)
            _ = try await browser.get(section, Browser.navigation)
            await fixture.app.refresh()
            #expect(fixture.targets.count > asked)
        }
    }

    @Test func `another key is tried at once, though the service has refused the former one`() async throws {
        try await KeyedServiceFixture.open { fixture, browser in
            fixture.service.configure { $0.failure = .rateLimited }
            let refused = try await fixture.enter("a-key-that-is-spent", browser)
            #expect(refused.contains("too many requests"))
            fixture.service.configure { $0.failure = nil }
            let waiting = try await fixture.send("try-api-key", browser)
            #expect(waiting.contains("not tried: no request is left in the plan until "))
            #expect(fixture.targets.count == 1)
            let page = try await fixture.enter(fixture.service.key, browser)
            #expect(fixture.targets.count == 2 && page.contains("99 of 100 requests left today"))
            let front = try await browser.get("/hour/").text
            #expect(KeyedServiceFixture.rowCount(front) == 3 && KeyedServiceFixture.notice(front) == nil)
        }
    }

    @Test(.mission("BREAK-29")) func `the last page of the plan ends the list without an error`() async throws {
        try await KeyedServiceFixture.open(channel: KeyedServiceFixture.everything) { fixture, browser in
            _ = try await fixture.enter(fixture.service.key, browser)
            let section = try await fixture.section(browser)
            let list = section + "?depth=1000"
            let before = try await browser.get(list).page
            let form = try #require(before.form("load-more"))
            let reply = try await browser.post("/hour/act/load-more", form.formBody())
            #expect(fixture.targets.count == 2 && fixture.targets.last?.contains("page=2") == true)
            #expect(reply.status == .seeOther && reply.header("Location")?.contains("older=") == false)
            let after = try await browser.get(list).page
            #expect(after.form("load-more") == nil && !after.has(".error-note"))
            #expect(after.text.contains("That is all since") && !after.has(".service-notice"))
            #expect(after.rows.count == before.rows.count)
        }
    }

    @Test(.mission("BREAK-26"))
    func `the mark of a cut text is on no page; the way to the whole article is`() async throws {
        try await KeyedServiceFixture.open { fixture, browser in
            _ = try await fixture.enter(fixture.service.key, browser)
            let all = try await browser.get("/hour/all?depth=200").text
            let mark = /\[\+\d+ chars\]/
            #expect(!all.contains(mark))
            let stories = Set(all.matches(of: /\/hour\/story\/(\d+)/).map { String($0.1) }).sorted().prefix(12)
            var offers = 0
            for story in stories {
                let answer = try await browser.get("/hour/story/\(story)", Browser.navigation)
                let page = answer.page
                #expect(!answer.text.contains(mark), "\(story)")
                if page.form("full-text") != nil { offers += 1 }
                #expect(page.has("a[href^=\(fixture.service.baseURL)publishers/]"), "the article itself")
            }
            #expect(stories.count == 12 && offers > 6)
        }
    }
}
